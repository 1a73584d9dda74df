// Contacts with times of their own, and contacts that are withdrawn: in a world with a virtual clock.

import { describe, expect, it } from 'vitest'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const RUNNING = 1
const COMPLETED = 4

const after = (world: QuietWorld, seconds: number) => new Date(world.now().getTime() + seconds * 1000)
/** In seconds since the world began. */
const startTimes = (world: QuietWorld) =>
  world.network.ledger.map(({ phoneNumber, startMs }) => [phoneNumber, Math.round(startMs / 1000)])
const dials = (world: QuietWorld) =>
  world.look<{
    phone_number: string
    outcome: number | null
    cause: string | null
    wait_reason: string | null
  }>('select phone_number, outcome, cause, wait_reason from dial order by position')

interface ListedTimes {
  callTime?: number
  callUntil?: number
}

/** A published task; the times of each contact are in seconds from now. */
async function addTimedTask(
  world: QuietWorld,
  contacts: Record<string, ListedTimes>,
  settings: Parameters<QuietWorld['addTask']>[1] = {},
) {
  const { id: listId, contactIds } = await world.finish(world.addList('list', Object.keys(contacts)))
  for (const [index, { callTime, callUntil }] of Object.values(contacts).entries())
    await world.finish(
      world.contacts.update(
        listId,
        contactIds[index] ?? '',
        {},
        {
          callTime: callTime === undefined ? null : after(world, callTime),
          callUntil: callUntil === undefined ? null : after(world, callUntil),
        },
      ),
    )
  const taskId = await world.finish(world.addTask(listId, settings))
  await world.finish(world.tasks.transition('publish', taskId))
  return { taskId, listId, contactIds }
}

