import type { AnswerOf } from '@carillon/client'
import { outcomeSentence, type TrunkOutcomeFacts } from '@carillon/server/words/trunk-tests'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { overviewMessages } from './overview.messages.ts'

type Problem = AnswerOf<'get', '/api/overview'>['trunkProblems'][number]

/** What is wrong with the trunks, which node sees it, and what to change. */
export function TrunkProblems({ problems }: { problems: Problem[] }) {
  const t = useMessages(overviewMessages)
  const { language } = useLanguage()
  return problems.map(({ trunkId, trunkName, node, code, facts, message }) => (
    <div
      key={`${trunkId} ${node} ${code}`}
      className="banner"
      style={{ '--banner-colour': 'var(--console-warn)' } as CSSProperties}
    >
      <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none', color: 'var(--banner-colour)' }} />
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link href="/settings/trunks">{t.trunk(trunkName, node)}</Link>{' '}
        {outcomeSentence(code, facts as TrunkOutcomeFacts, language) ?? message}
      </span>
    </div>
  ))
}
