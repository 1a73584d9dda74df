// Answered calls under our control: they wait in our Stasis application for commands. Asterisk keeps a call there when our
// event socket is lost or this process dies, so after a gap we check the state of its sounds, recordings and bridges. A call
// that no node takes over is ended by TIMEOUT(absolute), which was set when it was placed.
import type { CallControl, ControlEvent, Sound } from '../../../../conversations/answered-call.ts'
import { ALL_ABILITIES } from '../../../../conversations/flows/flow.ts'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import { setRealTimer } from '../../../../platform/kernel/wake-signal.ts'
import type { AriClient } from '../ari/ari-client.ts'
import type { AriEvent, Channel } from '../ari/ari-events.ts'
import { createControlLine, ownerOf } from '../ari/control-line.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import { findMissingModules } from '../flow-modules.ts'
import { createCallEars } from './call-ears.ts'
import { createCallMedia } from './call-media.ts'
import { createCallRecordings } from './call-recordings.ts'
import { createCallTransfers } from './call-transfers.ts'
import { createTakeover } from './take-over-call.ts'
import { createTalkWatch } from './talk-watch.ts'

export type AsteriskControl = ReturnType<typeof createCallControl>

interface CallControlOptions {
  settings: AsteriskSwitchSettings
  ari: AriClient
  app(): string
  /** Receives the events of another application as well: calls that it placed come to it on their answer. */
  adoptApp(name: string): void
  report(event: ControlEvent): void
  hangUp(callId: string): void
  lineOf: Parameters<typeof createCallTransfers>[0]['lineOf']
  /** The channel of an attempt. */
  channelOf(attemptId: string): string
  listChannels(): Promise<ReadonlyMap<string, Channel>>
  clock: Clock
  log: Log
}

interface ControlledCall {
  /** When the callee answered, by Asterisk's clock, while the call has not reached our application. */
  upAtMs: number | undefined
  isHangingUp: boolean
  /** The sound that was begun last, until its end is known. */
  play: { id: string; isStopped: boolean } | undefined
}

