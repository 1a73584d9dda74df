// Phones that do what a test says: every call is answered when the test says so, and what it is told to do is kept. Several
// nodes may share the phones.

import type { CallControl, CallMedia } from '../../src/conversations/answered-call.ts'
import { ALL_ABILITIES } from '../../src/conversations/flows/flow.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import type {
  AttemptState,
  CallEnd,
  CallRequest,
  Gateway,
  GatewayEvent,
  InboundCall,
  InboundRefusal,
} from '../../src/telephony/gateway.ts'
import { eventually } from './eventually.ts'
import { plainGateway } from './plain-gateway.ts'

export interface ControlledCall {
  request: CallRequest
  /** In the words of a test, such as `play 1` or `transfer sip:desk@example.org`. */
  did: string[]
  isAnswered: boolean
  playing: string | undefined
  /** The last recording that was begun. */
  recordingId?: string
  end: CallEnd | undefined
}

export type ControlledPhones = ReturnType<typeof createControlledPhones>

/** Of an Asterisk without the modules that voice agents and verdicts need. */
export function gatewayWithoutStreams(): Gateway {
  const phones = createControlledPhones()
  const abilities = new Set(['play', 'keys', 'record', 'transfer'] as const)
  return phones.gateway({ control: { ...phones.control, abilities } })
}

export function createControlledPhones() {
  const calls = new Map<string, ControlledCall>()
  /** What was recorded and can be fetched, by the id of the recording. */
  const recordings = new Map<string, Uint8Array>()
  const listeners = new Set<(event: GatewayEvent) => void>()
  let onInbound: ((call: InboundCall) => void) | undefined
  const tell = (event: GatewayEvent) => {
    for (const listener of listeners) listener(event)
  }

  function finish(id: string, end: CallEnd): void {
    const call = calls.get(id)
    if (!call || call.end) return
    call.end = end
    tell({ type: 'ended', attemptId: id, end })
  }

  const media: CallMedia = {
    onAudio: () => undefined,
    onMark: () => undefined,
    onClose: () => undefined,
    send: () => undefined,
    mark: () => undefined,
    clear: () => undefined,
    close: () => undefined,
  }

  function note(id: string, what: string): void {
    calls.get(id)?.did.push(what)
  }

  const control: CallControl = {
    abilities: ALL_ABILITIES,
    has: () => true,
    listen: async () => undefined,
    overhear: async () => undefined,
    async play(id, playId) {
      note(id, `play ${playId}`)
      const call = calls.get(id)
      if (call) call.playing = playId
    },
    async stopPlaying(id, playId) {
      note(id, `stop ${playId}`)
    },
    async record(id, { id: recordingId, what }) {
      note(id, `record ${what}`)
      const call = calls.get(id)
      if (call) call.recordingId = recordingId
    },
    async stopRecording(id) {
      note(id, 'stop recording')
    },
    readRecording: async (recordingId) => recordings.get(recordingId),
    async removeRecording(recordingId) {
      recordings.delete(recordingId)
    },
    async transfer(id, { to }) {
      note(id, `transfer ${to}`)
    },
    async sendKeys(id, keys) {
      note(id, `keys ${keys}`)
    },
    async openMedia(id) {
      note(id, 'open media')
      return media
    },
    async resume(id, playId) {
      note(id, 'resume')
      const call = calls.get(id)
      if (!call?.isAnswered) return 'ringing'
      return call.playing !== undefined && call.playing === playId ? 'playing' : 'waiting'
    },
  }

  return {
    calls,
    recordings,
    control,
    tell,
    finish,

    /** A gateway of one node. */
    gateway(more: Partial<Gateway> = { control }): Gateway {
      let mine: ((event: GatewayEvent) => void) | undefined
      return {
        ...plainGateway,
        wantsDetails: true,
        async originate(request) {
          calls.set(request.attemptId, {
            request,
            did: [],
            isAnswered: false,
            playing: undefined,
            end: undefined,
          })
        },
        async hangUp(id) {
          finish(id, { cause: calls.get(id)?.isAnswered ? 'answered' : 'no_answer', talkMs: 1000 })
        },
        async reconcile(ids) {
          return new Map(
            ids.map((id): [string, AttemptState] => {
              const call = calls.get(id)
              if (!call) return [id, { state: 'unknown' }]
              return [id, call.end ? { state: 'ended', end: call.end } : { state: 'live' }]
            }),
          )
        },
        health: () => ({ isUp: true }),
        listen(onEvent) {
          mine = onEvent
          listeners.add(onEvent)
        },
        listenInbound(onCall) {
          onInbound = onCall
        },
        async close() {
          if (mine) listeners.delete(mine)
        },
        ...more,
      }
    },

    /** Somebody calls in. The call is among the others once it was taken. */
    callIn(given: Pick<InboundCall, 'trunkId' | 'callerNumber' | 'dialed'>) {
      const id = newId()
      const seen = { id, refusal: undefined as InboundRefusal | undefined, isGone: false }
      const request = { attemptId: id, phoneNumber: '', taskId: '', contactId: '' }
      onInbound?.({
        ...given,
        id,
        take() {
          if (seen.isGone) return false
          calls.set(id, { request, did: ['ring'], isAnswered: false, playing: undefined, end: undefined })
          return true
        },
        async answer() {
          const call = calls.get(id)
          if (call) call.isAnswered = true
          tell({ type: 'answered', attemptId: id })
        },
        refuse(why) {
          seen.refusal = why
          calls.delete(id)
        },
      })
      return seen
    },

    /** The id of the live call to a number, once there is one. */
    async callTo(phoneNumber: string): Promise<string> {
      return eventually(() => {
        const found = [...calls].find(([, { request, end }]) => request.phoneNumber === phoneNumber && !end)
        if (!found) throw new Error(`no call to ${phoneNumber}`)
        return found[0]
      })
    },

    /** Resolves once the call was told to do this. */
    async until(id: string, what: string): Promise<void> {
      await eventually(() => {
        const did = calls.get(id)?.did ?? []
        if (!did.includes(what)) throw new Error(`${what} is not among ${did.join(', ')}`)
      })
    },

    answer(id: string): void {
      const call = calls.get(id)
      if (call) call.isAnswered = true
      tell({ type: 'answered', attemptId: id })
    },

    played(id: string): void {
      const call = calls.get(id)
      const playId = call?.playing ?? ''
      if (call) call.playing = undefined
      tell({ type: 'played', attemptId: id, playId, result: 'done' })
    },

    /** The callee has left this message. */
    recorded(id: string, message: Uint8Array): void {
      const recordingId = calls.get(id)?.recordingId ?? ''
      recordings.set(recordingId, message)
      tell({ type: 'recorded', attemptId: id, recordingId, hasFailed: false })
    },

    press(id: string, ...keys: string[]): void {
      for (const key of keys) tell({ type: 'key', attemptId: id, key })
    },
  }
}
