// A line of an Asterisk: what is dialed, how numbers and caller IDs are written there, and whether it works. All lines share the link to their
// Asterisk; each has its own condition.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { AriClient } from './ari/ari-client.ts'
import { createEndpointCondition, type EndpointCondition } from './endpoint-condition.ts'
import { createRepeatedCheck } from './repeated-check.ts'

export interface LineSettings {
  /** The trunk of the service. */
  id: string
  /** What is dialed, with NUMBER_PLACE in it. */
  endpoint: string
  /** The number as the trunk wants it. */
  numberFor(phoneNumber: string): string
  nextCallerId(): string | undefined
  /** Whether only the carrier is told the caller ID. */
  hidesCallerId(): boolean
}

export interface AsteriskLine extends LineSettings {
  condition: EndpointCondition
  /** Asterisk was asked about it since the link is up. */
  isKnown: boolean
  looks: ReturnType<typeof createRepeatedCheck>
}

interface LineOptions {
  settings: LineSettings
  url: string
  /** It is on the Asterisk that the service runs. */
  isOwn: boolean
  ari: Pick<AriClient, 'send'>
  clock: Clock
  log: Log
  isLinkUp(): boolean
  /** Asks Asterisk about a line that is not known yet. */
  greet(line: AsteriskLine): Promise<void>
  fault(line: AsteriskLine): string | undefined
  /** How often it is checked: while it is down, and otherwise. */
  lookMs: { down: number; up: number }
}

export function createLine({ settings, url, isOwn, ari, clock, log, ...options }: LineOptions): AsteriskLine {
  const { endpoint } = settings
  const line: AsteriskLine = {
    ...settings,
    condition: createEndpointCondition({ settings: { endpoint, url }, ari, clock, log, isOwn }),
    isKnown: false,
    looks: createRepeatedCheck({
      isWanted: options.isLinkUp,
      check: () => Promise.allSettled([line.isKnown ? line.condition.check() : options.greet(line)]),
      pauseMs: () => (options.fault(line) === undefined ? options.lookMs.up : options.lookMs.down),
    }),
  }
  return line
}
