// A recording to be heard: its shape over its whole length, in which a click or the arrow keys go elsewhere.
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useMessages } from '../../../../../language/language-provider.tsx'
import { resultsMessages } from '../../../results.messages.ts'

export interface Sound {
  url: string
  /** Of each channel: ours first, if both sides have one. */
  channels: number[][]
}

/** Of the waveform. */
export const BARS = 240
const HEIGHT = 64
const STEP_SECONDS = 5
/** Noise below it is not blown up. */
const QUIETEST = 0.05

interface WaveformPlayerProps {
  sound: Sound
  seconds: number
  /** Where to play from; another object asks for it again. */
  place?: { seconds: number } | undefined
  /** Told of the position while it plays. */
  onAt?: ((seconds: number) => void) | undefined
  /** What is around the waveform. */
  frame(waveform: ReactNode): ReactNode
}

export function WaveformPlayer({ sound, seconds, place, onAt, frame }: WaveformPlayerProps) {
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
    <Stack gap="2xs">
      {frame(
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
          <Waveform channels={sound.channels} played={seconds > 0 ? at / seconds : 0} />
        </div>,
      )}
      <Group wrap="nowrap" gap="sm" align="center">
        <ActionIcon variant="default" size="lg" aria-label={isPlaying ? t.pause : t.play} onClick={toggle}>
          {isPlaying ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        </ActionIcon>
        <Text size="sm" className="tabular">
          {t.timeOf(clock(at), clock(seconds))}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/useMediaCaption: the lines of the conversation are below it */}
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
    </Stack>
  )
}

/** Two sides stand on both sides of a line: ours above it. One channel has both of them. */
function Waveform({ channels, played }: { channels: number[][]; played: number }) {
  // A quiet recording is drawn as high as a loud one.
  const loudest = Math.max(...channels.flat(), QUIETEST)
  const hasSides = channels.length > 1
  return (
    <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {channels.flatMap((peaks, channel) =>
        peaks.map((peak, index) => {
          const height = Math.max((peak / loudest) * (hasSides ? HEIGHT / 2 : HEIGHT), 1)
          const middle = HEIGHT / 2
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
              key={`${channel} ${index}`}
              data-side={channel === 1 ? 'callee' : undefined}
              data-played={index / BARS < played || undefined}
              x={index}
              y={!hasSides ? middle - height / 2 : channel === 0 ? middle - height : middle}
              width={0.7}
              height={height}
            />
          )
        }),
      )}
    </svg>
  )
}

export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
