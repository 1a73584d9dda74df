// Situations that the simulated worlds must bring up, or they prove nothing about them. Each is counted in every world at its
// end; `npm run simulate` lists those that never came up, and it and the tests fail if one of them is not in KNOWN_MISSING.
//
// To add one: a line in SITUATIONS with a function that counts it, from what the world has seen, its database, or what
// faults.ts has noted. If six worlds are too few for it to come up, it is also in RARE.

import type { CallStory } from './controlled-calls.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

interface FinishedWorld {
  world: World
  scenario: Scenario
  /** How often each kind of trouble came. */
  faults: ReadonlyMap<string, number>
}

type CountSituation = (finished: FinishedWorld) => number | Promise<number>

const SITUATIONS = {
  'a node dies': ({ world }) => world.traced.filter((line) => line.endsWith(' dies')).length,
  'a call follows a flow': ({ world }) => storiesOf(world).length,
  'a callee hears a sound': sumOf(({ heard }) => heard.length),
  'a callee presses a key': sumOf(({ keys }) => keys.length),
  'a call is recorded': sumOf(({ recorded }) => recorded.length),
  'a voice agent talks': ({ world }) => world.party.agents.length,
  'a call with a flow is taken over': sumOf(({ takenOver }) => takenOver),
  'a node dies with an answered call whose result is stored': ({ world }) =>
    world.network.ledger.filter(
      ({ attemptId }) => world.network.hasLostSwitch(attemptId) && world.history.storedFlows.has(attemptId),
    ).length,
  'an answered call ends interrupted': async ({ world }) =>
    (await world.look("select from call where result ->> 'ending' = 'interrupted'")).length,
  'speech is late': ({ faults }) => faults.get('speech late') ?? 0,
  'a call goes out by a trunk': ({ world }) => world.network.ledger.filter(({ route }) => route).length,
  'a call goes on to the next trunk': ({ world }) => movedIds(world).length,
  'a call rings after it went on': ({ world }) => rungAfterMove(world).length,
  'a call rings after a trunk took it back': ({ world }) =>
    rungAfterMove(world).filter(world.network.hasRefusedLate).length,
  'a call rings in band, then is refused': ({ faults }) =>
    faults.get('carrier rings in band, then refuses') ?? 0,
  'a trunk refuses the calls of one task while another calls by its own': ({ world, scenario }) => {
    const { refusing } = scenario.trunks ?? {}
    if (!refusing) return 0
    const trunksOf = (taskId: string) => world.history.task(taskId)?.plan.trunkIds ?? []
    const isRefused = world.network.refusals.some(({ taskId }) => trunksOf(taskId).join() === refusing)
    const others = world.network.ledger.filter(({ route }) => route && route.trunkId !== refusing)
    return isRefused ? others.length : 0
  },
  'a call without a task rings': ({ world }) =>
    world.network.ledger.filter(({ contactId }) => world.history.singles.has(contactId)).length,
  'a number is called in two spellings': ({ world }) => {
    const keys = new Set(world.network.ledger.map(({ phoneNumber }) => phoneNumber.replace(/[^+\d]/g, '')))
    return [...keys].filter((key) => keys.has(`+${key}`)).length
  },
  'a number has not agreed to what the task asks for': ({ world }) => denialsFor(world, 'no_consent'),
  'a number that has agreed rings': ({ world }) =>
    world.network.ledger.filter(({ taskId }) => world.history.task(taskId)?.plan.needsConsent).length,
  'a window of several days holds a number back': ({ world }) => denialsFor(world, 'attempt_budget'),
  'a conversation holds a number back': ({ world }) => denialsFor(world, 'quiet_period'),
  'the calls about a case hold a number back': ({ world }) => denialsFor(world, 'case_budget'),
  'a conversation about a case holds a number back': ({ world }) => denialsFor(world, 'case_quiet_period'),
  'a number waits for the hours of its area code': ({ world }) =>
    world.history.denials.filter(
      ({ key, reason }) => reason === 'recipient_hours' && /^\+(351(21|295)|1)/.test(key),
    ).length,
  'a number that may be in several zones rings': ({ world, scenario }) =>
    scenario.permission.hasRecipientHours
      ? world.network.ledger.filter(
          ({ taskId, phoneNumber }) =>
            /^\+(351 91|1 850)/.test(phoneNumber) &&
            world.history.task(taskId)?.plan.windowZone === 'recipient',
        ).length
      : 0,
  'a number is denied for its other spelling': ({ world }) => {
    const lists = [...world.history.rules.now().lists.values()]
    const isListed = (key: string) => lists.some(({ entries }) => entries.has(key))
    return world.history.denials.filter(
      ({ key, reason }) =>
        reason === 'do_not_call' && !isListed(key) && (isListed(`+${key}`) || isListed(key.slice(1))),
    ).length
  },
  'a call is cancelled while it is prepared': ({ world: { history, network } }) =>
    [...history.claims.values()].filter(
      ({ contactId, committedMs }) =>
        committedMs < (history.singles.get(contactId)?.cancelledMs ?? 0) &&
        !network.ledger.some((call) => call.contactId === contactId),
    ).length,
  'a number is put on a list while its call is prepared': async ({ world }) =>
    (await world.look("select from single_call where reason = 'do_not_call' and releases > 0")).length,
  'a call without a task meets back-pressure': ({ world }) =>
    world.network.refusals.filter(
      ({ contactId, fate }) => /busy$/.test(fate) && world.history.singles.has(contactId),
    ).length,
  'a task is continued': async ({ world }) => (await continuedTasks(world)).length,
  'a continued task is continued': async ({ world }) =>
    (await continuedTasks(world)).filter(({ is_again }) => is_again).length,
  'a continued task calls': async ({ world }) => {
    const ids = new Set((await continuedTasks(world)).map(({ id }) => id))
    return world.network.ledger.filter(({ taskId }) => ids.has(taskId)).length
  },
} satisfies Record<string, CountSituation>

