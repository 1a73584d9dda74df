import type { Schemas } from '@carillon/client'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import { resultsMessages } from '../../results.messages.ts'
import { VerdictBadge } from '../../verdict-badge.tsx'
import { RecordingPlayer } from './recording-player.tsx'

export type CallResult = Schemas['CallResult']

/** Who answered, what was keyed in and said, and the recordings. */
export function CallResultFacts({ result }: { result: CallResult }) {
  const t = useMessages(resultsMessages)
  const { named, inBrackets } = useMessages(partsMessages)
  const format = useFormat()
  const { verdict, transfer, digits = {}, fields = {}, said = [], recordings = [], notes = [] } = result
  const facts: [name: string, value: ReactNode][] = []
  if (verdict) {
    const by = t.deciders[verdict.by] ?? verdict.by
    const decided = t.decided(by, format.number(verdict.afterMs / 1000, 1))
    const how = inBrackets(decided, t.ways[verdict.how] ?? verdict.how)
    facts.push([
      t.verdict,
      <>
        <VerdictBadge verdict={verdict.is} />{' '}
        <Text span size="xs" c="dimmed">
          {how}
        </Text>
      </>,
    ])
  }
  for (const [step, keys] of Object.entries(digits)) facts.push([t.digits(step), keys || t.noKeys])
  facts.push(...Object.entries(fields))
  if (transfer) facts.push([t.transfer, named(t.transfers[transfer.result] ?? transfer.result, transfer.to)])
  if (result.agent !== undefined) facts.push([t.agent, t.agents[result.agent] ?? result.agent])
  if (result.hungUp !== undefined) facts.push([t.hungUp, t.atStep(result.hungUp)])
  if (result.optOut !== undefined) facts.push([t.optOut, t.yes])
  if (result.callbackTime !== undefined) facts.push([t.callback, format.dateTime(result.callbackTime)])
  return (
    <Stack gap="sm">
      {facts.length + notes.length > 0 && (
        <dl className="settings-list" data-narrow>
          {facts.map(([name, value]) => (
            <FactRow key={name} name={name} value={value} />
          ))}
          {notes.map(({ code, text }) => (
            <FactRow
              key={`${code} ${text}`}
              name={t.note}
              value={t.notes[code]?.(text) ?? `${code}: ${text}`}
            />
          ))}
        </dl>
      )}
      {said.length > 0 && (
        <section>
          <Text size="sm" c="dimmed" mb="2xs">
            {t.said}
          </Text>
          <ol className="plain-list">
            {said.map(({ step, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step may be said twice
              <li key={index} title={step}>
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      {recordings.map(({ id, what }) => (
        <RecordingPlayer key={id} id={id} what={what} />
      ))}
    </Stack>
  )
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
