import type { Schemas } from '@carillon/client'
import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useScopeReason } from '../../../../session/use-scope-reason.ts'
import type { Call } from '../../call-columns.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { VerdictBadge } from '../../verdict-badge.tsx'
import { RecordingPlayer } from './recording-player.tsx'
import { Transcript } from './transcript.tsx'

export type CallResult = Schemas['CallResult']

interface CallResultFactsProps {
  result: CallResult
  /** If it is about one call: what its voice agent has told is shown too. */
  call?: Pick<Call, 'id' | 'conversation'> | undefined
}

/** Who answered, what was keyed in and said, and the recordings. */
export function CallResultFacts({ result, call }: CallResultFactsProps) {
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
  const { summary = null, costs = [], lineCount = 0 } = call?.conversation ?? {}
  if (summary !== null) facts.push([t.summary, summary])
  for (const { of, amount, currency } of costs) facts.push([t.cost(of), format.money(amount, currency)])
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
      <Recordings recordings={recordings} transcriptOf={lineCount > 0 ? call?.id : undefined} />
    </Stack>
  )
}

type Recordings = NonNullable<CallResult['recordings']>

/** A line of the transcript is played in the recording of the whole call. */
function Recordings({
  recordings,
  transcriptOf,
}: {
  recordings: Recordings
  transcriptOf?: string | undefined
}) {
  const whole = recordings.find(({ what }) => what === 'call')
  const [place, setPlace] = useState<{ seconds: number }>()
  return (
    <>
      {recordings.map(({ id, what }) => (
        <RecordingPlayer key={id} id={id} what={what} place={id === whole?.id ? place : undefined} />
      ))}
      {transcriptOf !== undefined &&
        (whole ? (
          <PlayableTranscript
            callId={transcriptOf}
            recordingId={whole.id}
            onPlay={(offsetMs) => setPlace({ seconds: (offsetMs - (whole.offsetMs ?? 0)) / 1000 })}
          />
        ) : (
          <Transcript callId={transcriptOf} onPlay={undefined} />
        ))}
    </>
  )
}

interface PlayableTranscriptProps {
  callId: string
  recordingId: string
  onPlay(offsetMs: number): void
}

function PlayableTranscript({ callId, recordingId, onPlay }: PlayableTranscriptProps) {
  const mayListen = useScopeReason()('write') === undefined
  const recording = useApiQuery('/api/recording/{id}', { params: { path: { id: recordingId } } }).data
  return (
    <Transcript callId={callId} onPlay={mayListen && recording?.status === 'kept' ? onPlay : undefined} />
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
