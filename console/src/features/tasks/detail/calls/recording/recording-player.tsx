import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../../../../language/language-provider.tsx'
import { ActionButton } from '../../../../../parts/action-button.tsx'
import { useNotify } from '../../../../../parts/notify.ts'
import { useApiQuery } from '../../../../../session/api-hooks.ts'
import { useClient } from '../../../../../session/console-context.tsx'
import { useRightReason } from '../../../../../session/use-right-reason.ts'
import { resultsMessages } from '../../../results.messages.ts'
import { CallTimeline, type CallTimelineProps } from '../call-timeline.tsx'
import { wavPeaks } from './wav-peaks.ts'
import { sidesOf } from './wav-sides.ts'
import { BARS, type Sound, WaveformPlayer } from './waveform-player.tsx'

interface RecordingPlayerProps {
  id: string
  what: string
  /** Where to play from; another object asks for it again. */
  place?: { seconds: number } | undefined
  /** Told of the position while it plays. */
  onAt?: ((seconds: number) => void) | undefined
  /** What happened while it was recorded, by the length of the recording; undefined: it is only a part of the call. */
  told?: ((seconds: number | undefined) => Pick<CallTimelineProps, 'marks' | 'waits'>) | undefined
  /** When we began to say something. */
  saidSeconds?: readonly number[]
}

const PENDING_MS = 3000

/** It is loaded on request only: the service logs who listens. */
export function RecordingPlayer(props: RecordingPlayerProps) {
  const { id, what, place, onAt, told, saidSeconds = [] } = props
  const t = useMessages(resultsMessages)
  const client = useClient()
  const notify = useNotify()
  const rightReason = useRightReason()('hear')
  const { data, error } = useApiQuery(
    '/api/recording/{id}',
    { params: { path: { id } } },
    // No event says that the gateway has given it.
    { refetchEveryMs: PENDING_MS, refetchWhile: (known) => known?.status === 'pending' },
  )
  const [sound, setSound] = useState<Sound>()
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    return () => sound && URL.revokeObjectURL(sound.url)
  }, [sound])

  async function load(): Promise<void> {
    setLoading(true)
    try {
      const { content } = await client.download('/api/recording/{id}/file', { params: { path: { id } } })
      const channels = wavPeaks(await content.arrayBuffer(), BARS)
      setSound({
        url: URL.createObjectURL(content),
        channels: sidesOf(channels, saidSeconds, data?.seconds ?? 0),
      })
    } catch (failure) {
      notify.failed(failure, 'playRecording')
    } finally {
      setLoading(false)
    }
  }

  const status = error?.status === 404 ? 'gone' : data?.status
  const isWanted = place !== undefined && status === 'kept' && !sound
  const loadWanted = useEffectEvent(() => void load())
  useEffect(() => {
    if (isWanted) loadWanted()
  }, [isWanted])
  const seconds = data?.seconds ?? undefined
  const frame = (waveform?: ReactNode) =>
    told ? <CallTimeline {...told(seconds)}>{waveform}</CallTimeline> : waveform
  return (
    <section aria-label={t.recording[what] ?? what}>
      <Text size="sm" c="dimmed" mb="2xs">
        {t.recording[what] ?? what}
      </Text>
      {!sound && frame()}
      {status === 'pending' && <Text size="sm">{t.pending}</Text>}
      {status === 'missing' && <Text size="sm">{t.missing}</Text>}
      {status === 'gone' && <Text size="sm">{t.gone}</Text>}
      {status === 'kept' && !sound && (
        <ActionButton mt="2xs" loading={isLoading} disabledReason={rightReason} onClick={() => void load()}>
          {t.load}
        </ActionButton>
      )}
      {sound && (
        <WaveformPlayer sound={sound} seconds={seconds ?? 0} place={place} onAt={onAt} frame={frame} />
      )}
    </section>
  )
}
