// The work in the background: fetches recordings from the switch after their calls, stores them, removes them there, and
// erases them. All nodes look for work; a row is taken by one of them at a time. It is no lease of `platform/work/lease.ts`: when a row is looked at next is its
// schedule, which a try moves on for longer than it takes, and which a failure moves on for longer each time.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { createLoop } from '../../platform/work/loop.ts'
import type { CallControl } from '../answered-call.ts'
import type { RecordingStores } from './recording-stores.ts'
import type { TakenRecording } from './recordings.queries.ts'
import * as queries from './recordings.queries.ts'
import { wavSeconds } from './wav-seconds.ts'

export interface KeeperOptions {
  db: Database
  clock: Clock
  log: Log
  stores: RecordingStores
  /** What the gateway can be told; undefined if it does not record. */
  control: CallControl | undefined
  takeOver?: TakeOver | undefined
}

/** Resolves with whether another part of the service has taken the recording, so that it is not kept here. */
export type TakeOver = (callId: string, content: Uint8Array) => Promise<boolean>

export interface RecordingKeeper {
  /** Recordings that could not be stored yet, and since when the oldest of them waits. */
  waiting(): Promise<{ count: number; since: Date | null }>
  /** Does all that is due now. */
  look(): Promise<void>
  wake(): void
  start(): void
  stop(): Promise<void>
}

const AT_ONCE = 4
const POLL_MS = 10_000
/** Longer than fetching and storing takes. */
const LEASE_MS = 5 * 60_000
/** A try that takes longer is slow. */
const SLOW_TRY_MS = 10_000
const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 60 * 60_000
/** A switch has a day, and after an outage of ours at least this many tries. */
const MIN_ATTEMPTS = 10

export function createRecordingKeeper(options: KeeperOptions): RecordingKeeper {
  const { db, clock, log, stores, control, takeOver } = options
  const loop = createLoop({ name: 'looking for recordings', work: look, everyMs: POLL_MS, log })

  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

  async function look(): Promise<void> {
    const names = (await stores.all()).map(({ name }) => name)
    for (;;) {
      if (loop.signal.aborted) return
      const taken = await queries.takeRecordings(db, [
        clock.now(),
        inMs(LEASE_MS),
        AT_ONCE,
        names,
        control !== undefined,
      ])
      if (taken.length === 0) return
      await Promise.all(taken.map(workOn))
    }
  }

  async function workOn(recording: TakenRecording): Promise<void> {
    try {
      const isDone = recording.status === 'erased' ? await erase(recording) : await fetchAndKeep(recording)
      if (!isDone) await postpone(recording, 'the switch does not have it yet')
    } catch (error) {
      await postpone(recording, error).catch((unstored) =>
        log.warn(
          { err: unstored, recordingId: recording.id },
          'a recording waits until another node takes it',
        ),
      )
    }
  }

  async function fetchAndKeep(recording: TakenRecording): Promise<boolean> {
    const { id, call_id, status, file } = recording
    if (!control) return false
    if (status === 'pending') {
      const content = await control.readRecording(id)
      if (!content) return false
      const seconds = wavSeconds(content)
      if (seconds === undefined) throw new Error('what the switch has is not a WAV file')
      if (await takeOver?.(call_id, content)) {
        await queries.eraseRecording(db, [id, clock.now()])
        return erase(recording)
      }
      const store = await stores.main()
      await store.write(file, content, loop.signal)
      const kept = await queries.keepRecording.run(db, [id, store.name, content.length, seconds, clock.now()])
      if (kept === 0) {
        // Erased meanwhile, or another node was faster; the next look removes it from the switch.
        const now = await queries.findRecording.first(db, [id])
        if (now?.store !== store.name) await store.remove(file, loop.signal)
        return true
      }
    }
    await control.removeRecording(id)
    await queries.goneFromExchange(db, [id, clock.now()])
    return true
  }

  async function erase({ id, store, file, is_on_switch }: TakenRecording): Promise<boolean> {
    const ours = (await stores.all()).find(({ name }) => name === store)
    if (ours) {
      await ours.remove(file, loop.signal)
      await queries.goneFromStore(db, [id])
    }
    if (is_on_switch && control) {
      await control.removeRecording(id)
      await queries.goneFromExchange(db, [id, clock.now()])
    }
    // Not yet, if another node has a part of it: that node deletes the row.
    await queries.deleteErased(db, [id])
    return true
  }

  async function postpone(
    { id, status, attempts, create_time }: TakenRecording,
    why: unknown,
  ): Promise<void> {
    const ageMs = clock.now().getTime() - create_time.getTime()
    if (attempts >= MIN_ATTEMPTS && ageMs > DAY_MS && status !== 'erased') {
      const facts = { err: why, recordingId: id }
      if (status === 'pending') log.warn(facts, 'a recording could not be fetched for a day; giving up')
      else log.warn(facts, 'a recording could not be removed from the switch for a day; it stays there')
      await queries.giveUpRecording(db, [id])
      await queries.goneFromExchange(db, [id, clock.now()])
      return
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)
    if (why instanceof Error)
      log.warn({ err: why, recordingId: id }, `work on a recording failed; retrying in ${pauseMs} ms`)
    await queries.lookAgain(db, [id, inMs(pauseMs)])
    loop.wakeAfter(pauseMs + 1)
  }

  return {
    async waiting() {
      const row = await queries.countWaiting.first(db, [inMs(LEASE_MS - SLOW_TRY_MS)])
      return { count: row?.waiting ?? 0, since: row?.since ?? null }
    },
    look,
    wake: () => loop.wake(),
    start: () => loop.start(),
    // A store that does not answer does not hold up the end of the node: the recording waits for the next look.
    stop: () => loop.stop(),
  }
}