export type Situation = keyof typeof SITUATIONS

const names = Object.keys(SITUATIONS) as Situation[]

/** Never came up in 100 worlds, and should. To be empty. */
const KNOWN_MISSING: readonly Situation[] = ['a continued task is continued']

/** Come up in MANY_WORLDS, but perhaps not in fewer. */
const RARE: readonly Situation[] = [
  'a voice agent talks',
  'a number is called in two spellings',
  'a call is cancelled while it is prepared',
  'a number is put on a list while its call is prepared',
  'a call without a task meets back-pressure',
  'speech is late',
  'a call rings after it went on',
  'a call with a flow is taken over',
  'a node dies with an answered call whose result is stored',
  'an answered call ends interrupted',
  'a call rings after a trunk took it back',
  'a trunk refuses the calls of one task while another calls by its own',
  'a number has not agreed to what the task asks for',
  'a number that has agreed rings',
  'a window of several days holds a number back',
  'a conversation holds a number back',
  'the calls about a case hold a number back',
  'a conversation about a case holds a number back',
  'a number waits for the hours of its area code',
  'a number that may be in several zones rings',
  'a number is denied for its other spelling',
  'a task is continued',
  'a continued task calls',
]

const FEW_WORLDS = 6
const MANY_WORLDS = 100

export type SituationCounts = ReadonlyMap<Situation, number>

export async function countSituations(finished: FinishedWorld): Promise<SituationCounts> {
  const counts = new Map<Situation, number>()
  for (const name of names) counts.set(name, await SITUATIONS[name](finished))
  return counts
}

export function addSituations(worlds: readonly SituationCounts[]): SituationCounts {
  return new Map(
    names.map((name) => [name, worlds.reduce((sum, counts) => sum + (counts.get(name) ?? 0), 0)]),
  )
}

/** Those that never came up in so many worlds, and those of them that should have. */
export function findMissing(
  counts: SituationCounts,
  worlds: number,
): { missing: Situation[]; unexpected: Situation[] } {
  const missing = names.filter((name) => !counts.get(name))
  const unexpected = missing.filter(
    (name) =>
      worlds >= FEW_WORLDS && !KNOWN_MISSING.includes(name) && !(worlds < MANY_WORLDS && RARE.includes(name)),
  )
  return { missing, unexpected }
}

function storiesOf({ network }: World): CallStory[] {
  return network.ledger.flatMap(({ story }) => story ?? [])
}

function sumOf(countOf: (story: CallStory) => number): CountSituation {
  return ({ world }) => storiesOf(world).reduce((total, story) => total + countOf(story), 0)
}

function denialsFor({ history }: World, wanted: string): number {
  return history.denials.filter(({ reason }) => reason === wanted).length
}

function movedIds({ history }: World): string[] {
  return history.trunkStarts.flatMap(({ movedId }) => movedId ?? [])
}

function rungAfterMove(world: World): string[] {
  return [...new Set(movedIds(world))].filter((id) => world.network.find(id))
}

function continuedTasks({ look }: World): Promise<{ id: string; is_again: boolean }[]> {
  return look(
    'select t.id, old.continues_task_id is not null as is_again from task t join task old on old.id = t.continues_task_id',
  )
}
