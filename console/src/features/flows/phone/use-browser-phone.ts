import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../session/console-context.tsx'
import type { BrowserPhone, PhoneEvent } from './browser-phone.ts'

/** `insecure`: browsers give the microphone only to pages with TLS or on localhost. */
export type PhoneState = 'off' | 'starting' | PhoneEvent | 'insecure' | 'denied' | 'noMicrophone' | 'failed'

export interface BrowserPhoneHook {
  state: PhoneState
  /** Why the service could not get it ready. */
  error: unknown
  /** Returns the id of the own phone once it can be called; undefined if it cannot be. */
  start(): Promise<string | undefined>
  phone: BrowserPhone | undefined
  /** What the other side says. */
  sound: MediaStream | undefined
}

export function useBrowserPhone(): BrowserPhoneHook {
  const client = useClient()
  const opened = useRef<BrowserPhone>(undefined)
  const [state, setState] = useState<PhoneState>('off')
  const [sound, setSound] = useState<MediaStream>()
  const [error, setError] = useState<unknown>()

  const close = useCallback(() => {
    opened.current?.close()
    opened.current = undefined
  }, [])
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      close()
    }
  }, [close])

  async function start(): Promise<string | undefined> {
    if (opened.current && state !== 'lost') return opened.current.id
    close()
    setError(undefined)
    if (!window.isSecureContext || !navigator.mediaDevices) {
      setState('insecure')
      return undefined
    }
    setState('starting')
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((reason: Error) => {
      setState(reason.name === 'NotFoundError' ? 'noMicrophone' : 'denied')
    })
    if (!microphone) return undefined
    try {
      const account = await client.post('/api/ownPhone/browser', {})
      const { openBrowserPhone } = await import('./browser-phone.ts')
      if (isGone.current) throw new Error('the phone is no longer wanted')
      return await new Promise((resolve) => {
        opened.current = openBrowserPhone({
          ...{ account, microphone, onSound: setSound },
          onEvent(event) {
            setState(event)
            if (event === 'ready') resolve(account.id)
            if (event === 'lost') resolve(undefined)
          },
        })
      })
    } catch (reason) {
      for (const track of microphone.getTracks()) track.stop()
      setError(reason)
      setState('failed')
      return undefined
    }
  }

  return { state, error, start, phone: opened.current, sound }
}
