// A simulator in a time of its own.

import type { Flow } from '../../src/conversations/flows/flow.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { createSimulator } from '../../src/telephony/switches/simulator/simulator.ts'
import type { LedgerEntry } from '../../src/telephony/switches/simulator/simulator-ledger.ts'
import { parseSimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import { createManualClock } from './manual-clock.ts'

export function openSimulator(words: string) {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const waiting: { atMs: number; run: () => void }[] = []
  const ledger: LedgerEntry[] = []
  const schedule = (delayMs: number, run: () => void) => {
    const atMs = clock.elapsedMs() + delayMs
    // Behind those of the same time. Sorting all of them for each event would take most of the time of a test.
    let from = 0
    for (let to = waiting.length; from < to; ) {
      const middle = (from + to) >> 1
      if ((waiting[middle]?.atMs ?? 0) <= atMs) from = middle + 1
      else to = middle
    }
    waiting.splice(from, 0, { atMs, run })
  }
  const simulator = createSimulator({
    settings: parseSimulatorSettings(words),
    clock,
    schedule,
    onLedger: (entry) => ledger.push(entry),
  })
  const events: GatewayEvent[] = []
  simulator.listen((event) => events.push(event))
  async function pass(ms: number): Promise<void> {
    const untilMs = clock.elapsedMs() + ms
    for (;;) {
      const next = waiting[0]
      if (!next || next.atMs > untilMs) break
      waiting.shift()
      clock.advance(Math.max(0, next.atMs - clock.elapsedMs()))
      next.run()
    }
    clock.advance(untilMs - clock.elapsedMs())
  }
  const originate = (attemptId: string, phoneNumber: string, flow?: Flow) =>
    simulator.originate({
      attemptId,
      phoneNumber,
      taskId: 'task',
      contactId: 'contact',
      ...(flow && { flow }),
    })
  return { simulator, clock, schedule, events, ledger, pass, originate }
}
