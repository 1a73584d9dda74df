// A world: a database, a phone network, dialing nodes and people who use the service, all in one virtual time.
// The rules are checked as things happen; the first that is broken ends the world.

import { createCalendars } from '../../src/campaigns/permission/calendars/calendars.service.ts'
import { createPermissionSettings } from '../../src/campaigns/permission/permission.service.ts'
import { createRecipientZones } from '../../src/campaigns/permission/recipient-zones.ts'
import { COUNTER_SLOTS } from '../../src/campaigns/tasks/counter-slots.ts'
import { DEFAULT_SETTINGS, type TaskSettings } from '../../src/campaigns/tasks/task-settings.ts'
import { createTasks, taskLists, tasksNaming } from '../../src/campaigns/tasks/tasks.service.ts'
import { hasUndisclosedAgent } from '../../src/conversations/flows/check/announcements.ts'
import { createFlowChecks } from '../../src/conversations/flows/check/flow-checks.ts'
import { insertFlow } from '../../src/conversations/flows/stored-flows.queries.ts'
import { createCalls } from '../../src/dialing/calls/calls.service.ts'
import { countPaths } from '../../src/dialing/calls/paths/count-paths.ts'
import { waitingContacts } from '../../src/dialing/dialer/claim/list-changes.ts'
import { createDialer } from '../../src/dialing/dialer/dialer.ts'
import { DEFAULT_TIMING, type DialerTiming } from '../../src/dialing/dialer/dialer-options.ts'
import { createLimits } from '../../src/dialing/dialer/limits.service.ts'
import { type DialerPauses, type RunningDialer, runDialer } from '../../src/dialing/dialer/run-dialer.ts'
import type { UnwrittenFiles } from '../../src/dialing/dialer/settle/unwritten-files.ts'
import {
  type CallRequest,
  createSingleCalls,
  type SingleCalls,
} from '../../src/dialing/dialer/single-calls/single-calls.service.ts'
import { type Consents, createConsents } from '../../src/lists/consents/consents.service.ts'
import { createContacts } from '../../src/lists/contacts/contacts.service.ts'
import { createImportWriter } from '../../src/lists/contacts/import-writer.ts'
import { renewNames } from '../../src/lists/contacts/name-blocks.ts'
import { recordAddedContacts } from '../../src/lists/data-sources/data-sources.queries.ts'
import { createDataSources, lockDataSource } from '../../src/lists/data-sources/data-sources.service.ts'
import { createDoNotCall } from '../../src/lists/do-not-call/do-not-call.service.ts'
import type { Clock } from '../../src/platform/kernel/clock.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import {
  createPhoneNumberReader,
  createPhonePrefixReader,
} from '../../src/platform/kernel/phone/phone-number.ts'
import { OPEN_BOX } from '../../src/platform/kernel/secrets/secret-box.ts'
import { createZoneOffsets } from '../../src/platform/kernel/timestamps.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { createOwnPhones } from '../../src/telephony/own-phones/own-phones.service.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import type { Simulation } from '../../src/telephony/trunks/trunks.queries.ts'
import { silentLog } from '../support/silent-log.ts'
import { type Actor, createActor } from './actor.ts'
import { createChance, seedFor } from './chance.ts'
import { checkContinued } from './check-continued.ts'
import { checkRecords, checkSums, type DueContact, findDue, HAS_MET_GOAL } from './check-database.ts'
import { checkAgentsFailed, checkFailed, type FailedFacts } from './check-failed.ts'
import { checkFlows } from './check-flows.ts'
import { checkPaths } from './check-paths.ts'
import { checkDenials } from './check-permission.ts'
import { checkRate, checkRing } from './check-ring.ts'
import { checkTrunkLines, checkTrunkRates, checkTrunkRecords } from './check-trunks.ts'
import { createFlowParty, type FlowHabits, type FlowParty } from './fake-flow-parts.ts'
import type { FlowPlan } from './flow-scenario.ts'
import { createHistory, type History, writtenCalls } from './history.ts'
import { isTaskOpen, mayRing } from './permission-oracle.ts'
import { createPhoneNetwork, type NetworkHabits, type PhoneNetwork } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import { createTrunkNodes } from './trunk-nodes.ts'
import { createVirtualDatabase, type StatementCourse } from './virtual-database.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'
import { createWallClock, type WallClock } from './wall-clock.ts'

