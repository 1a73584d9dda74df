// One seed from the first event to the last: active parts in which people work and things go wrong, hours between
// them, and an end in which everything is well and must be finished before long.

import { InvalidInput } from '../../src/platform/kernel/errors.ts'
import { createChance, seedFor } from './chance.ts'
import { checkTrunkLines } from './check-trunks.ts'
import { createFaults, type Faults } from './faults.ts'
import { type FlowPlan, OPT_OUT_LIST } from './flow-scenario.ts'
import { createOperator, type OperatedList } from './operator.ts'
import { createPermissionOperator, type NamedRules, setUpPermission } from './permission-operator.ts'
import { firstMinute } from './permission-oracle.ts'
import type { NetworkHabits } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { countSituations, type SituationCounts } from './situations.ts'
import type { CarrierTrouble } from './trunk-scenario.ts'
import { createWorld, RuleBroken, type World } from './world.ts'

export interface SeedResult {
  seed: number
  problem: string | undefined
  trace: readonly string[]
  calls: number
  virtualMs: number
  /** What went wrong, and how often. */
  faults: ReadonlyMap<string, number>
  /** How often somebody was not to be called, by reason. */
  denials: ReadonlyMap<string, number>
  /** How often each of the situations came up that the worlds are there for. */
  situations: SituationCounts
}

const TROUBLES: CarrierTrouble[] = [
  ...(['refuses with 403', 'refuses with 503', 'is silent', 'takes it back', 'is down'] as const),
]
const SAMPLE_EVERY_MS = 6000
/** Every node may miss a notification; then the next claim comes with the upkeep, some five seconds later, and slow statements take one more. */
const MAX_UNFINISHED_MS = 10_000
const MINUTE_MS = 60_000
const RUNNING = 1
const PAUSED = 2
const FAILED = 5

/** `breakage`: what the gateway does although it must not, to see that the checks notice it. */
export async function runSeed(
  real: RealStatements,
  seed: number,
  breakage: Pick<NetworkHabits, 'deniesRings'> = {},
): Promise<SeedResult> {
  const scenario = createScenario(seed)
  let faults: Faults | undefined
  const world = await createWorld(real, {
    ...scenario,
    trunks: scenario.trunks?.trunks,
    habits: (nowMs) => {
      faults = createFaults(scenario, nowMs)
      return { ...faults.habits, ...breakage }
    },
    flowHabits: () => (faults as Faults).flowHabits,
    course: (actor, label) => (faults as Faults).course(actor, label),
    originating: (actor) => (faults as Faults).originating(actor),
  })
  let problem: string | undefined
  try {
    await live(world, scenario, faults as Faults)
  } catch (error) {
    problem = error instanceof RuleBroken ? error.message : String((error as Error).stack ?? error)
  }
  const { happened } = faults as Faults
  const situations = await countSituations({ world, scenario, faults: happened })
  await world.end()
  return {
    seed,
    problem,
    trace: world.traced,
    calls: world.network.ledger.length,
    virtualMs: world.time.nowMs(),
    faults: happened,
    denials: countBy(world.history.denials.map(({ reason }) => reason)),
    situations,
  }
}

function countBy(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The trace without ids, which are never the same twice. */
export function story({ trace }: SeedResult): string[] {
  const names = new Map<string, string>()
  return trace.map((line) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      const name = names.get(id) ?? `#${names.size + 1}`
      names.set(id, name)
      return name
    }),
  )
}

async function live(world: World, scenario: Scenario, faults: Faults): Promise<void> {
  faults.setQuiet(true)
  const { lists, taskIds, named } = await world.finish(setUp(world, scenario))
  const { lines, callsPerSecond } = scenario
  await world.finish(world.limits.change({ lines, callsPerSecond }))
  const operator = createOperator(
    world,
    scenario,
    lists,
    taskIds,
    createPermissionOperator(world, scenario, named, lists),
  )
  const chance = createChance(seedFor(scenario.seed, 'course'))
  for (let count = 0; count < scenario.nodes; count += 1) world.startNode()
  scenario.tasks.forEach(({ publishMs }, index) => {
    const id = taskIds[index] as string
    world.time.after(publishMs, () => world.act(`publishes ${id}`, () => publish(world, id)))
  })

  for (const [index, lengthMs] of scenario.episodesMs.entries()) {
    if (index > 0) {
      faults.setQuiet(true)
      await passHours(world, chance.between(5, 1500) * MINUTE_MS, chance.isTrue(0.3))
    }
    faults.setQuiet(false)
    const stop = startTrouble(world, scenario, faults, operator.doSomething)
    await runWatched(world, scenario, lengthMs)
    stop()
  }
  faults.setQuiet(true)
  faults.setOutage(null, 0)
  await finishEverything(world, scenario, taskIds)
  await world.checkAtTheEnd()
}

