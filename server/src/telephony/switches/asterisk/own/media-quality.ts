// How the sound of live calls arrives, by trunk. A few calls are asked while they are up: after its end Asterisk knows nothing of a call.
import type { MediaQuality } from '../../../trunks/test/trunk-probe.ts'
import type { AriClient } from '../ari/ari-client.ts'
import { MIN_PACKETS } from '../ari/rtp-quality.ts'

/** Of each trunk. */
const MAX_CALLS = 5
const OF_TRUNK = /^PJSIP\/trunk-(.+)-[0-9a-f]+$/

interface Statistics {
  rxcount: number
  rxploss: number
  /** In seconds. */
  rxjitter: number
  /** Since Asterisk 20.4. */
  rxmes?: number
}

/** Nothing of trunks without calls that have sound. Never rejects: it is only for people. */
export async function readMediaQuality(ari: Pick<AriClient, 'send'>): Promise<Map<string, MediaQuality>> {
  const found = new Map<string, Statistics[]>()
  try {
    for (const [trunkId, channelIds] of callsByTrunk((await ari.send('GET', '/channels')).body)) {
      const answers = await Promise.all(
        channelIds.map((id) => ari.send('GET', `/channels/${encodeURIComponent(id)}/rtp_statistics`)),
      )
      found.set(
        trunkId,
        answers.map(({ body }) => body).filter((body) => isStatistics(body)),
      )
    }
  } catch {
    // Asterisk is about to end, or does not answer; its state says so.
  }
  return new Map(
    [...found].flatMap(([trunkId, calls]) => (calls.length === 0 ? [] : [[trunkId, meanOf(calls)]])),
  )
}

function callsByTrunk(channels: unknown): Map<string, string[]> {
  const calls = new Map<string, string[]>()
  for (const { id, name, state } of Array.isArray(channels) ? channels : []) {
    const trunkId = state === 'Up' ? OF_TRUNK.exec(String(name))?.[1] : undefined
    if (trunkId === undefined) continue
    const known = calls.get(trunkId) ?? []
    if (known.length < MAX_CALLS) calls.set(trunkId, [...known, String(id)])
  }
  return calls
}

function isStatistics(body: unknown): body is Statistics {
  const { rxcount, rxploss, rxjitter } = (body ?? {}) as Partial<Statistics>
  return (
    [rxcount, rxploss, rxjitter].every((each) => typeof each === 'number') && Number(rxcount) >= MIN_PACKETS
  )
}

function meanOf(calls: readonly Statistics[]): MediaQuality {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  // 0: Asterisk has not computed it yet.
  const scores = calls.map(({ rxmes = 0 }) => rxmes).filter((each) => each > 0)
  return {
    calls: calls.length,
    loss: mean(calls.map(({ rxcount, rxploss }) => rxploss / (rxcount + rxploss))),
    jitterMs: mean(calls.map(({ rxjitter }) => rxjitter * 1000)),
    mes: scores.length === 0 ? undefined : mean(scores),
  }
}
