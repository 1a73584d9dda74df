// What callees say must not be lost: opt-outs and results while the database is away, and calls that are taken over while it fails.

import { describe, expect, it } from 'vitest'
import type { Flow } from '../src/conversations/flows/flow.ts'
import type { UnwrittenFiles } from '../src/dialing/dialer/settle/unwritten-files.ts'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'

const openWorld = dialingWorlds()

/** People who stay for half an hour, and press 9 after a second or two. */
const OPTING_OUT = 'person=1, press.9=1, press.none=0, leave=0, patience=1800-1800, stay=1800'
const NUMBERS = Array.from({ length: 10 }, (_, index) => String(100 + index))

async function addOptOutTask(world: QuietWorld, numbers = NUMBERS): Promise<string> {
  const { id: listId } = await world.finish(
    world.doNotCall.add({ name: 'opt-outs', description: '', isGlobal: false }),
  )
  const flow: Flow = {
    steps: [
      { id: 'ask', type: 'gather', text: 'question', keys: '19', timeout: 3 },
      { id: 'out', type: 'optOut', listId },
      { id: 'end', type: 'say', text: 'the end' },
    ],
  }
  await world.addRunningTask(
    numbers,
    { maxDialCount: 3, callInterval: 1 },
    { flow, successWhen: 'digits.ask == "1"', maxAgents: null },
  )
  return listId
}

const listed = (world: QuietWorld, listId: string) =>
  world.look<{ phone_key: string }>(
    'select phone_key from do_not_call_entry where list_id = $1 and remove_time is null order by phone_key',
    [listId],
  )

const isAsked = (world: QuietWorld) =>
  world.network.ledger.length === NUMBERS.length &&
  world.network.ledger.every(({ story }) => story?.heard.at(-1)?.text === 'question')

function databaseGoesAway(world: QuietWorld): void {
  world.trouble.course = () => ({ fate: 'lost before' })
}

function databaseIsBack(world: QuietWorld): void {
  world.trouble.course = () => ({})
}

function filesInMemory() {
  const kept = new Map<string, string>()
  const files: UnwrittenFiles = {
    async save(text) {
      kept.set(`${kept.size}.json`, text)
    },
    read: async () => new Map(kept),
    async remove(file) {
      kept.delete(file)
    },
  }
  return { kept, files }
}

describe('opt-outs while the database is away', () => {
  it.each([1, 2])(
    'for 20 seconds are all stored when it is back, and nobody is rung again (%i nodes)',
    async (nodes) => {
      const world = await openWorld({ callees: OPTING_OUT })
      const listId = await addOptOutTask(world)
      for (let started = 0; started < nodes; started += 1) world.startNode()
      expect(await world.run(60_000, () => isAsked(world))).toBe(true)
      databaseGoesAway(world)
      await world.run(20_000)
      databaseIsBack(world)
      await world.runOut()
      expect((await listed(world, listId)).map(({ phone_key }) => phone_key)).toEqual(NUMBERS)
      expect(world.rung().sort()).toEqual(NUMBERS)
    },
  )

  it('are kept on the disk of a node that must stop, with the ends of their calls, and written by its next start', async () => {
    const { kept, files } = filesInMemory()
    const world = await openWorld({
      callees: OPTING_OUT.replace('patience=1800-1800', 'patience=10-10'),
      unwrittenFiles: files,
      remembersEnds: false,
    })
    const listId = await addOptOutTask(world)
    const node = world.startNode()
    expect(await world.run(60_000, () => isAsked(world))).toBe(true)
    databaseGoesAway(world)
    await world.run(20_000)
    expect(world.network.liveCalls()).toEqual([])
    await world.finish(world.stopNode(node, 1000))
    const [text = ''] = kept.values()
    const { optOuts, ends } = JSON.parse(text) as { optOuts: unknown[]; ends: unknown[] }
    expect([optOuts.length, ends.length]).toEqual([10, 10])
    databaseIsBack(world)
    world.startNode()
    await world.runOut()
    await world.run(3000)
    expect((await listed(world, listId)).map(({ phone_key }) => phone_key)).toEqual(NUMBERS)
    expect(world.rung().sort()).toEqual(NUMBERS)
    expect(await world.look('select distinct cause, result -> $1 as digits from call', ['digits'])).toEqual([
      { cause: 'not_confirmed', digits: { ask: '9' } },
    ])
    expect(kept.size).toBe(0)
  })
})

describe('a call that is taken over while its flow cannot be read', () => {
  const flow: Flow = {
    steps: [
      { id: 'ask', type: 'gather', text: 'question', keys: '9', timeout: 3 },
      { id: 'wait', type: 'gather', text: 'and now', keys: '1', timeout: 25 },
      { id: 'end', type: 'say', text: 'the end' },
    ],
  }
  const isAt = (world: QuietWorld, text: string) => () =>
    world.network.ledger[0]?.story?.heard.at(-1)?.text === text

  async function takeOver(unreadableMs: number): Promise<QuietWorld> {
    const world = await openWorld({ callees: OPTING_OUT })
    const plan = { flow, successWhen: 'digits.ask == "9"', maxAgents: null }
    await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
    const first = world.startNode()
    expect(await world.run(60_000, isAt(world, 'and now'))).toBe(true)
    world.startNode()
    await world.run(3000)
    world.kill(first.actor)
    world.trouble.course = (_, label) => (label === 'read_flow' ? { fate: 'lost before' } : {})
    await world.run(unreadableMs)
    databaseIsBack(world)
    return world
  }

  it('is tried again, and goes on', async () => {
    const world = await takeOver(12_000)
    await world.runOut()
    expect(world.network.ledger).toMatchObject([{ end: { cause: 'answered' }, story: { takenOver: 1 } }])
    expect(world.network.ledger[0]?.story?.heard.at(-1)?.text).toBe('the end')
    expect(await world.look('select cause, result -> $1 as digits from call', ['digits'])).toMatchObject([
      { cause: 'answered', digits: { ask: '9' } },
    ])
  })

  it('is ended if that goes on for long: nobody is left on a line on which nothing happens', async () => {
    const world = await takeOver(25_000)
    expect(world.network.liveCalls()).toEqual([])
    await world.run(2000)
    // The judge is told that something else than the callee has ended it.
    for (const { story } of world.network.ledger) if (story) story.failures += 1
    expect(world.traced.join('\n')).toMatch(/the flow of a call cannot go on; hanging up/)
    expect(await world.look('select cause, result -> $1 as digits from call', ['digits'])).toEqual([
      { cause: 'gateway_error', digits: { ask: '9' } },
    ])
  })
})
