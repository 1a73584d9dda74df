// Lets the sentences and audios of a call be heard, one after the other. Where the service cannot speak, the browser does.
import { ApiError } from '@carillon/client/errors'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useClient } from '../../../session/console-context.tsx'

export type Utterance =
  | { text: string; language?: string | undefined; voice?: string | undefined }
  | { audioId: string }

export interface Voice {
  /** Resolves when it has been heard to its end; rejects if it cannot be. An earlier one stops. */
  speak(utterance: Utterance): Promise<void>
  stop(): void
}

/** `recordingOf` gives the address of a sentence that is recorded: it needs neither the service nor the browser to speak it. */
export function useVoice(recordingOf?: (text: string) => string | undefined): Voice {
  const client = useClient()
  const current = useRef<AbortController>(undefined)
  const stop = useCallback(() => current.current?.abort(), [])
  const speak = useCallback(
    async (utterance: Utterance) => {
      current.current?.abort()
      const stopped = new AbortController()
      current.current = stopped
      const { signal } = stopped
      if ('audioId' in utterance) {
        const params = { path: { id: utterance.audioId } }
        const { content } = await client.download('/api/audio/{id}/file', { params, signal })
        await playSound(content, signal)
        return
      }
      const recording = recordingOf?.(utterance.text)
      if (recording !== undefined) {
        // Not by its address: some browsers play from one only in ranges.
        await playSound(await (await fetch(recording, { signal })).blob(), signal)
        return
      }
      try {
        await playSound(await client.say(utterance, { signal }), signal)
      } catch (error) {
        if (!(error instanceof ApiError) || !hasBrowserVoice()) throw error
        await speakInBrowser(utterance.text, utterance.language, signal)
      }
    },
    [client, recordingOf],
  )
  useEffect(() => {
    return () => stop()
  }, [stop])
  return useMemo(() => ({ speak, stop }), [speak, stop])
}

async function playSound(content: Blob, signal: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(content)
  const sound = new Audio(url)
  try {
    await new Promise<void>((resolve, reject) => {
      sound.onended = () => resolve()
      sound.onerror = () => reject(new Error(sound.error?.message || 'the audio cannot be played'))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      signal.throwIfAborted()
      sound.play().catch(reject)
    })
  } finally {
    sound.pause()
    URL.revokeObjectURL(url)
  }
}

function hasBrowserVoice(): boolean {
  return 'speechSynthesis' in globalThis && speechSynthesis.getVoices().length > 0
}

function speakInBrowser(text: string, language: string | undefined, signal: AbortSignal): Promise<void> {
  const utterance = new SpeechSynthesisUtterance(text)
  if (language) utterance.lang = language
  return new Promise<void>((resolve, reject) => {
    utterance.onend = () => resolve()
    utterance.onerror = ({ error }) => reject(new Error(error))
    signal.addEventListener(
      'abort',
      () => {
        speechSynthesis.cancel()
        reject(signal.reason)
      },
      { once: true },
    )
    speechSynthesis.speak(utterance)
  })
}
