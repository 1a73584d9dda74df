// Takes over a call that another node controlled. Such a call waits in that node's application, or goes there on its answer.
import type { Channel } from '../ari/ari-events.ts'
import { type ControlLine, ownerOf } from '../ari/control-line.ts'
import { APP_VARIABLE } from './call-placement.ts'
import type { createCallTransfers } from './call-transfers.ts'

interface TakeoverOptions {
  line: ControlLine
  transfers: ReturnType<typeof createCallTransfers>
  hangUp(callId: string): void
  adoptApp(name: string): void
}

interface Bridge {
  id: string
  channels: string[]
}

export function createTakeover({ line, transfers, hangUp, adoptApp }: TakeoverOptions) {
  const { ari, app, remove, report } = line

  /** Returns false if the channel is in no application: it has gone on to the dialplan, or has not come yet. */
  async function move(channelId: string, to: string): Promise<boolean> {
    const { status } = await ari.send('POST', `/channels/${channelId}/move?app=${to}`)
    return status < 300
  }

  async function listBridges(): Promise<Bridge[]> {
    const { status, body } = await ari.send('GET', '/bridges')
    // Without res_ari_bridges there are none of ours.
    if (status === 404) return []
    if (status !== 200 || !Array.isArray(body)) throw new Error(`Asterisk lists no bridges (${status})`)
    return body
  }

  /** Returns false if the call has to end. */
  async function takeBridge(
    callId: string,
    bridge: Bridge,
    channels: ReadonlyMap<string, Channel>,
  ): Promise<boolean> {
    const isTransfer = ownerOf(bridge.id)?.kind === 'leg'
    const hasCall = bridge.channels.includes(callId)
    if (isTransfer && hasCall && channels.has(bridge.id)) {
      await move(bridge.id, app())
      transfers.adopt(callId, bridge.id)
      return true
    }
    // The other party has left, or the program that had the audio is gone.
    remove('channels', bridge.id)
    remove('bridges', bridge.id)
    return !(isTransfer && hasCall)
  }

  return {
    move,
    listBridges,

    /** On its answer the call goes to the application of the node that placed it, so we answer for that one. */
    async takeRinging(callId: string): Promise<void> {
      const { body } = await ari.send('GET', `/channels/${callId}/variable?variable=${APP_VARIABLE}`)
      const value = typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined
      if (typeof value === 'string' && value !== '' && value !== app()) adoptApp(value)
    },

    /** Returns false if the call has gone on to the dialplan. Rejects if it has not reached any application yet. */
    async takeAnswered(callId: string, channels: ReadonlyMap<string, Channel>): Promise<boolean> {
      const bridges = (await listBridges()).filter(({ id }) => ownerOf(id)?.callId === callId)
      let goesOn = true
      for (const bridge of bridges) goesOn = (await takeBridge(callId, bridge, channels)) && goesOn
      // Another party that was still being called.
      for (const id of channels.keys()) {
        const owner = ownerOf(id)
        const isOurs = owner?.callId === callId && owner.kind !== 'snoop'
        if (isOurs && !bridges.some((bridge) => bridge.id === id)) remove('channels', id)
      }
      if (!goesOn) hangUp(callId)
      if (!goesOn || (await move(callId, app()))) return true
      const place = channels.get(callId)?.dialplan?.app_name ?? ''
      if (NOWHERE.has(place)) throw new Error('the call was answered just now')
      report({ type: 'transferred', attemptId: callId, result: 'handed_over' })
      return false
    },
  }
}

/** What Asterisk names as the application of a channel that has just been answered. */
const NOWHERE = new Set(['', 'AppDial', 'AppDial2', 'Stasis'])
