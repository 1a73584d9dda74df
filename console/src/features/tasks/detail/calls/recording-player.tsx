import { ActionIcon, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { ActionButton } from '../../../../parts/action-button.tsx'
import { useNotify } from '../../../../parts/notify.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useClient } from '../../../../session/console-context.tsx'
import { useRightReason } from '../../../../session/use-right-reason.ts'
import { resultsMessages } from '../../results.messages.ts'
import { wavPeaks } from './wav-peaks.ts'

interface RecordingPlayerProps {
  id: string
  what: string
  /** Where to play from; another object asks for it again. */
  place?: { seconds: number } | undefined
  /** Told of the position while it plays. */
  onAt?: ((seconds: number) => void) | undefined
}

const PENDING_MS = 3000

/** It is loaded on request only: the service logs who listens. */
export function RecordingPlayer({ id, what, place, onAt }: RecordingPlayerProps) {
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
      const peaks = wavPeaks(await content.arrayBuffer(), BARS)
      setSound({ url: URL.createObjectURL(content), peaks })
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
  return (
    <section aria-label={t.recording[what] ?? what}>
      <Text size="sm" c="dimmed" mb="2xs">
        {t.recording[what] ?? what}
      </Text>
      {status === 'pending' && <Text size="sm">{t.pending}</Text>}
      {status === 'missing' && <Text size="sm">{t.missing}</Text>}
      {status === 'gone' && <Text size="sm">{t.gone}</Text>}
      {status === 'kept' && !sound && (
        <ActionButton loading={isLoading} disabledReason={rightReason} onClick={() => void load()}>
          {t.load}
        </ActionButton>
      )}
      {sound && <Player sound={sound} seconds={data?.seconds ?? 0} place={place} onAt={onAt} />}
    </section>
  )
}

interface Sound {
  url: string
  peaks: number[]
}

const BARS = 160
const HEIGHT = 48
const STEP_SECONDS = 5
/** Noise below it is not blown up. */
const QUIETEST = 0.05

interface PlayerProps extends Pick<RecordingPlayerProps, 'place' | 'onAt'> {
  sound: Sound
  seconds: number
}

function Player({ sound, seconds, place, onAt }: PlayerProps) {
  const t = useMessages(resultsMessages)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)

  function toggle(): void {
    if (audio.current?.paused) void audio.current.play()
    else audio.current?.pause()
  }

  function seek(to: number): void {
    const within = Math.min(Math.max(to, 0), seconds)
    if (audio.current) audio.current.currentTime = within
    setAt(within)
  }

  const playFrom = useEffectEvent((from: number) => {
    seek(from)
    // A browser may refuse to play without a click in the page; the place is shown anyway.
    audio.current?.play().catch(() => undefined)
  })
  useEffect(() => {
    if (place) playFrom(place.seconds)
  }, [place])

  function onKeyDown(event: KeyboardEvent): void {
    const places: Record<string, number> = {
      ArrowLeft: at - STEP_SECONDS,
      ArrowRight: at + STEP_SECONDS,
      Home: 0,
      End: seconds,
    }
    const next = places[event.key]
    if (next !== undefined) seek(next)
    else if (event.key === ' ') toggle()
    else return
    event.preventDefault()
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - left) / width) * seconds)
  }

  return (
    <Group wrap="nowrap" gap="sm" align="center">
      <ActionIcon variant="default" size="lg" aria-label={isPlaying ? t.pause : t.play} onClick={toggle}>
        {isPlaying ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
      </ActionIcon>
      <div
        className="waveform"
        role="slider"
        tabIndex={0}
        aria-label={t.position}
        aria-valuemin={0}
        aria-valuemax={Math.round(seconds)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={t.timeOf(clock(at), clock(seconds))}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <Waveform peaks={sound.peaks} played={seconds > 0 ? at / seconds : 0} />
      </div>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {t.timeOf(clock(at), clock(seconds))}
      </Text>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said */}
      <audio
        ref={audio}
        src={sound.url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => {
          setAt(currentTarget.currentTime)
          onAt?.(currentTarget.currentTime)
        }}
      />
    </Group>
  )
}

function Waveform({ peaks, played }: { peaks: number[]; played: number }) {
  // A quiet recording is drawn as high as a loud one.
  const loudest = Math.max(...peaks, QUIETEST)
  return (
    <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {peaks.map((peak, index) => {
        const height = Math.max((peak / loudest) * HEIGHT, 1)
        const isPlayed = index / BARS < played
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
            key={index}
            data-played={isPlayed || undefined}
            x={index}
            y={(HEIGHT - height) / 2}
            width={0.7}
            height={height}
          />
        )
      })}
    </svg>
  )
}

export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
