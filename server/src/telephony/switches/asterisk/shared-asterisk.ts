// An Asterisk of the user's: a switch with one line, and a client of its own.
import { takeInTurn } from '../call-settings.ts'
import { createAriClient } from './ari/ari-client.ts'
import type { AsteriskSettings } from './asterisk-settings.ts'
import { type AsteriskOptions, type AsteriskSwitch, createAsteriskSwitch } from './asterisk-switch.ts'
import { DEFAULT_TIMING } from './asterisk-timing.ts'

interface SharedAsteriskOptions extends Pick<AsteriskOptions, 'clock' | 'log' | 'timing'> {
  settings: AsteriskSettings
}

export function createSharedAsterisk({ settings, ...options }: SharedAsteriskOptions): AsteriskSwitch {
  const { callerIds, endpoint } = settings
  const line = { id: 'shared', endpoint, nextCallerId: takeInTurn(callerIds), hidesCallerId: () => false }
  const sharedLine = { ...line, numberFor: (phoneNumber: string) => phoneNumber }
  const { requestTimeoutMs } = { ...DEFAULT_TIMING, ...options.timing }
  const ari = createAriClient({ settings, clock: options.clock, timeoutMs: requestTimeoutMs })
  const on = createAsteriskSwitch({ ...options, settings, ari, sharedLine })
  return {
    ...on,
    async close() {
      await on.close()
      ari.close()
    },
  }
}