export interface WorldOptions {
  seed: number
  zone: string
  startTime: Date
  timing: Partial<DialerTiming>
  maxTasksPerClaim?: number
  pausesMs: DialerPauses
  habits(nowMs: () => number): NetworkHabits
  /** Without them the gateway has none. */
  trunks?: readonly Trunk[] | undefined
  /** What flows play and talk to. Without it all of that works at once. */
  flowHabits?(): FlowHabits
  course(actor: Actor, label: string): StatementCourse
  /** The disk of the nodes. */
  unwrittenFiles?: UnwrittenFiles
  originating(actor: Actor): 'dies' | number
  /** The server never hears that a machine is dead: it only loses patience. */
  hasSilentDeaths: boolean
  /** When calls are simulated by the service itself; by default while there is no trunk. */
  simulation?: Simulation
}

export interface Node {
  readonly actor: Actor
  readonly dialer: RunningDialer
  readonly startedMs: number
}

export interface World {
  readonly time: VirtualTime
  readonly wallClock: WallClock
  readonly network: PhoneNetwork
  readonly history: History
  readonly party: FlowParty
  readonly nodes: ReadonlySet<Node>
  readonly tasks: ReturnType<typeof createTasks>
  readonly contacts: ReturnType<typeof createContacts>
  readonly limits: ReturnType<typeof createLimits>
  /** Asks for a call without a task; its id. */
  ringOnce(phoneNumber: string): Promise<string>
  /** Asks for a call without a task and without a flow. */
  askFor(phoneNumber: string, more?: Partial<CallRequest>): Promise<string>
  singleCalls: SingleCalls
  readonly doNotCall: ReturnType<typeof createDoNotCall>
  readonly consents: Consents
  readonly permission: ReturnType<typeof createPermissionSettings>
  readonly calendars: ReturnType<typeof createCalendars>
  now(): Date
  look: RealStatements['look']
  /** `clockAheadMs`: by how much the clock of its machine is wrong. */
  startNode(options?: { clockAheadMs?: number }): Node
  kill(actor: Actor): void
  pause(actor: Actor, forMs: number): void
  stopNode(node: Node, limitMs: number): Promise<void>
  /** A data source with these numbers; its id and its contacts'. */
  addList(name: string, phoneNumbers: string[]): Promise<{ id: string; contactIds: string[] }>
  addTask(dataSourceId: string, settings?: Partial<TaskSettings>, flow?: FlowPlan | null): Promise<string>
  /** A draft for those that remain of a task that was stopped or closed; its id. */
  continueTask(taskId: string): Promise<string>
  /** Lets time pass until this is done. */
  finish<Result>(work: Promise<Result>): Promise<Result>
  /** Something that an outsider does, now; the world does not wait for it. */
  act(what: string, work: () => Promise<unknown>): void
  /** Contacts that a claim would look at now. */
  due(): Promise<DueContact[]>
  /** Those of them that may be called. */
  claimable(): Promise<DueContact[]>
  /** Whether the dates of the task allow calls at this time, and its hours, unless they depend on who is called. */
  isOpen(taskId: string, instant: Date): boolean
  check(): Promise<{ finished: string[] }>
  checkAtTheEnd(): Promise<void>
  run(forMs: number, isOver?: () => boolean): Promise<boolean>
  trace(who: string, what: string): void
  readonly traced: readonly string[]
  end(): Promise<void>
}