async function setUp(
  world: World,
  scenario: Scenario,
): Promise<{ lists: OperatedList[]; taskIds: string[]; named: NamedRules }> {
  const lists: OperatedList[] = []
  for (const [index, numbers] of scenario.sources.entries())
    lists.push(await world.addList(`list ${index}`, numbers))
  const named = await setUpPermission(world, scenario, lists)
  const optOutId = scenario.flows ? await addOptOutList(world, scenario.flows.isOptOutGlobal) : ''
  const taskIds: string[] = []
  for (const [
    index,
    { sourceIndex, publishMs: _, calendars, doNotCallLists, ...plan },
  ] of scenario.tasks.entries()) {
    const source = lists[sourceIndex] as OperatedList
    const calendarIds = named.calendarIds.filter((_id, place) => calendars.includes(place))
    const doNotCallListIds = named.listIds.filter((_id, place) => doNotCallLists.includes(place))
    const trunkIds = scenario.trunks?.trunkIdsOf[index] ?? []
    const settings = { ...plan, calendarIds, doNotCallListIds, trunkIds, name: `task ${index}` }
    const flow = scenario.flows?.plans[index]
    taskIds.push(await world.addTask(source.id, settings, flow && withList(flow, optOutId)))
  }
  return { lists, taskIds, named }
}

/** The flows of a seed are valid. A task whose end has passed when somebody gets round to it stays a draft. */
async function publish(world: World, id: string): Promise<void> {
  try {
    await world.tasks.transition('publish', id)
  } catch (error) {
    if (error instanceof InvalidInput && error.detail.fault === 'end_passed') return
    throw error instanceof InvalidInput ? new RuleBroken(`a task was refused: ${error.message}`) : error
  }
}

/** Nobody takes a number off it. */
async function addOptOutList(world: World, isGlobal: boolean): Promise<string> {
  const { id } = await world.doNotCall.add({ name: 'opted out', description: '', isGlobal })
  return id
}

const withList = (plan: FlowPlan, listId: string): FlowPlan =>
  JSON.parse(JSON.stringify(plan).replaceAll(OPT_OUT_LIST, listId))

/** Crashes, freezes, broken gateways, outages, clocks that jump, and people at work, until it is called off. */
function startTrouble(world: World, scenario: Scenario, faults: Faults, operate: () => void): () => void {
  const { rates, timing } = scenario
  const chance = createChance(seedFor(scenario.seed, 'trouble', world.time.nowMs()))
  let isOver = false

  function often(meanMs: number, run: () => void): void {
    world.time.after(chance.between(1, 2 * meanMs), () => {
      if (isOver) return
      run()
      often(meanMs, run)
    })
  }
  function atRate(aMinute: number, run: () => void): void {
    if (aMinute > 0) often(MINUTE_MS / aMinute, run)
  }
  const someNode = () => {
    const [node] = chance.sample([...world.nodes], 1)
    return node
  }

  often(scenario.operatorEveryMs, operate)
  // Whatever died comes back sooner or later.
  often(10_000, () => {
    if (world.nodes.size < scenario.nodes) world.startNode()
  })
  atRate(rates.crash, () => {
    const node = someNode()
    if (node) world.kill(node.actor)
  })
  atRate(rates.freeze, () => {
    const node = someNode()
    const longestMs = timing.deadAfterMs * chance.pick([0.2, 2, 10])
    if (node) world.pause(node.actor, chance.between(1000, longestMs))
  })
  atRate(rates.breakdown, () => {
    const node = someNode()
    const untilMs = world.time.nowMs() + chance.between(5000, 150_000)
    if (node) faults.setBreakdown(node.actor.name, chance.pick(['faults', 'mute'] as const), untilMs)
  })
  atRate(scenario.trunks?.troubles ?? 0, () => {
    const [trunk] = chance.sample(scenario.trunks?.trunks ?? [], 1)
    const trouble = chance.pick(TROUBLES)
    if (trunk) faults.setTrouble(trunk.id, trouble, world.time.nowMs() + chance.between(1000, 40_000))
  })
  atRate(rates.outage, () => {
    const name = chance.isTrue(0.5) ? null : (someNode()?.actor.name ?? null)
    faults.setOutage(name, world.time.nowMs() + chance.between(1000, 70_000))
  })
  atRate(rates.clockBack, () => {
    const byMs = chance.pick([500, 5000, 60_000, 3_600_000])
    world.trace('world', `puts the clock back by ${byMs} ms`)
    world.wallClock.putBack(world.time.nowMs(), byMs)
  })
  atRate(rates.clockForward, () => {
    const byMs = chance.pick([500, 5000, 60_000, 3_600_000])
    world.trace('world', `puts the clock forward by ${byMs} ms`)
    world.wallClock.putForward(world.time.nowMs(), byMs)
  })
  return () => {
    isOver = true
  }
}

