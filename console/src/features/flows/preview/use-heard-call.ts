// A call that is heard as it is walked through: what is new is spoken, and after it the call goes on by itself.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Flow } from '../flow.ts'
import { type Utterance, useVoice } from './use-voice.ts'
import type { WalkEntry, Walking } from './use-walk.ts'

interface HeardCallOptions {
  flow: Flow
  walking: Walking
  isSoundOn: boolean
  /** The address of a sentence that is recorded. */
  recordingOf?: (text: string) => string | undefined
}

export function useHeardCall({ flow, walking, isSoundOn, recordingOf }: HeardCallOptions) {
  const voice = useVoice(recordingOf)
  const { walk, round } = walking
  const heard = useRef({ round: 0, count: 0 })
  const [failure, setFailure] = useState<unknown>()

  const listen = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!walk) return
    const from = heard.current.round === round ? heard.current.count : 0
    heard.current = { round, count: walk.entries.length }
    if (!isSoundOn) return
    try {
      for (const entry of walk.entries.slice(from)) {
        const utterance = utteranceOf(flow, entry)
        if (utterance && isCurrent()) await voice.speak(utterance)
      }
      if (isCurrent() && walk.waitsFor === 'sound') walking.tell({ wait: true })
    } catch (error) {
      if (isCurrent() && (error as Error).name !== 'AbortError') setFailure(error)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every answer
  useEffect(() => {
    let isCurrent = true
    setFailure(undefined)
    void listen(() => isCurrent)
    return () => {
      isCurrent = false
      voice.stop()
    }
  }, [walk, round])

  return { failure, stop: voice.stop }
}

function utteranceOf(flow: Flow, { what, text, step: id }: WalkEntry): Utterance | undefined {
  if (what === 'play') return { audioId: text }
  if (what !== 'say') return undefined
  const step = flow.steps.find((each) => each.id === id)
  const own = step && 'language' in step ? step : undefined
  const ownVoice = step && 'voice' in step ? step.voice : undefined
  return { text, language: own?.language || flow.language, voice: ownVoice || flow.voice }
}