describe('a contact with a callTime', () => {
  it('is not called before it, and the task runs until then', async () => {
    const world = await createWorld()
    const { taskId } = await addTimedTask(world, { '100': { callTime: 60 }, '101': {} })
    world.startNode()
    await world.run(30_000)
    expect(world.rung()).toEqual(['101'])
    expect(world.history.status(taskId)).toBe(RUNNING)
    expect((await dials(world))[0]).toMatchObject({ outcome: null, wait_reason: 'before_call_time' })
    await world.run(60_000)
    expect(startTimes(world)[1]?.[1]).toBeGreaterThanOrEqual(60)
    expect(startTimes(world)[1]?.[1]).toBeLessThan(63)
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('that is changed while it waits is called at the new time, earlier or later', async () => {
    const world = await createWorld()
    const { listId, contactIds } = await addTimedTask(world, {
      '100': { callTime: 3600 },
      '101': { callTime: 20 },
    })
    world.startNode()
    await world.run(10_000)
    const [first = '', second = ''] = contactIds
    await world.finish(world.contacts.update(listId, first, {}, { callTime: null }))
    await world.finish(world.contacts.update(listId, second, {}, { callTime: after(world, 60) }))
    await world.run(100_000)
    const [early, late] = startTimes(world)
    expect(early).toEqual(['100', expect.closeTo(10, -1)])
    expect(late?.[1]).toBeGreaterThanOrEqual(70)
  })

  it('waits for the window of the task, too', async () => {
    const world = await createWorld()
    await addTimedTask(world, { '100': { callTime: 60 } }, { dailyStartTime: '08:05', dailyEndTime: '09:00' })
    world.startNode()
    await world.run(400_000)
    expect(startTimes(world)[0]?.[1]).toBeGreaterThanOrEqual(300)
  })
})

describe('a contact with a callUntil', () => {
  it('is called before it, and skipped from then on', async () => {
    const world = await createWorld()
    const { taskId } = await addTimedTask(
      world,
      { '100': { callUntil: 30 }, '101': { callUntil: 600 } },
      { dailyStartTime: '08:01', dailyEndTime: '09:00' },
    )
    world.startNode()
    await world.run(100_000)
    expect(world.rung()).toEqual(['101'])
    expect((await dials(world))[0]).toMatchObject({ outcome: 3, cause: 'after_call_until' })
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('gets no retry after it, and has failed', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const { taskId } = await addTimedTask(world, { '100': { callUntil: 100 } }, { callInterval: 60 })
    world.startNode()
    await world.run(200_000)
    expect(startTimes(world).map(([, seconds]) => Number(seconds) < 100)).toEqual([true, true])
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('is done with the call after which a retry would come too late, and so is its task', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const { taskId } = await addTimedTask(world, { '100': { callUntil: 100 } }, { callInterval: 3600 })
    world.startNode()
    await world.run(20_000)
    expect(world.rung()).toEqual(['100'])
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  describe('is done with the call after which the hours do not open again before it', () => {
    const SHORT = { dailyStartTime: '08:00', dailyEndTime: '08:10' }
    const zones = ['service', 'recipient'] as const

    it.each(zones)('by the clock of the %s, and so is its task', async (windowZone) => {
      const world = await createWorld({ answer: () => 'busy' })
      const settings = { ...SHORT, windowZone, callInterval: 900 }
      const { taskId } = await addTimedTask(world, { '100': { callUntil: 3600 } }, settings)
      world.startNode()
      await world.run(20_000)
      expect(world.rung()).toEqual(['100'])
      expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('as the next days are closed; one that may be called the day after waits', async () => {
      const world = await createWorld({ answer: () => 'busy' })
      // A Wednesday.
      const settings = { ...SHORT, weekdays: [3, 5], callInterval: 900 }
      const times = { '100': { callUntil: 2 * 86_400 - 60 }, '101': { callUntil: 2 * 86_400 + 60 } }
      await addTimedTask(world, times, settings)
      world.startNode()
      await world.run(20_000)
      expect(await dials(world)).toMatchObject([
        { outcome: 2, cause: 'after_call_until' },
        { outcome: null, cause: 'busy' },
      ])
    })

    it('but not while they are still open when the retry is due', async () => {
      const world = await createWorld({ answer: () => 'busy' })
      const settings = { ...SHORT, callInterval: 400, maxDialCount: 5 }
      const { taskId } = await addTimedTask(world, { '100': { callUntil: 3600 } }, settings)
      world.startNode()
      await world.run(450_000)
      expect(world.rung()).toEqual(['100', '100'])
      expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('also if another node has taken the call over', async () => {
      const world = await createWorld({ answer: () => 'busy', ringMs: 60_000 })
      const settings = { ...SHORT, callInterval: 900 }
      const { taskId } = await addTimedTask(world, { '100': { callUntil: 3600 } }, settings)
      const node = world.startNode()
      await world.run(5000)
      world.kill(node.actor)
      world.startNode()
      await world.run(200_000)
      expect(world.rung()).toEqual(['100'])
      expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })
  })

  describe('that was never called is done while the hours are closed, if they open too late', () => {
    const LATER = { dailyStartTime: '10:00', dailyEndTime: '11:00' }

    it('and so is its task, however long the list is', async () => {
      const world = await createWorld()
      const times = Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [`${100 + n}`, { callUntil: 3600 }]),
      )
      const { taskId } = await addTimedTask(world, times, LATER)
      world.startNode()
      await world.run(20_000)
      expect(world.rung()).toEqual([])
      expect(new Set((await dials(world)).map(({ outcome, cause }) => `${outcome} ${cause}`))).toEqual(
        new Set(['3 after_call_until']),
      )
      expect(await dials(world)).toHaveLength(12)
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it.each(['service', 'recipient'] as const)(
      'also before the task starts, by the clock of the %s',
      async (windowZone) => {
        const world = await createWorld()
        const settings = { scheduledStartTime: after(world, 7200).toISOString(), windowZone }
        const { taskId } = await addTimedTask(world, { '100': { callUntil: 3600 } }, settings)
        world.startNode()
        await world.run(20_000)
        expect(await dials(world)).toMatchObject([{ outcome: 3, cause: 'after_call_until' }])
        expect(world.history.status(taskId)).toBe(COMPLETED)
      },
    )

    it('but not behind one that may be called when they open', async () => {
      const world = await createWorld()
      const times = {
        '100': { callUntil: 120 },
        '101': {},
        '102': { callUntil: 290 },
        '103': { callUntil: 400 },
      }
      const settings = { dailyStartTime: '08:05', dailyEndTime: '09:00' }
      const { taskId } = await addTimedTask(world, times, settings)
      world.startNode()
      await world.run(20_000)
      expect(await dials(world)).toMatchObject([{ phone_number: '100', cause: 'after_call_until' }])
      expect(world.history.status(taskId)).toBe(RUNNING)
      await world.run(310_000)
      expect(world.rung().sort()).toEqual(['101', '103'])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('if it waits for its callTime, from when on they do not open in time', async () => {
      const world = await createWorld()
      const times = { '100': { callTime: 1800, callUntil: 3600 }, '101': { callTime: 120, callUntil: 3600 } }
      const { taskId } = await addTimedTask(world, times, { dailyStartTime: '08:00', dailyEndTime: '08:10' })
      world.startNode()
      await world.run(20_000)
      expect(await dials(world)).toMatchObject([
        { outcome: 3, cause: 'after_call_until' },
        { outcome: null, wait_reason: 'before_call_time' },
      ])
      await world.run(150_000)
      expect(world.rung()).toEqual(['101'])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('if the hours close before there is a line for it', async () => {
      const world = await createWorld({ answer: () => 'busy', ringMs: 30_000 })
      const settings = { dailyStartTime: '08:00', dailyEndTime: '08:01', maxAgents: 1, maxDialCount: 1 }
      const times = Object.fromEntries(
        ['100', '101', '102', '103'].map((number) => [number, { callUntil: 3600 }]),
      )
      const { taskId } = await addTimedTask(world, times, settings)
      world.startNode()
      await world.run(130_000)
      expect(world.rung()).toEqual(['100', '101'])
      expect((await dials(world)).map(({ outcome, cause }) => [outcome, cause])).toEqual([
        ...[
          [2, 'busy'],
          [2, 'busy'],
        ],
        ...[
          [3, 'after_call_until'],
          [3, 'after_call_until'],
        ],
      ])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })
  })

  describe('that is changed while it waits', () => {
    const times = (world: QuietWorld, listId: string, contactId: string, callUntil: number) =>
      world.finish(world.contacts.update(listId, contactId, {}, { callUntil: after(world, callUntil) }))

    it('for the hours is done at once if it becomes too late, and called if it does not', async () => {
      const world = await createWorld()
      const settings = { dailyStartTime: '08:05', dailyEndTime: '09:00' }
      const listed = { '100': { callUntil: 3600 }, '101': { callUntil: 3600 }, '102': { callUntil: 310 } }
      const { taskId, listId, contactIds } = await addTimedTask(world, listed, settings)
      world.startNode()
      await world.run(10_000)
      expect(await dials(world)).toEqual([])
      const [first = '', second = '', third = ''] = contactIds
      await times(world, listId, first, 60)
      await times(world, listId, second, 60)
      await times(world, listId, third, 900)
      await world.run(10_000)
      expect(await dials(world)).toMatchObject([{ cause: 'after_call_until' }, { cause: 'after_call_until' }])
      await world.run(300_000)
      expect(world.rung()).toEqual(['102'])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('for its next attempt is done at once if that would be too late, and else keeps its turn', async () => {
      const world = await createWorld({ answer: () => 'busy' })
      const settings = { callInterval: 900, maxDialCount: 2 }
      const listed = { '100': { callUntil: 7200 }, '101': { callUntil: 7200 }, '102': {} }
      const { taskId, listId, contactIds } = await addTimedTask(world, listed, settings)
      world.startNode()
      await world.run(20_000)
      const [first = '', second = '', third = ''] = contactIds
      await times(world, listId, first, 600)
      await times(world, listId, second, 1200)
      await times(world, listId, third, 600)
      expect(await dials(world)).toMatchObject([
        { outcome: 2, cause: 'after_call_until' },
        { outcome: null, cause: 'busy' },
        { outcome: 2, cause: 'after_call_until' },
      ])
      await world.run(1_000_000)
      expect(world.rung()).toEqual(['100', '101', '102', '101'])
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })

    it('is done at once if the hours do not open between its next attempt and it', async () => {
      const world = await createWorld({ answer: () => 'busy' })
      const settings = { dailyStartTime: '08:00', dailyEndTime: '08:10', callInterval: 900 }
      const tomorrow = 86_400 + 300
      const { taskId, listId, contactIds } = await addTimedTask(
        world,
        { '100': { callUntil: tomorrow } },
        settings,
      )
      world.startNode()
      await world.run(20_000)
      expect(await dials(world)).toMatchObject([{ outcome: null, cause: 'busy' }])
      await times(world, listId, contactIds[0] ?? '', 3600)
      expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'after_call_until' }])
      await world.run(10_000)
      expect(world.history.status(taskId)).toBe(COMPLETED)
    })
  })

  it('is done at once if it may only be called when it is too late', async () => {
    const world = await createWorld()
    const { taskId } = await addTimedTask(
      world,
      { '100': { callUntil: 60 } },
      { dailyStartTime: '09:00', dailyEndTime: '10:00', windowZone: 'recipient' },
    )
    world.startNode()
    await world.run(20_000)
    expect(await dials(world)).toMatchObject([{ outcome: 3, cause: 'after_call_until' }])
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })
})

describe('a contact that is withdrawn', () => {
  it('before its turn is skipped in every task', async () => {
    const world = await createWorld()
    const { id: listId, contactIds } = await world.finish(world.addList('list', ['100', '101']))
    await world.finish(world.contacts.withdraw(listId, { contactId: contactIds[0] }))
    for (const _ of ['one', 'other']) {
      const taskId = await world.finish(world.addTask(listId))
      await world.finish(world.tasks.transition('publish', taskId))
    }
    world.startNode()
    await world.run(20_000)
    expect(world.rung()).toEqual(['101', '101'])
    expect(await dials(world)).toMatchObject([
      { outcome: 3, cause: 'withdrawn' },
      { outcome: 3, cause: 'withdrawn' },
      { outcome: 1 },
      { outcome: 1 },
    ])
  })

  it('while it waits is done at once, also in a task that is paused', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const { taskId, listId } = await world.addRunningTask(['100', '101'], { callInterval: 60 })
    world.startNode()
    await world.run(10_000)
    await world.finish(world.tasks.transition('pause', taskId))
    await world.finish(world.contacts.withdraw(listId, { phoneNumber: '1-00' }))
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'withdrawn' }, { outcome: null }])
    await world.finish(world.tasks.transition('resume', taskId))
    await world.runOut()
    expect(world.rung().filter((number) => number === '100')).toHaveLength(1)
  })

  it('during a call ends with that call', async () => {
    const world = await createWorld({ answer: () => 'no_answer', ringMs: 20_000 })
    const { taskId, listId, contactIds } = await world.addRunningTask(['100'], { callInterval: 1 })
    world.startNode()
    await world.run(5000)
    await world.finish(world.contacts.withdraw(listId, { contactId: contactIds[0] }))
    expect(world.network.liveCalls()).toHaveLength(1)
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'withdrawn' }])
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('and restored is called by tasks that have not come to it, and by others after a recall', async () => {
    const world = await createWorld()
    const { listId, contactIds, taskId } = await world.addRunningTask(['100', '101'])
    const [contactId = ''] = contactIds
    await world.finish(world.contacts.withdraw(listId, { contactId }))
    world.startNode()
    await world.runOut()
    await world.finish(world.contacts.restore(listId, { contactId }))
    await world.run(10_000)
    expect(world.rung()).toEqual(['101'])
    await world.finish(world.tasks.recall({ taskId, contactIds, priority: 5 }).then(idsOf))
    await world.runOut()
    expect(world.rung()).toContain('100')
  })
})
