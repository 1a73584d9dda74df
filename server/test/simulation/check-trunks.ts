// What must hold of trunks: their lines and calls per second over all nodes, and that the record has the trunk that a call was on.

import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import type { History } from './history.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import type { WallClock } from './wall-clock.ts'

type Look = RealStatements['look']

export async function checkTrunkLines(look: Look, trunks: readonly Trunk[]): Promise<string[]> {
  if (trunks.length === 0) return []
  const rows = await look<{ trunk_id: string | null; calls: number }>(
    `select trunk_id, count(*)::int as calls from live_call group by trunk_id`,
  )
  return trunks.flatMap(({ id, name, lines }) => {
    const calls = rows.find((row) => row.trunk_id === id)?.calls ?? 0
    return lines !== null && calls > lines ? [`${calls} live calls on ${name}, which has ${lines} lines`] : []
  })
}

/** By the time at which a call was given to the trunk. */
export function checkTrunkRates(
  trunks: readonly Trunk[],
  { trunkStarts }: History,
  wallClock: WallClock,
): string[] {
  return trunks.flatMap(({ id, name, callsPerSecond }) => {
    const starts = trunkStarts.filter(({ trunkId }) => trunkId === id).map(({ atMs }) => atMs)
    const passed = starts.find((fromMs) => {
      // The second that the clock jumps over is one in which calls may start.
      if (wallClock.wasPutForward(fromMs - 2000, fromMs + 2000)) return false
      const second = starts.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1000)
      return callsPerSecond !== null && second.length > callsPerSecond
    })
    return passed === undefined
      ? []
      : [`more than ${callsPerSecond} calls on ${name} in the second from ${passed} on`]
  })
}

export async function checkTrunkRecords(look: Look, network: PhoneNetwork): Promise<string[]> {
  const rows = await look<{ id: string; trunk_id: string | null; caller_id: string | null }>(
    'select id, trunk_id, caller_id from call',
  )
  return rows.flatMap(({ id, trunk_id, caller_id }) => {
    const rung = network.find(id)
    const { trunkId = null, callerId = null } = rung?.route ?? {}
    return rung && (trunkId !== trunk_id || callerId !== caller_id)
      ? [`${id} rang by trunk ${trunkId} as ${callerId}, and is recorded with ${trunk_id} and ${caller_id}`]
      : []
  })
}