/** Lets time pass, and looks now and then whether all is as it must be. */
async function runWatched(world: World, scenario: Scenario, forMs: number): Promise<void> {
  const untilMs = world.time.nowMs() + forMs
  let idleSince: number | undefined
  let finishedSince = new Map<string, number>()
  let claims = 0
  while (world.time.nowMs() < untilMs) {
    await world.run(Math.min(SAMPLE_EVERY_MS, untilMs - world.time.nowMs()))
    const { finished } = await world.check()
    if (!scenario.isCalm) continue
    const nowMs = world.time.nowMs()
    finishedSince = new Map(finished.map((id) => [id, finishedSince.get(id) ?? nowMs]))
    for (const [id, sinceMs] of finishedSince)
      if (nowMs - sinceMs > MAX_UNFINISHED_MS)
        throw new RuleBroken(`task ${id} has nothing left to do and is not COMPLETED`)
    const isIdle =
      world.history.claims.size === claims &&
      (await hasFreeLine(world, scenario)) &&
      (await world.claimable()).some(({ task_id }) => hasOtherTrunk(world, scenario, task_id))
    claims = world.history.claims.size
    idleSince = isIdle ? (idleSince ?? world.time.nowMs()) : undefined
    if (idleSince !== undefined && world.time.nowMs() > idleSince)
      throw new RuleBroken(`a free line and due work since ${idleSince} ms`)
  }
}

/** Whether the task may take another trunk than the one that refuses every call. */
function hasOtherTrunk(world: World, { trunks }: Scenario, taskId: string): boolean {
  const ids = world.history.task(taskId)?.plan.trunkIds ?? []
  return ids.length === 0 || ids.some((id) => id !== trunks?.refusing)
}

/** Also on every trunk: which of them a contact may take does not matter then. */
async function hasFreeLine(world: World, { trunks }: Scenario): Promise<boolean> {
  const [row] = await world.look<{ is_free: boolean }>(
    'select (select count(*) from live_call) < lines as is_free from dialer',
  )
  const full = await checkTrunkLines(
    world.look,
    (trunks?.trunks ?? []).flatMap((trunk) =>
      trunk.lines === null ? [] : [{ ...trunk, lines: trunk.lines - 1 }],
    ),
  )
  return (row?.is_free ?? false) && full.length === 0
}

/** Everybody goes home and comes back; or the whole machine room stands still meanwhile. */
async function passHours(world: World, forMs: number, isFrozen: boolean): Promise<void> {
  const nodes = [...world.nodes]
  if (isFrozen) {
    for (const { actor } of nodes) world.pause(actor, forMs)
    await world.run(forMs)
    return
  }
  await world.finish(Promise.all(nodes.map((node) => world.stopNode(node, 20_000))))
  await world.run(forMs)
  for (const _ of nodes) world.startNode()
}