export function createCallControl(options: CallControlOptions) {
  const { ari, hangUp, listChannels, channelOf } = options
  const line = createControlLine({ ...options, report })
  const { command } = line
  const recordings = createCallRecordings(line)
  const media = createCallMedia(line)
  const ears = createCallEars(line, media.connect)
  const transfers = createCallTransfers({ ...options, line, hangUp, media, setTimer: setRealTimer })
  const talks = createTalkWatch({ ari, report, clock: options.clock, setTimer: setRealTimer })
  const takeover = createTakeover({ line, transfers, hangUp, adoptApp: options.adoptApp })
  const controlled = new Map<string, ControlledCall>()
  const abilities = new Set(ALL_ABILITIES)

  /** Once the callee has hung up, nothing but the end is told: a message that ends with the call is no reason to go on. */
  function report(event: ControlEvent): void {
    if (!controlled.get(event.attemptId)?.isHangingUp) options.report(event)
  }

  const playbackOf = (callId: string, playId: string) => `${callId}.play.${playId}`

  function add(callId: string): ControlledCall {
    const call = { upAtMs: undefined, isHangingUp: false, play: undefined }
    controlled.set(callId, call)
    return call
  }

  function endPlay(callId: string, call: ControlledCall, result: 'done' | 'failed'): void {
    const { play } = call
    call.play = undefined
    // Asterisk also says `failed` if the callee hangs up meanwhile.
    if (!play) return
    report({
      type: 'played',
      attemptId: callId,
      playId: play.id,
      result: play.isStopped ? 'stopped' : result,
    })
  }

  /** Whether it plays on. */
  async function checkPlay(callId: string, call: ControlledCall): Promise<boolean> {
    if (!call.play) return false
    const { status } = await ari.send('GET', `/playbacks/${playbackOf(callId, call.play.id)}`)
    return status !== 404
  }

  async function play(callId: string, playId: string, sounds: readonly Sound[]): Promise<void> {
    const call = controlled.get(callId)
    if (!call) return
    await media.settled(callId)
    call.play = { id: playId, isStopped: false }
    const path = `/channels/${callId}/play/${playbackOf(callId, playId)}`
    await command('POST', path, { media: sounds.map(({ url }) => `sound:${url}`) })
  }

  const control: CallControl = {
    abilities,
    has: () => true,
    play: (attemptId, playId, sounds) => play(channelOf(attemptId), playId, sounds),

    async stopPlaying(attemptId, playId) {
      const callId = channelOf(attemptId)
      const call = controlled.get(callId)
      if (call?.play?.id === playId) call.play.isStopped = true
      await command('DELETE', `/playbacks/${playbackOf(callId, playId)}`)
    },

    async record(attemptId, recording) {
      const callId = channelOf(attemptId)
      if (!controlled.has(callId)) return
      await media.settled(callId)
      await recordings.record(callId, recording)
    },

    stopRecording: (_attemptId, recordingId) => recordings.stop(recordingId),
    readRecording: (recordingId) => recordings.read(recordingId),
    removeRecording: (recordingId) => recordings.remove(recordingId),

    async transfer(attemptId, transfer) {
      const callId = channelOf(attemptId)
      if (!controlled.has(callId)) return
      await media.settled(callId)
      await transfers.transfer(callId, transfer)
    },

    async sendKeys(attemptId, keys) {
      const callId = channelOf(attemptId)
      if (controlled.has(callId)) await command('POST', `/channels/${callId}/dtmf`, { dtmf: keys })
    },

    async openMedia(attemptId) {
      const callId = channelOf(attemptId)
      await media.settled(callId)
      return media.open(callId)
    },

    async listen(attemptId) {
      const callId = channelOf(attemptId)
      await media.settled(callId)
      return media.open(callId)
    },

    overhear: (attemptId, notice) => ears.overhear(channelOf(attemptId), notice),

    async resume(attemptId, playId) {
      const callId = channelOf(attemptId)
      const channels = await listChannels()
      const channel = channels.get(callId)
      if (!channel) throw new Error('the call has ended')
      const call = controlled.get(callId) ?? add(callId)
      if (channel.state !== 'Up') {
        await takeover.takeRinging(callId)
        return 'ringing'
      }
      const isOurs = await takeover.takeAnswered(callId, channels)
      if (!isOurs || playId === null) return 'waiting'
      call.play = { id: playId, isStopped: false }
      if (await checkPlay(callId, call)) return 'playing'
      call.play = undefined
      return 'waiting'
    },
  }

  return {
    control,
    /** The call will come to our application on its answer. */
    add,
    has: (callId: string) => controlled.has(callId),

    /** The callee has answered. Returns whether the call is still on its way to our application, where commands can reach it. */
    isOnItsWay(callId: string, atMs: number): boolean {
      const call = controlled.get(callId)
      if (call) call.upAtMs ??= atMs
      return call !== undefined
    },

    answeredAtMs: (callId: string) => controlled.get(callId)?.upAtMs,

    applyEvent(event: AriEvent): void {
      line.applyEvent(event)
      transfers.applyEvent(event)
      ears.applyEvent(event)
      if (event.type === 'recorded') recordings.applyEvent(event)
      if (event.type === 'played') {
        const [callId = '', playId] = event.id.split('.play.')
        const call = controlled.get(callId)
        if (call?.play && call.play.id === playId) endPlay(callId, call, event.hasFailed ? 'failed' : 'done')
      }
      const call = 'id' in event ? controlled.get(event.id) : undefined
      if (!call) return
      if (event.type === 'hanging up') call.isHangingUp = true
      else if (event.type === 'key') report({ type: 'key', attemptId: event.id, key: event.key })
      else if (event.type === 'talk') talks.hear(event.id, event.isTalking, event.talkMs)
    },

    /** The socket was lost and is back; the call is up. Returns whether it is in an application, where commands reach it. */
    async catchUp(callId: string, app: string, channels: ReadonlyMap<string, Channel>): Promise<boolean> {
      const call = controlled.get(callId)
      if (!call) return false
      const isThere = await takeover.move(callId, app)
      await Promise.all([recordings.catchUp(callId), transfers.catchUp(callId, channels)])
      if (call.play && !(await checkPlay(callId, call))) endPlay(callId, call, 'done')
      return isThere
    },

    /** The call is over. What was added to it is removed. */
    forget(callId: string): void {
      if (!controlled.delete(callId)) return
      recordings.forget(callId)
      transfers.forget(callId)
      media.forget(callId)
      talks.forget(callId)
    },

    /** Removes what was added to calls that have ended while nobody looked. */
    async removeOrphans(): Promise<void> {
      // The bridges first: a call that has one had its channel before.
      const bridges = await takeover.listBridges()
      const channels = await listChannels()
      const isOrphan = (id: string) => {
        const owner = ownerOf(id)
        return owner !== undefined && !channels.has(owner.callId)
      }
      for (const id of channels.keys()) if (isOrphan(id)) line.remove('channels', id)
      for (const { id } of bridges) if (isOrphan(id)) line.remove('bridges', id)
    },

    /** Asks Asterisk what answered calls can be told to do. */
    async checkModules(): Promise<void> {
      const missing = await findMissingModules(ari)
      for (const ability of ALL_ABILITIES)
        if (missing.has(ability)) abilities.delete(ability)
        else abilities.add(ability)
    },

    close(): void {
      talks.close()
      media.close()
      ears.close()
    },
  }
}
