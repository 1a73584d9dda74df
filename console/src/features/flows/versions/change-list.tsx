import { Badge, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import type { Flow } from '../flow.ts'
import { StepIcon } from '../step-icon.tsx'
import { stepWords } from '../steps/steps.ts'
import { type ChangedLine, diffFlows, type FlowChange } from './flow-diff.ts'
import { useDiffWords } from './use-diff-words.ts'
import './versions.css'
import { versionsMessages } from './versions.messages.ts'

const colours: Record<FlowChange['kind'], string> = {
  added: 'green',
  removed: 'red',
  changed: 'blue',
  renamed: 'blue',
}

/** What changed from one flow to the other: each step with the words that came and went. */
export function ChangeList({ label, before, after }: { label: string; before: Flow; after: Flow }) {
  const t = useMessages(versionsMessages)
  const types = useMessages(stepWords)
  const changes = diffFlows(before, after, useDiffWords())
  if (changes.length === 0) return <Text size="sm">{t.nothingChanged}</Text>
  return (
    <ul className="flow-changes" aria-label={label}>
      {changes.map(({ kind, step, lines }) => (
        <li key={`${kind} ${step?.id ?? ''}`} className="flow-change" data-kind={kind}>
          <div className="flow-change-title">
            {step && <StepIcon type={step.type} size={15} />}
            <Text size="sm" fw={600} span>
              {step ? types[step.type].title : t.wholeCall}
            </Text>
            {step && (
              <Text size="sm" c="dimmed" span>
                {step.id}
              </Text>
            )}
            <Badge variant="light" size="sm" tt="none" color={colours[kind]}>
              {t.kinds[kind]}
            </Badge>
          </div>
          {lines.map((line) => (
            <Sentence key={line.label} {...line} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Sentence({ label, parts }: ChangedLine) {
  return (
    <p className="flow-change-line">
      <span className="flow-change-label">{label}</span>{' '}
      {parts.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`
        if (kind === 'removed') return <del key={key}>{text}</del>
        if (kind === 'added') return <ins key={key}>{text}</ins>
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}
