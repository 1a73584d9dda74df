import './conversation.css'
import type { Schemas } from '@carillon/client'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useRightReason } from '../../../../session/use-right-reason.ts'
import { resultsMessages } from '../../results.messages.ts'
import { marksOf, waitsOf } from './call-marks.ts'
import { CallTimeline } from './call-timeline.tsx'
import { type CallResult, conversationLines, type Line } from './conversation-lines.ts'
import { useLineWords } from './line-words.tsx'
import { RecordingPlayer } from './recording/recording-player.tsx'
import { clock } from './recording/waveform-player.tsx'

/** A call, or what is known of one. */
export interface ToldCall {
  /** Null: a result that belongs to no single call. */
  id: string | null
  result: CallResult
  /** Null while the call is live; undefined if it is not known. */
  talkSeconds?: number | null | undefined
  conversation?: Schemas['Call']['conversation']
}

/** How often a live call is looked at. */
export const LIVE_MS = 1000

interface ConversationProps {
  call: ToldCall
}

/** A call as a conversation: its sound over its whole length with what happened in it, and every line with its time, which can be heard. */
export function Conversation({ call }: ConversationProps) {
  const t = useMessages(resultsMessages)
  const { id, result, talkSeconds } = call
  const isLive = talkSeconds === null
  const hasTold =
    id !== null && (isLive || result.agent !== undefined || (call.conversation?.lineCount ?? 0) > 0)
  const transcript = useApiQuery(
    '/api/call/{id}/transcript',
    { params: { path: { id: id ?? '' } } },
    { isEnabled: hasTold, ...(isLive && { refetchEveryMs: LIVE_MS }) },
  ).data
  const { recordings = [] } = result
  const whole = recordings.find(({ what }) => what === 'call')
  const isHeard = useIsHeard(whole?.id)
  const [place, setPlace] = useState<{ seconds: number }>()
  const [nowMs, setNowMs] = useState<number>()
  const startMs = whole?.offsetMs ?? 0
  const lines = conversationLines({
    result,
    transcript: transcript ?? [],
    talkMs: typeof talkSeconds === 'number' ? talkSeconds * 1000 : talkSeconds,
  })
  const now =
    nowMs === undefined ? undefined : lines.findLast(({ offsetMs }) => (offsetMs ?? Infinity) <= nowMs)
  const talkMs = typeof talkSeconds === 'number' ? talkSeconds * 1000 : 0
  const told = (seconds: number | undefined) => {
    const span = { fromMs: startMs, lengthMs: seconds === undefined ? talkMs - startMs : seconds * 1000 }
    const turns = call.conversation?.pace?.turns ?? []
    return { marks: marksOf(lines, span), waits: waitsOf(transcript ?? [], turns, span) }
  }
  const saidSeconds = (result.said ?? []).flatMap(({ offsetMs }) =>
    offsetMs === undefined ? [] : [(offsetMs - startMs) / 1000],
  )
  const hasTime = talkMs > 0 && told(undefined).marks.length > 0
  const others = recordings.filter((each) => each !== whole)
  return (
    <Stack gap="sm">
      {whole ? (
        <RecordingPlayer
          {...whole}
          {...{ place, saidSeconds }}
          told={isLive ? undefined : told}
          onAt={(seconds) => setNowMs(seconds * 1000 + startMs)}
        />
      ) : (
        hasTime && <CallTimeline {...told(undefined)} />
      )}
      {/* What happens in a live call is read out. */}
      <ol className="conversation" aria-label={t.conversation} {...(isLive && { 'aria-live': 'polite' })}>
        {lines.map((line, index) => (
          <ConversationLine
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
            key={index}
            line={line}
            isNow={line === now}
            onPlay={
              isHeard && line.offsetMs !== null
                ? (offsetMs) => setPlace({ seconds: Math.max(0, (offsetMs - startMs) / 1000) })
                : undefined
            }
          />
        ))}
      </ol>
      {others.map(({ id, what }) => (
        <RecordingPlayer key={id} id={id} what={what} />
      ))}
      <CallFacts call={call} />
    </Stack>
  )
}

/** Whether the recording of the whole call can be heard. */
function useIsHeard(recordingId: string | undefined): boolean {
  const mayListen = useRightReason()('hear') === undefined
  const { data } = useApiQuery(
    '/api/recording/{id}',
    { params: { path: { id: recordingId ?? '' } } },
    { isEnabled: recordingId !== undefined },
  )
  return mayListen && data?.status === 'kept'
}

interface ConversationLineProps {
  line: Line
  isNow: boolean
  onPlay: ((offsetMs: number) => void) | undefined
}

function ConversationLine({ line, isNow, onPlay }: ConversationLineProps) {
  const t = useMessages(resultsMessages)
  const wordsOf = useLineWords()
  const { side, offsetMs } = line
  const time = offsetMs === null ? undefined : clock(offsetMs / 1000)
  return (
    <li data-side={side} data-now={isNow || undefined}>
      <span className="conversation-time">{time}</span>
      {onPlay && offsetMs !== null ? (
        <UnstyledButton
          className="conversation-words"
          title={t.playFrom(time ?? '')}
          onClick={() => onPlay(offsetMs)}
        >
          {wordsOf(line)}
        </UnstyledButton>
      ) : (
        <span className="conversation-words">{wordsOf(line)}</span>
      )}
    </li>
  )
}

/** What came of it beside the conversation: fields, the summary of the agent, costs. */
function CallFacts({ call: { result, conversation } }: ConversationProps) {
  const t = useMessages(resultsMessages)
  const format = useFormat()
  const { summary = null, costs = [] } = conversation ?? {}
  const facts: [name: string, value: string][] = Object.entries(result.fields ?? {})
  if (result.agent !== undefined) facts.push([t.agent, t.agents[result.agent] ?? result.agent])
  if (result.callbackTime !== undefined) facts.push([t.callback, format.dateTime(result.callbackTime)])
  if (result.media) {
    const { loss, jitterMs, mes } = result.media
    const score = mes === undefined ? undefined : format.number(mes, 0)
    facts.push([t.sound, t.media(format.percent(loss), format.number(jitterMs, 0), score)])
  }
  if (summary !== null) facts.push([t.summary, summary])
  for (const { of, amount, currency } of costs) facts.push([t.cost(of), format.money(amount, currency)])
  for (const { code, text } of result.notes ?? [])
    facts.push([t.note, t.notes[code]?.(text) ?? `${code}: ${text}`])
  if (facts.length === 0) return null
  return (
    <dl className="settings-list" data-narrow>
      {facts.map(([name, value]) => (
        <FactRow key={`${name} ${value}`} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Text size="sm">{value}</Text>
      </dd>
    </>
  )
}
