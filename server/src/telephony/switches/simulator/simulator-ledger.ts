// Everything that really happened in the simulated network, as it happens.
import { appendFileSync } from 'node:fs'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { CallEnd, CallRequest } from '../../gateway.ts'
import type { CallHappening } from './simulated-call.ts'

export type Happening = { event: 'rang' } | ({ event: 'ended' } & CallEnd) | CallHappening

export type LedgerEntry = { time: string } & Pick<
  CallRequest,
  'attemptId' | 'taskId' | 'contactId' | 'phoneNumber'
> &
  Happening

interface LedgerOptions {
  clock: Clock
  /** The path of a file. */
  file: string | null
  onEntry: ((entry: LedgerEntry) => void) | undefined
}

export function createLedger({ clock, file, onEntry }: LedgerOptions) {
  return function record(call: CallRequest, happening: Happening): void {
    if (!onEntry && file === null) return
    const { attemptId, taskId, contactId, phoneNumber } = call
    const time = clock.now().toISOString()
    const entry: LedgerEntry = { time, attemptId, taskId, contactId, phoneNumber, ...happening }
    onEntry?.(entry)
    // First of all: what rang must be on disk even if this process is killed now.
    if (file !== null) appendFileSync(file, `${JSON.stringify(entry)}\n`)
  }
}
