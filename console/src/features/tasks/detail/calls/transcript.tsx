import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { resultsMessages } from '../../results.messages.ts'
import { clock } from './recording-player.tsx'

interface TranscriptProps {
  callId: string
  /** Plays the recording from this time after the answer; undefined: there is none to be heard. */
  onPlay: ((offsetMs: number) => void) | undefined
}

/** What was said in a call with a voice agent. A line that is clicked is heard. */
export function Transcript({ callId, onPlay }: TranscriptProps) {
  const t = useMessages(resultsMessages)
  const { data: lines } = useApiQuery('/api/call/{id}/transcript', { params: { path: { id: callId } } })
  if (!lines) return <Skeleton h={120} aria-busy />
  return (
    <section aria-label={t.transcript}>
      <Text size="sm" c="dimmed" mb="2xs">
        {t.transcript}
      </Text>
      <ol className="call-transcript">
        {lines.map(({ who, text, offsetMs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended, and may repeat
          <li key={index} data-who={who}>
            <Text span size="xs" c="dimmed">
              {t.speakers[who] ?? who}
            </Text>
            {offsetMs !== null && onPlay ? (
              <UnstyledButton
                fz="sm"
                title={t.playFrom(clock(offsetMs / 1000))}
                onClick={() => onPlay(offsetMs)}
              >
                {text}
              </UnstyledButton>
            ) : (
              <Text size="sm">{text}</Text>
            )}
            {offsetMs !== null && (
              <Text span size="xs" c="dimmed">
                {clock(offsetMs / 1000)}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