export class RuleBroken extends Error {
  override name = 'RuleBroken'
}

const tables =
  `dialer_slot, call, call_sum, line_sample, live_call, single_call, dialer_node, audit, dial, task_counter, task_progress,
  task, call_flow, flow_sum, contact_block, name_block, contact, deleted_contact, data_source, denial, consent, do_not_call_entry,
  do_not_call_list, calendar, trunk, service, case_call`.split(/,\s*/)

/** What tells the others that something has changed. */
const notifying = new Set([
  'change_task_state',
  'record_recall',
  'reschedule_task',
  'change_limits',
  'complete_task',
  'change_permission_settings',
  'note_rule_change',
  'rejudge_contacts',
  'end_withdrawn',
])

const WORKING: FlowHabits = {
  speech: () => ({ fate: 'ready', delayMs: 1 }),
  agent: () => ({ end: 'done', afterMs: 2000 }),
}

/** Of a transaction that says nothing, as the pool has it for every session. */
const SESSION_PATIENCE_MS = 5000
/** As long as a node remembers that a task could not use its lines. */
const FLOW_TROUBLE_MS = 300_000
/** So long a node may not know that contacts of an idle task have become due, because they were judged again. */
const IDLE_READ_MS = 10_000
const LONGEST_WAIT_MS = 600_000
/** A minute for the pause of the node, and one for that of the task. */
const COMES_LAST_MS = 120_000

