import { outcomeSentence, type TrunkOutcomeFacts } from '@carillon/server/words/trunk-tests'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import type { System } from '../../../session/use-system.ts'
import { useReasonText } from '../../tasks/reason-text.ts'
import { overviewMessages } from '../overview.messages.ts'
import type { Overview } from '../overview.ts'
import { sortTasks } from '../sort-tasks.ts'
import { wallMessages } from './wall.messages.ts'

const MAX_PROBLEMS = 6

/** What needs attention: of the service, its trunks and its tasks. */
export function WallAttention({ system, overview }: { system: System; overview: Overview }) {
  const t = useMessages(wallMessages)
  const words = useMessages(overviewMessages)
  const { language } = useLanguage()
  const format = useFormat()
  const textOf = useReasonText()
  const problems: string[] = [
    ...system.problems.map(textOf),
    ...overview.trunkProblems.map(
      ({ trunkName, node, code, facts, message }) =>
        `${words.trunk(trunkName, node)} ${outcomeSentence(code, facts as TrunkOutcomeFacts, language) ?? message}`,
    ),
    ...sortTasks(overview.tasks).attention.map(({ taskName, reason }) => t.task(taskName, textOf(reason))),
  ]
  const lines: ReactNode = problems.slice(0, MAX_PROBLEMS).map((problem) => (
    <li key={problem}>
      <IconAlertTriangle size="1em" aria-hidden /> {problem}
    </li>
  ))
  return (
    <section
      className="wall-attention"
      aria-label={t.attention}
      data-problems={problems.length > 0 || undefined}
    >
      {problems.length === 0 ? (
        <p className="wall-quiet">
          <IconCircleCheck size="1em" color="var(--console-good)" aria-hidden /> {t.attentionNone}
        </p>
      ) : (
        <ul>{lines}</ul>
      )}
      {problems.length > MAX_PROBLEMS && (
        <p className="wall-quiet">{t.more(format.number(problems.length - MAX_PROBLEMS))}</p>
      )}
    </section>
  )
}
