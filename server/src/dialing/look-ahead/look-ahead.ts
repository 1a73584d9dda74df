// Makes what the next calls will say before they are placed, so that nobody waits for a speech provider. And watches whether it can
// be made: a task of which no sentence can be made is paused with the reason, so that nobody is called into silence.
import type { Flow } from '../../conversations/flows/flow.ts'
import type { SoundPart } from '../../conversations/flows/flow-state.ts'
import { soundsOfFlow } from '../../conversations/flows/sounds-of-flow.ts'
import { readFlow } from '../../conversations/flows/stored-flows.queries.ts'
import { AudioMissing, type Speech } from '../../conversations/speech/speech.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { NotAllowed } from '../../platform/kernel/errors.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { createTurns } from '../../platform/kernel/threads/turns.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ContactToCall, SpeakingTask } from './look-ahead.queries.ts'
import * as queries from './look-ahead.queries.ts'

interface LookAheadDependencies {
  db: Database
  clock: Clock
  log: Log
  speech: Pick<Speech, 'prepare'>
  /** Whether a part has to be made here: a voice platform speaks by itself. */
  isNeeded(part: SoundPart, isSimulated: boolean): boolean
  pauseTask(taskId: string, reason: string): Promise<void>
}

interface Progress {
  /** The position up to which sentences are made. */
  madeTo: number
  /** How often in a row nothing could be made, and when that was last. */
  failedRounds: number
}

export type LookAhead = ReturnType<typeof createLookAhead>

const MAX_TASKS = 50
/** How many contacts of a task are made ready in advance, and how many of them in one step. */
const CONTACTS_AHEAD = 300
const CONTACTS_PER_STEP = 60
/** Few, so that a call that is being placed does not wait for long. */
const CONTACTS_AT_ONCE = 6
/** A task whose sentences take long leaves the others their turn. */
const TASKS_AT_ONCE = 4
const SLOW_ROUND_MS = 1000
const DUE_PER_PRIORITY = 20
const DUE_WITHIN_MS = 30_000
/** A sentence is tried again after some seconds: a short failure of the provider pauses nothing. */
const FAILED_ROUNDS_TO_PAUSE = 3
const REMEMBERED_FLOWS = 200

export function createLookAhead({ db, clock, log, speech, isNeeded, pauseTask }: LookAheadDependencies) {
  const flows = createLatestEntries<string, Flow>(REMEMBERED_FLOWS)
  let progresses = new Map<string, Progress>()

  async function flowOf(id: string): Promise<Flow | undefined> {
    const known = flows.get(id) ?? (await readFlow.first(db, [id]))?.document
    if (known) flows.set(id, known)
    return known
  }

  /** Contacts that wait for their next attempt come first: they are due. */
  async function nextContacts(task: SpeakingTask, { madeTo }: Progress): Promise<ContactToCall[]> {
    const dueBefore = new Date(clock.now().getTime() + DUE_WITHIN_MS)
    const due = await queries.listDueContacts(db, [task.id, task.data_source_id, dueBefore, DUE_PER_PRIORITY])
    const room = Math.min(CONTACTS_PER_STEP, task.cursor + CONTACTS_AHEAD - madeTo)
    if (room <= 0 || madeTo >= task.list_end) return due
    return [
      ...due,
      ...(await queries.listComingContacts(db, [task.data_source_id, madeTo, task.list_end, room])),
    ]
  }

  async function prepareTask(
    task: SpeakingTask,
    progress: Progress,
    isStopped: () => boolean,
  ): Promise<void> {
    const flow = await flowOf(task.flow_id)
    if (!flow) return
    progress.madeTo = Math.max(progress.madeTo, task.cursor)
    const contacts = await nextContacts(task, progress)
    for (let first = 0; first < contacts.length && !isStopped(); first += CONTACTS_AT_ONCE) {
      const round = contacts.slice(first, first + CONTACTS_AT_ONCE)
      const said = round.flatMap((contact) => soundsFor(flow, contact))
      const parts = distinct(said.filter((part) => isNeeded(part, task.is_simulated)))
      const startedMs = clock.elapsedMs()
      if (!(await prepareRound(task, progress, parts))) return
      progress.madeTo = Math.max(progress.madeTo, ...round.map(({ position }) => position))
      if (clock.elapsedMs() - startedMs > SLOW_ROUND_MS) return
    }
  }

  /** Whether to go on. */
  async function prepareRound(task: SpeakingTask, progress: Progress, parts: SoundPart[]): Promise<boolean> {
    const results = await speech.prepare(parts)
    const failed = results.filter((result) => result.is === 'failed')
    const [first] = failed
    if (results.some(({ is }) => is === 'made')) progress.failedRounds = 0
    else if (first) {
      if (failed.some(({ isFresh }) => isFresh)) progress.failedRounds += 1
      const isHopeless = failed.every(({ error }) => error instanceof AudioMissing)
      if (isHopeless || progress.failedRounds >= FAILED_ROUNDS_TO_PAUSE) {
        progress.failedRounds = 0
        await pause(task.id, `what the calls say cannot be made: ${first.error.message}`)
      }
      return false
    }
    return true
  }

  async function pause(taskId: string, reason: string): Promise<void> {
    try {
      await pauseTask(taskId, reason)
      log.warn({ task: taskId, reason }, 'what a task says cannot be made; the task is PAUSED')
    } catch (error) {
      // It does not run any more.
      if (!(error instanceof NotAllowed)) throw error
    }
  }

  return {
    /** Makes some sentences of each running task. `now`: there are more to make; `later`: no running task says anything. */
    async step(isStopped: () => boolean = () => false): Promise<'now' | 'soon' | 'later'> {
      const tasks = await queries.listSpeakingTasks(db, [MAX_TASKS])
      const before = progresses
      progresses = new Map(
        tasks.map((task) => [keyOf(task), before.get(keyOf(task)) ?? { madeTo: 0, failedRounds: 0 }]),
      )
      const inTurn = createTurns(TASKS_AT_ONCE)
      const haveMore = await Promise.all(
        tasks.map((task) =>
          inTurn(async () => {
            const progress = progresses.get(keyOf(task)) as Progress
            const madeTo = Math.max(progress.madeTo, task.cursor)
            await prepareTask(task, progress, isStopped)
            const isFull = progress.madeTo >= Math.min(task.list_end, task.cursor + CONTACTS_AHEAD)
            return progress.madeTo > madeTo && !isFull
          }),
        ),
      )
      return haveMore.includes(true) ? 'now' : tasks.length > 0 ? 'soon' : 'later'
    },
  }
}

/** Another version of its flow says something else. */
const keyOf = ({ id, flow_id }: SpeakingTask) => `${id} ${flow_id}`

function soundsFor(flow: Flow, { phone_number, fields }: ContactToCall): SoundPart[] {
  return soundsOfFlow(flow, (name) => fields[name] ?? (name === 'phoneNumber' ? phone_number : undefined))
}

function distinct(parts: SoundPart[]): SoundPart[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
}