/** The numbers of these worlds are short, so that they can be read: 100, 101. They may be called. */
export async function createWorld(real: RealStatements, options: WorldOptions): Promise<World> {
  await real.look(`${tables.map((table) => `delete from ${table}`).join(';')};
    update dialer set lines = 100, calls_per_second = 0, started = '{}', started_total = 0, trunk_starts = '{}';
    insert into service (allows_emergency, flow_cursor) select true, last_value from event_seq;
    insert into dialer_slot (slot) select generate_series(0, ${COUNTER_SLOTS - 1})`)
  const { zone, seed } = options
  const pending = new Set<Promise<void>>()
  const time = createVirtualTime(async () => {
    if (await real.settle()) return true
    if (pending.size === 0) return false
    await Promise.all(pending)
    return true
  })
  const wallClock = createWallClock(options.startTime)
  const history = createHistory(time.nowMs)
  const chance = createChance(seedFor(seed, 'world'))
  const nodes = new Set<Node>()
  const traced: string[] = []
  const now = () => wallClock.at(time.nowMs())
  const clock: Clock = { now, elapsedMs: time.nowMs }
  const offsetAt = createZoneOffsets(zone)
  let nodeCount = 0

  function trace(who: string, what: string): void {
    traced.push(`${(time.nowMs() / 1000).toFixed(3).padStart(10)}  ${who.padEnd(10)} ${what}`)
  }

  function complain(problems: string[]): void {
    for (const problem of problems) trace('checker', problem)
    if (problems.length > 0) time.fail(new RuleBroken(problems.join('; ')))
  }

  /** A look that is over before time goes on. */
  function lookNow(work: () => Promise<void>): void {
    const looking = work()
      .catch((error: unknown) => time.fail(error))
      .finally(() => pending.delete(looking))
    pending.add(looking)
  }

  function kill(actor: Actor): void {
    trace(actor.name, 'dies')
    actor.die()
    network.noteDeath(actor)
    database.fallSilent(actor)
    for (const node of nodes) if (node.actor === actor) nodes.delete(node)
  }

  function pause(actor: Actor, forMs: number): void {
    trace(actor.name, `stands still for ${forMs} ms`)
    actor.pause(forMs)
    database.fallSilent(actor)
  }

  const readAt = new Map<Actor, number>()
  let rejudgedMs = Number.NEGATIVE_INFINITY
  const database = createVirtualDatabase(real, time, {
    course: options.course,
    kill,
    silenceMs(actor, idleTimeoutMs) {
      const patienceMs = idleTimeoutMs === 0 ? SESSION_PATIENCE_MS : idleTimeoutMs
      return actor.isAlive() || options.hasSilentDeaths ? patienceMs : 5
    },
    onStatement(actor, label, detail) {
      trace(actor.name, `${label}: ${detail}`)
      if (label === 'lock_dialer') history.claimBegins(actor)
      if (label === 'read_dialer_progress') readAt.set(actor, database.commits())
    },
    onEffects(actor, effects) {
      history.onEffects(actor, effects)
      if (effects.some(({ label, rowCount }) => label.startsWith('rejudge_') && rowCount > 0))
        rejudgedMs = time.nowMs()
      for (const { label, rows } of effects)
        if (label === 'fail_tasks')
          for (const { id } of rows) complain(checkFailed(String(id), failedFacts()))
        else if (label === 'fail_task')
          for (const { id } of rows) complain(checkAgentsFailed(String(id), failedFacts()))
      if (effects.some(({ label, rows }) => notifying.has(label) && rows.length > 0)) wakeEveryone()
      if (effects.some(({ label }) => label === 'insert_single_call'))
        for (const { actor, dialer } of nodes) actor.after(5, () => dialer.takeSingleCalls())
      const written = effects.find(({ label }) => label === 'write_calls')
      const claimNow = written?.values.find((value) => value instanceof Date)
      const { ids } = writtenCalls(written?.values ?? [])
      const waiting = history.letOthersGo(actor)
      if (claimNow && ids.length > 0 && isAloneWith(actor))
        lookNow(async () => {
          await checkGoals(ids)
          await checkPriority(ids, claimNow, waiting)
        })
    },
  })

  function failedFacts(): FailedFacts {
    return {
      network,
      agents: party.agents,
      nowMs: time.nowMs(),
      timing: { ...DEFAULT_TIMING, ...options.timing },
      nodes: [...nodes],
    }
  }

  /** Nobody else has changed anything since the claim looked, or is about to. */
  function isAloneWith(actor: Actor): boolean {
    return database.commits() === (readAt.get(actor) ?? 0) + 1 && database.openTransactions() <= 1
  }

  async function checkGoals(ids: string[]): Promise<void> {
    const commits = database.commits()
    const met = await real.look<{ id: string }>(
      `select t.id from task t where t.id in (select task_id from live_call where id = any($1)) and ${HAS_MET_GOAL}`,
      [ids],
    )
    if (database.commits() === commits)
      complain(met.map(({ id }) => `task ${id} calls although its goal is met`))
  }

  async function checkPriority(ids: string[], claimNow: Date, waiting: ReadonlySet<string>): Promise<void> {
    const commits = database.commits()
    const [lowest] = await real.look<{ priority: number | null }>(
      'select max(priority) as priority from live_call where id = any($1)',
      [ids],
    )
    if (!lowest?.priority) return
    const passedOver = (await findDue(real.look, claimNow, lowest.priority)).filter(
      (due) =>
        isRingable(due, claimNow) &&
        !comesLast(due.task_id) &&
        !waiting.has(due.task_id) &&
        // A task that is taken to be idle is read again after a while.
        time.nowMs() > rejudgedMs + IDLE_READ_MS &&
        // Its trunks may have no room.
        !history.task(due.task_id)?.plan.trunkIds.length &&
        // It is close to its goal.
        !history.task(due.task_id)?.plan.stopWhen &&
        // Its agents may all be at work, or what it needs for a call does not work.
        !history.task(due.task_id)?.flow?.maxAgents &&
        !(history.task(due.task_id)?.flow && time.nowMs() < party.troubledMs() + FLOW_TROUBLE_MS),
    )
    if (database.commits() !== commits) return
    complain(
      passedOver.map(
        ({ contact_id, priority }) => `contact ${contact_id} of priority ${priority} was passed over`,
      ),
    )
  }

  /** Others come first while the gateway answers the task's calls with "busy" or a fault. */
  function comesLast(taskId: string): boolean {
    const sinceMs = time.nowMs() - COMES_LAST_MS
    return network.refusals.some(
      (each) => each.taskId === taskId && /(busy|fault)$/.test(each.fate) && each.atMs > sinceMs,
    )
  }

  function isOpen(taskId: string, instant: Date): boolean {
    const task = history.task(taskId)
    return task !== undefined && isTaskOpen(task.plan, history.rules.now(), zone, instant)
  }

  function isRingable({ task_id, contact_id, phone_key, attempts }: DueContact, instant: Date): boolean {
    const task = history.task(task_id)
    // A task that is close to its goal takes fewer lines.
    if (!task || task.plan.stopWhen) return false
    const recipient = { contactId: contact_id, key: phone_key }
    // What other calls about a case have used is judged by the calls that ring and by the denials.
    if (task.plan.caseField !== null) return false
    const toNumber = attempts.map(({ ms, isConversation }) => ({ start: new Date(ms), isConversation }))
    const starts = { toNumber, aboutCase: [] }
    return mayRing(recipient, task.plan, { rules: history.rules.now(), zone, now: instant, attempts: starts })
  }

  function wakeEveryone(): void {
    for (const { actor, dialer } of nodes) {
      if (chance.isTrue(0.8)) actor.after(chance.between(1, 20), () => dialer.wake())
    }
  }

  const network = createPhoneNetwork(time, options.habits(time.nowMs), {
    onTrace: trace,
    onTrunkUse({ name, lines }, calls) {
      if (lines !== null && calls > lines) complain([`${calls} calls on ${name}, which has ${lines} lines`])
    },
    onRing(call) {
      const live = network.liveCalls()
      const { ledger, isForgotten } = network
      complain(checkRing(call, { history, wallClock, zone, live, ledger, isForgotten }))
    },
    originating: options.originating,
    kill,
    pause,
  })

  const trunks = options.trunks ?? []
  const trunkNodes = createTrunkNodes({ trunks, network, clock })
  for (const { id, name } of trunks)
    await real.look(
      `insert into trunk (id, name, settings, create_time, update_time) values ($1, $2, '{"host": "127.0.0.1"}', now(), now())`,
      [id, name],
    )
  const party = createFlowParty(options.flowHabits?.() ?? WORKING, time.nowMs, () => {
    for (const { story } of network.liveCalls()) if (story) story.failures += 1
  })
  const operator = createActor('operator', time)
  const operatorDb = database.session(operator)
  const tasks = createTasks({
    ...{ db: operatorDb, exportDb: operatorDb, clock, sleep: operator.sleep },
    ...(options.simulation && { simulation: options.simulation }),
  })
  const dataSources = createDataSources({
    db: operatorDb,
    clock,
    countryChanged: async () => 0,
    nameFieldChanged: (id) => renewNames(operatorDb, id),
  })
  const readPhoneNumber = createPhoneNumberReader(undefined)
  const listObserver = { ...taskLists, ...waitingContacts(offsetAt) }
  const contacts = createContacts({ db: operatorDb, clock, readPhoneNumber, listObserver })
  const limits = createLimits({ db: operatorDb, clock })
  const readPhonePrefix = createPhonePrefixReader(undefined)
  const createList = (db: Database) =>
    createDoNotCall({
      db,
      clock,
      readPhoneNumber,
      readPhonePrefix,
      numberOfCall: createCalls({ db, readDb: db, clock, whyNotTransferred: async () => undefined }).number,
      tasksNaming,
    })
  const doNotCall = createList(operatorDb)
  const singleCalls = createSingleCalls({
    ...{ db: operatorDb, clock, readPhoneNumber, flowChecks: createFlowChecks() },
    zones: { serviceZone: offsetAt, recipientZones: createRecipientZones(offsetAt) },
    findOwnPhone: createOwnPhones({ db: operatorDb, clock, secrets: OPEN_BOX }).find,
  })
  const permission = createPermissionSettings({ db: operatorDb, clock, readPhoneNumber, readPhonePrefix })
  const calendars = createCalendars({ db: operatorDb, clock, timeZone: zone, tasksNaming })
  history.setLimits({ lines: 100, callsPerSecond: 0 })

  async function addContacts(dataSourceId: string, phoneNumbers: string[]): Promise<void> {
    await operatorDb.transaction(async (tx) => {
      const source = await lockDataSource(tx, dataSourceId)
      const writer = createImportWriter(tx, {
        source,
        now: now(),
        onDuplicate: 'fail',
        failed: [],
        columns: { phoneNumber: 0, fields: [] },
        listObserver,
      })
      const rows = phoneNumbers.map((text, row) => ({
        row,
        phone: readPhoneNumber(text) ?? { text, key: text },
        fields: {},
      }))
      await writer.write(rows)
      const { added } = await writer.finish()
      await recordAddedContacts(tx, [dataSourceId, added, [], null])
    })
  }

  return {
    time,
    wallClock,
    network,
    history,
    party,
    nodes,
    tasks,
    contacts,
    limits,
    doNotCall,
    consents: createConsents({ db: operatorDb, clock, readPhoneNumber }),
    async ringOnce(phoneNumber) {
      const flowId = newId()
      const asked = { phoneNumber, flowId, fields: {}, doNotCallListIds: [] }
      return singleCalls.placeCall({ purpose: 'test', ...asked }, async (tx) => {
        await insertFlow(tx, [flowId, { steps: [{ id: 'hello', type: 'say', text: 'a test' }] }, false])
      })
    },
    askFor: (phoneNumber, more = {}) =>
      singleCalls.ask({ phoneNumber, fields: {}, priority: 3, settings: {}, ...more }),
    singleCalls,
    permission,
    calendars,
    now,
    look: real.look,
    trace,
    traced,
    kill,

    startNode({ clockAheadMs = 0 } = {}) {
      nodeCount += 1
      const actor = createActor(`node ${nodeCount}`, time)
      const chance = createChance(seedFor(seed, actor.name))
      const db = database.session(actor)
      const own = { random: chance.fraction, doNotCall: createList(db) }
      const gateway = options.trunks ? trunkNodes.gatewayFor(actor) : network.gatewayFor(actor)
      trace(actor.name, 'starts')
      const dialer = runDialer(
        (onEnd) =>
          createDialer({
            db,
            clock: { ...clock, now: () => new Date(now().getTime() + clockAheadMs) },
            // The statements are real, but not their time.
            databaseTime: () => now(),
            gateway,
            offsetAt,
            log: {
              info: () => undefined,
              warn: (facts, message) => trace(actor.name, describeLog(facts, message)),
              error: (facts, message) => trace(actor.name, describeLog(facts, message)),
            },
            name: actor.name,
            random: own.random,
            timing: options.timing,
            ...(options.maxTasksPerClaim && { maxTasksPerClaim: options.maxTasksPerClaim }),
            onEnd,
            ...(options.unwrittenFiles && { unwrittenFiles: options.unwrittenFiles }),
            setTimer: (run, delayMs) => actor.after(delayMs, run),
            jobs: [countPaths(db)],
            flow: party.partsFor(actor, async ({ listId, phoneNumber }) => {
              const entry = { phoneNumbers: [phoneNumber], callId: undefined, note: '', expireTime: null }
              await own.doNotCall.addEntries(listId, { ...entry })
            }),
          }),
        { ...silentLog, error: (facts, message) => trace(actor.name, describeLog(facts, message)) },
        { pausesMs: options.pausesMs, setTimer: (run, delayMs) => actor.after(delayMs, run) },
      )
      const node = { actor, dialer, startedMs: time.nowMs() }
      nodes.add(node)
      return node
    },

    pause,

    async stopNode(node, limitMs) {
      trace(node.actor.name, 'is asked to stop')
      await Promise.race([node.dialer.stop(limitMs), node.actor.death])
      nodes.delete(node)
      trace(node.actor.name, 'has stopped')
    },

    async addList(name, phoneNumbers) {
      const { id } = await dataSources.add({ name, description: '' })
      if (phoneNumbers.length > 0) await addContacts(id, phoneNumbers)
      const rows = await real.look<{ id: string }>(
        'select id from contact where data_source_id = $1 order by position',
        [id],
      )
      return { id, contactIds: rows.map((row) => row.id) }
    },

    async addTask(dataSourceId, given = {}, flow = null) {
      const settings = { ...DEFAULT_SETTINGS, ...given }
      const name = `task ${history.claims.size} ${Math.random()}`
      const { id } = await tasks.add({ name, description: '', dataSourceId, ...settings })
      history.addTask(id, { ...settings, flow: flow?.flow ?? null }, flow)
      if (flow) {
        const values = [id, JSON.stringify(flow.flow), hasUndisclosedAgent(flow.flow)]
        await real.look(
          'insert into call_flow (id, document, has_undisclosed_agent) values ($1, $2, $3)',
          values,
        )
        const { successWhen, maxAgents } = flow
        await real.look('update task set flow_id = id, settings = settings || $2 where id = $1', [
          id,
          JSON.stringify({ successWhen, maxAgents }),
        ])
      }
      return id
    },

    async continueTask(taskId) {
      const { id } = await tasks.continue(taskId, undefined)
      const known = history.task(taskId)
      if (known) history.addTask(id, { ...known.plan, listMode: 'snapshot' }, known.flow)
      return id
    },

    async finish(work) {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      if (!(await time.runUntil(() => isDone, time.nowMs() + LONGEST_WAIT_MS)))
        throw new RuleBroken('something never ended')
      return work
    },

    act(what, work) {
      trace('operator', what)
      work().then(
        () => undefined,
        (error: unknown) => {
          trace('operator', `${what}: ${String(error)}`)
          // The service said no; anything else is its own failure.
          if (!(error instanceof Error && /^(NotAllowed|NotFound|Conflict|InvalidInput)$/.test(error.name)))
            time.fail(error)
        },
      )
    },

    async due() {
      const instant = now()
      return (await findDue(real.look, instant)).filter(({ task_id }) => isOpen(task_id, instant))
    },

    async claimable() {
      const instant = now()
      return (await findDue(real.look, instant)).filter((due) => isRingable(due, instant))
    },

    isOpen,

    async check() {
      const { problems, finished } = await checkSums(real.look)
      complain([...problems, ...(await checkTrunkLines(real.look, trunks))])
      return { finished }
    },

    async checkAtTheEnd() {
      complain([
        ...(await checkSums(real.look)).problems,
        ...(await checkRecords(real.look, network, history, zone)),
        ...(await checkDenials(real.look, history, zone)),
        ...(await checkContinued(real.look)),
        ...checkRate(network.ledger, history, wallClock),
        ...checkTrunkRates(trunks, history, wallClock),
        ...(await checkTrunkRecords(real.look, network)),
        ...(await checkFlows(real.look, { network, history, party, wallClock })),
        ...(await checkPaths(real.look)),
      ])
      await time.runUntil(() => true, time.nowMs())
    },

    run: (forMs, isOver = () => false) => time.runUntil(isOver, time.nowMs() + forMs),

    async end() {
      for (const { actor } of nodes) actor.die()
      operator.die()
      await time.drain(database.reset())
    },
  }
}

function describeLog(facts: object, message: string): string {
  return 'err' in facts ? `${message}: ${String(facts.err)}` : message
}