/** With everything in order, all that can be dialed is dialed, in a time that can be told beforehand. */
async function finishEverything(world: World, scenario: Scenario, taskIds: string[]): Promise<void> {
  await world.finish(world.limits.change({ lines: 3, callsPerSecond: 5 }))
  for (const id of taskIds) {
    const status = world.history.status(id)
    if (status === PAUSED || status === FAILED)
      world.act(`resumes ${id}`, () => world.tasks.transition('resume', id))
  }
  if (world.nodes.size === 0) world.startNode()

  // Long enough for a dead node to be noticed, its calls asked about twice, and an hour put back to be made up for.
  const patienceMs = 2 * scenario.timing.askAfterMs + 3 * scenario.timing.deadAfterMs + 90_000
  let progressMs = world.time.nowMs()
  let before = ''
  for (;;) {
    const next = await whatIsLeft(world, taskIds)
    if (next === 'nothing') return
    if (next instanceof Date) {
      const waitMs = next.getTime() - world.now().getTime()
      if (waitMs > MINUTE_MS) await passHours(world, waitMs, false)
      if (waitMs > 0) progressMs = world.time.nowMs()
    }
    const state = JSON.stringify([world.history.claims.size, world.network.liveCalls().length, next])
    if (state !== before) progressMs = world.time.nowMs()
    before = state
    if (world.time.nowMs() > progressMs + patienceMs)
      throw new RuleBroken(`stuck: ${await describeStuck(world)}`)
    await world.run(SAMPLE_EVERY_MS)
    await world.check()
  }
}

/** Nothing at all, something now, or something at a time that is still to come. */
async function whatIsLeft(world: World, taskIds: string[]): Promise<'nothing' | 'something' | Date> {
  const running = taskIds.filter((id) => world.history.status(id) === RUNNING)
  const rows = await world.look<{ live: number; stopped: number }>(
    `select (select count(*)::int from live_call) as live,
       (select count(*)::int from dial d join task t on t.id = d.task_id
        where t.status in (3, 4, 6) and d.due_at is not null) as stopped`,
  )
  const { live = 0, stopped = 0 } = rows[0] ?? {}
  if (running.length === 0 && live === 0 && stopped === 0) return 'nothing'
  if (live > 0 || stopped > 0 || (await world.due()).length > 0) return 'something'

  const waiting = await world.look<{ id: string; due: Date | null }>(
    `select t.id, case when exists (
         select from contact c
         where c.data_source_id = s.id and c.position > (select cursor from task_progress_now(t.id)) and c.position <= coalesce(t.list_end, s.last_position)
       ) then $1::timestamptz
       else (select min(due_at) from dial d where d.task_id = t.id) end as due
     from task t join data_source s on s.id = t.data_source_id where t.status = 1`,
    [world.now()],
  )
  const times = waiting.flatMap(({ id, due }) => {
    const plan = world.history.task(id)?.plan
    if (!due) return []
    const timeOf = (text: string | null | undefined, otherwise: number) =>
      text ? Date.parse(text) : otherwise
    const from = new Date(
      Math.max(
        due.getTime(),
        world.now().getTime(),
        timeOf(plan?.scheduledStartTime, Number.NEGATIVE_INFINITY),
      ),
    )
    const opens = firstMinute(from, (instant) => world.isOpen(id, instant))
    // At its end date it is stopped.
    return Math.min(
      opens?.getTime() ?? Number.POSITIVE_INFINITY,
      timeOf(plan?.scheduledEndTime, Number.POSITIVE_INFINITY),
    )
  })
  // Nobody waits for anything: the next look should complete the task.
  if (times.length < waiting.length) return 'something'
  if (!times.some(Number.isFinite))
    throw new RuleBroken(`no task will ever be open: ${await describeStuck(world)}`)
  return new Date(Math.min(...times))
}

async function describeStuck(world: World): Promise<string> {
  const rows = await world.look(
    `select t.name, t.status, (select cursor from task_progress_now(t.id)) as cursor, t.list_end, t.contact_count,
       (select count(*)::int from live_call l where l.task_id = t.id) as live,
       (select count(*)::int from dial d where d.task_id = t.id and due_at is not null) as waiting,
       (select min(due_at) from dial d where d.task_id = t.id) as next
     from task t`,
  )
  return JSON.stringify({ now: world.now(), rows })
}
