// What the dialer does with numbers that may not be called, now or ever: in a world with a virtual clock.

import { describe, expect, it } from 'vitest'
import type { SettingsChange } from '../src/campaigns/permission/permission.service.ts'
import { denialsCounted } from '../src/dialing/dialer/claim/denial-counts.queries.ts'
import { NO_CHANGE } from './simulation/permission-operator.ts'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const HOUR_MS = 3_600_000
const COMPLETED = 4
/** Nodes that look once in `minutes`: a day costs little. */
const lookingEvery = (minutes: number) => ({
  timing: { heartbeatEveryMs: 2 * HOUR_MS, deadAfterMs: 12 * HOUR_MS, placeWithinMs: 6 * HOUR_MS },
  pausesMs: { soon: minutes * 60_000, later: minutes * 60_000, failed: 1000 },
})
async function addDoNotCallList(world: QuietWorld, isGlobal: boolean): Promise<string> {
  const list = await world.finish(world.doNotCall.add({ name: 'list', description: '', isGlobal }))
  return list.id
}

/** `forMs`: how long the entries hold. */
async function forbid(
  world: QuietWorld,
  listId: string,
  phoneNumbers: string[],
  forMs?: number,
): Promise<void> {
  const expireTime = forMs === undefined ? null : new Date(world.now().getTime() + forMs)
  const given = { phoneNumbers, callId: undefined, note: '', expireTime }
  await world.finish(world.doNotCall.addEntries(listId, given))
}

const setRules = (world: QuietWorld, change: Partial<SettingsChange>) =>
  world.finish(world.permission.change({ ...NO_CHANGE, ...change }))

interface DialLine {
  phone_number: string
  outcome: number | null
  cause: string | null
  wait_reason: string | null
  status: number
}
const dials = (world: QuietWorld) =>
  world.look<DialLine>(
    `select d.phone_number, d.outcome, d.cause, d.wait_reason, coalesce(c.status, 3) as status
     from dial d join task t on t.id = d.task_id cross join lateral contact_calls(t.data_source_id, d.position) c
     order by d.position`,
  )
const denials = (world: QuietWorld) =>
  world.look<{ phone_key: string; reason: string; until: Date | null }>(
    'select phone_key, reason, until from denial order by at, phone_key',
  )
const startTimes = (world: QuietWorld) =>
  world.network.ledger.map(
    ({ phoneNumber, startMs }) => `${phoneNumber} at ${Math.round(startMs / 60_000)} min`,
  )

describe('a number without a country and the international number of the same digits', () => {
  const INTERNATIONAL = '+1 202 558 0003'
  const AS_IN_EXCEL = '12025580003'

  it.each([
    [INTERNATIONAL, AS_IN_EXCEL],
    [AS_IN_EXCEL, INTERNATIONAL],
  ])('forbid each other: %s on a list, %s in a task', async (forbidden, number) => {
    const world = await createWorld()
    await forbid(world, await addDoNotCallList(world, true), [forbidden])
    await world.addRunningTask(['100', number])
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect((await dials(world))[1]).toMatchObject({ phone_number: number, cause: 'do_not_call' })
    await expect(world.finish(world.askFor(number))).rejects.toThrow('do-not-call')
  })

  it('are called one after the other, though they are two contacts', async () => {
    const world = await createWorld()
    await world.addRunningTask([INTERNATIONAL, AS_IN_EXCEL])
    await world.addRunningTask([AS_IN_EXCEL])
    world.startNode()
    await world.run(1500)
    expect(world.rung()).toEqual([INTERNATIONAL])
    // A test call would have to wait; a single call does.
    await expect(world.finish(world.ringOnce(AS_IN_EXCEL))).rejects.toThrow('live call')
    await world.runOut()
    expect(world.rung().sort()).toEqual([INTERNATIONAL, AS_IN_EXCEL, AS_IN_EXCEL])
  })

  it('share a budget', async () => {
    const world = await createWorld()
    await setRules(world, { attemptsPerDay: 1 })
    await world.addRunningTask([AS_IN_EXCEL])
    world.startNode()
    await world.runOut()
    await world.addRunningTask([INTERNATIONAL])
    // A node that missed the notification looks again after 5 seconds.
    await world.run(8000)
    expect(world.rung()).toEqual([AS_IN_EXCEL])
    expect(await denials(world)).toMatchObject([{ phone_key: '+12025580003', reason: 'daily_budget' }])
  })

  it('are not called again once one of them is on a list', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const listId = await addDoNotCallList(world, true)
    await world.addRunningTask([AS_IN_EXCEL], { callInterval: 20 })
    world.startNode()
    await world.run(5000)
    await forbid(world, listId, [INTERNATIONAL])
    await world.runOut()
    expect(world.rung()).toEqual([AS_IN_EXCEL])
  })
})

describe('a number that may never be called', () => {
  it('on a global do-not-call list ends its contact without a call, and the task completes', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, true)
    await forbid(world, listId, ['101'])
    const { taskId } = await world.addRunningTask(['100', '101', '102'])
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['100', '102'])
    expect(world.history.status(taskId)).toBe(COMPLETED)
    expect((await dials(world))[1]).toMatchObject({ outcome: 3, cause: 'do_not_call', status: 3 })
    expect(await denials(world)).toEqual([{ phone_key: '101', reason: 'do_not_call', until: null }])
    expect(
      await world.look(`select reason, decisions::int from (${denialsCounted('true')}) counted`),
    ).toEqual([{ reason: 'do_not_call', decisions: 1 }])
  })

  it('on a list that is not global is called by tasks that do not name it', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, false)
    await forbid(world, listId, ['100', '200'])
    await world.addRunningTask(['100'])
    await world.addRunningTask(['200'], { doNotCallListIds: [listId] })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
  })

  it('is not called again once it is on a list, and is FAILED if it was called before', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const listId = await addDoNotCallList(world, true)
    const { taskId } = await world.addRunningTask(['100'], { callInterval: 60 })
    world.startNode()
    await world.run(10_000)
    await forbid(world, listId, ['100'])
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'do_not_call', status: 2 }])
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('is called again once its entry has expired, and a recall asks for it', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, true)
    await forbid(world, listId, ['100'], 60_000)
    const { taskId, contactIds } = await world.addRunningTask(['100'])
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual([])
    await world.run(60_000)
    await world.finish(world.tasks.recall({ taskId, contactIds, priority: 5 }).then(idsOf))
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect(await dials(world)).toMatchObject([{ outcome: 1, status: 1 }])
  })

  it('is NOT_DIALED again after a recall that may not ring it either', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, true)
    await forbid(world, listId, ['100'])
    const { taskId, contactIds } = await world.addRunningTask(['100'])
    world.startNode()
    await world.runOut()
    await world.finish(world.tasks.recall({ taskId, contactIds, priority: 5 }).then(idsOf))
    await world.runOut()
    expect(world.rung()).toEqual([])
    expect(await dials(world)).toMatchObject([{ outcome: 3, cause: 'do_not_call', status: 3 }])
    expect(await denials(world)).toHaveLength(2)
  })

  it('is judged at once by a recall, as it was never called', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, true)
    await forbid(world, listId, ['100'], 1000)
    const { taskId, contactIds } = await world.addRunningTask(['100'], { callInterval: 3600 })
    world.startNode()
    await world.runOut()
    await world.finish(world.tasks.recall({ taskId, contactIds, priority: 5 }).then(idsOf))
    await world.run(5000)
    expect(world.rung()).toEqual(['100'])
  })

  it('is one of police, fire and ambulance, unless a setting allows it', async () => {
    const world = await createWorld()
    await setRules(world, { allowsEmergency: false })
    await world.addRunningTask(['911', '110', '10086'])
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['10086'])
    expect((await denials(world)).map(({ reason }) => reason)).toEqual([
      'emergency_number',
      'emergency_number',
    ])
  })

  it('begins with a prefix that was denied while the task runs', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await world.addRunningTask(['100', '200'], { callInterval: 60, maxDialCount: 2 })
    world.startNode()
    await world.run(10_000)
    await setRules(world, { deniedPrefixes: ['2'] })
    await world.runOut()
    expect(world.rung()).toEqual(['100', '200', '100'])
    expect((await denials(world)).map(({ reason }) => reason)).toEqual(['denied_prefix'])
  })

  it('does not use up the lines of other tasks, however many there are', async () => {
    const world = await createWorld()
    const listId = await addDoNotCallList(world, true)
    const forbidden = Array.from({ length: 3000 }, (_, index) => String(10_000 + index))
    await forbid(world, listId, forbidden)
    await world.addRunningTask([...forbidden, '900'], { priority: 1 })
    world.startNode()
    await world.addRunningTask([...forbidden, '901'], { priority: 1 })
    await world.addRunningTask(['800'], { priority: 5 })
    await world.run(5000)
    expect(world.rung().at(0)).toBe('800')
    expect(world.rung().sort()).toEqual(['800', '900', '901'])
  })
})

describe('the hours of the called person', () => {
  it('decide when each is called', async () => {
    // 08:00 in UTC: 09:00 in Berlin, 17:00 in Tokyo, 03:00 in New York.
    const world = await createWorld({ startTime: new Date('2026-01-12T08:00:00Z'), ...lookingEvery(10) })
    const { listId, contactIds } = await world.addRunningTask(['+4930123456', '+81312345678', '200'], {
      dailyStartTime: '09:00',
      dailyEndTime: '17:00',
      windowZone: 'recipient',
    })
    const timeZone = 'America/New_York'
    await world.finish(world.contacts.update(listId, contactIds[2] ?? '', { timeZone }))
    world.startNode()
    await world.run(2 * 24 * HOUR_MS, () => world.network.ledger.length === 3)
    expect(startTimes(world)).toEqual(['+4930123456 at 0 min', '200 at 360 min', '+81312345678 at 960 min'])
    expect(
      (await denials(world)).map(({ phone_key, reason, until }) => [phone_key, reason, until?.toISOString()]),
    ).toEqual([
      ['+81312345678', 'recipient_hours', '2026-01-13T00:00:00.000Z'],
      ['200', 'recipient_hours', '2026-01-12T14:00:00.000Z'],
    ])
  })

  it('open once more if the clock is put back into them', async () => {
    // At 01:00 UTC, 03:00 in Berlin becomes 02:00.
    const world = await createWorld({ startTime: new Date('2026-10-25T00:02:00Z'), ...lookingEvery(1) })
    await world.addRunningTask(['+4930123456'], {
      dailyStartTime: '01:58',
      dailyEndTime: '02:10',
      windowZone: 'recipient',
    })
    await world.run(9 * 60_000)
    world.startNode()
    await world.run(24 * HOUR_MS, () => world.network.ledger.length > 0)
    expect(startTimes(world)).toEqual(['+4930123456 at 58 min'])
  })

  it('hold until the call is placed', async () => {
    const world = await createWorld({ startTime: new Date('2026-01-12T15:59:59.300Z') })
    await world.addRunningTask(['+4930123456'], {
      dailyStartTime: '09:00',
      dailyEndTime: '17:00',
      windowZone: 'recipient',
    })
    world.trouble.course = (_, label) => (label === 'commit of calls' ? { pauseMs: 800 } : {})
    world.startNode()
    await world.run(3000)
    expect(world.history.claims.size).toBe(1)
    expect(world.rung()).toEqual([])
  })
})

describe('weekdays and holidays', () => {
  it('hold back the task as a whole, and a calendar counts from the next claim on', async () => {
    // A Saturday.
    const world = await createWorld({ startTime: new Date('2026-06-13T08:00:00Z'), ...lookingEvery(10) })
    await world.addRunningTask(['100'], {
      weekdays: [1, 2, 3, 4, 5],
      dailyStartTime: '09:00',
      dailyEndTime: '18:00',
    })
    const days = [{ date: '2026-06-15', name: 'Day off' }]
    await world.finish(world.calendars.add({ name: 'holidays', isGlobal: true, days }))
    world.startNode()
    await world.run(100 * HOUR_MS, () => world.network.ledger.length > 0)
    // Tuesday 09:00.
    expect(startTimes(world)).toEqual([`100 at ${(3 * 24 + 1) * 60} min`])
    expect(await denials(world)).toEqual([])
  })
})

describe('start and end dates', () => {
  it('hold back the task until it starts, and from its end on', async () => {
    const world = await createWorld({
      startTime: new Date('2026-06-10T08:00:00Z'),
      answer: () => 'busy',
      ...lookingEvery(10),
    })
    await world.addRunningTask(['100'], {
      scheduledStartTime: '2026-06-10T10:00:00.000Z',
      scheduledEndTime: '2026-06-10T12:30:00.000Z',
      callInterval: 3600,
      maxDialCount: 10,
    })
    world.startNode()
    await world.run(24 * HOUR_MS)
    expect(startTimes(world)).toEqual(['100 at 120 min', '100 at 180 min', '100 at 240 min'])
  })
})

describe('the budget of a number', () => {
  it('counts the calls of all tasks in any 24 hours', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(10) })
    await setRules(world, { attemptsPerDay: 3 })
    for (let task = 0; task < 4; task += 1)
      await world.addRunningTask(['100'], { callInterval: 1200, maxDialCount: 2 })
    world.startNode()
    world.startNode()
    await world.run(23 * HOUR_MS)
    expect(world.rung()).toHaveLength(3)
    await world.run(72 * HOUR_MS)
    expect(world.rung()).toHaveLength(8)
    const starts = world.network.ledger.map(({ startMs }) => startMs)
    for (const [index, start] of starts.entries())
      expect((starts[index + 3] ?? Number.POSITIVE_INFINITY) - start).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(new Set((await denials(world)).map(({ reason }) => reason))).toEqual(new Set(['daily_budget']))
  })

  it('that is raised counts at once, also for contacts that wait', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await setRules(world, { attemptsPerDay: 1 })
    await world.addRunningTask(['100', '101'], { callInterval: 0, maxDialCount: 3 })
    world.startNode()
    await world.run(5000)
    expect(world.rung().sort()).toEqual(['100', '101'])
    await setRules(world, { attemptsPerDay: 2 })
    await world.run(20_000)
    expect(world.rung().sort()).toEqual(['100', '100', '101', '101'])
    expect((await dials(world)).map(({ wait_reason }) => wait_reason)).toEqual([
      'daily_budget',
      'daily_budget',
    ])
  })

  it('also holds for 30 days, whatever the day allows', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(60) })
    await setRules(world, { attemptsPerMonth: 2 })
    await world.addRunningTask(['100'], { callInterval: 0, maxDialCount: 3 })
    world.startNode()
    await world.run(29 * 24 * HOUR_MS)
    expect(world.rung()).toHaveLength(2)
    expect(await dials(world)).toMatchObject([{ wait_reason: 'monthly_budget', outcome: null }])
    await world.run(2 * 24 * HOUR_MS)
    expect(world.rung()).toHaveLength(3)
  })
})

describe('windows of several days', () => {
  const DAY_MS = 24 * HOUR_MS

  it('hold for the calls of all tasks, and a task may be stricter', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(60) })
    await setRules(world, { budgets: [{ attempts: 3, days: 3 }] })
    await world.addRunningTask(['100', '101'], { callInterval: 0, maxDialCount: 3 })
    const stricter = { budgets: [{ attempts: 2, days: 5 }] }
    await world.addRunningTask(['100'], { callInterval: 0, maxDialCount: 3, ...stricter })
    world.startNode()
    await world.run(2 * DAY_MS)
    expect(world.rung().sort()).toEqual(['100', '100', '100', '101', '101', '101'])
    expect(new Set((await denials(world)).map(({ reason }) => reason))).toEqual(new Set(['attempt_budget']))
    await world.run(DAY_MS + HOUR_MS)
    const byTask = (number: string) => world.rung().filter((each) => each === number).length
    expect([byTask('100'), byTask('101')]).toEqual([3, 3])
    await world.run(2 * DAY_MS)
    expect(byTask('100')).toBeGreaterThan(3)
  })
})

describe('a task that needs consent', () => {
  const PURPOSE = 'offers'
  const agree = (world: QuietWorld, number: string, forMs: number | null = null) =>
    world.finish(
      world.consents.add([number], {
        ...{ purpose: 'Offers ', wording: 'yes', source: 'form', proof: '', givenTime: world.now() },
        expireTime: forMs === null ? null : new Date(world.now().getTime() + forMs),
      }),
    )

  it('calls only numbers that have agreed to it, in either spelling', async () => {
    const world = await createWorld()
    await agree(world, '+1 202 558 0003')
    await agree(world, '101', 3000)
    await agree(world, '102')
    await world.finish(world.consents.withdraw(['102'], undefined, ''))
    await world.addRunningTask(['12025580003', '100', '102'], { needsConsent: PURPOSE })
    await world.addRunningTask(['200'], { needsConsent: null })
    world.startNode()
    await world.run(5000)
    await world.addRunningTask(['101'], { needsConsent: PURPOSE })
    await world.runOut()
    expect(world.rung().sort()).toEqual(['12025580003', '200'])
    expect((await denials(world)).map(({ phone_key, reason }) => [phone_key, reason]).sort()).toEqual([
      ['100', 'no_consent'],
      ['101', 'no_consent'],
      ['102', 'no_consent'],
    ])
  })

  it('does not call again a number whose consent was withdrawn', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await agree(world, '100')
    await world.addRunningTask(['100'], { needsConsent: PURPOSE, callInterval: 20, maxDialCount: 3 })
    world.startNode()
    await world.run(5000)
    await world.finish(world.consents.withdraw(['100'], PURPOSE, 'by mail'))
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect((await dials(world))[0]).toMatchObject({ cause: 'no_consent' })
  })
})

describe('a voice agent that is not announced', () => {
  const real = { simulation: 'never' as const }
  const agent = { id: 'agent', type: 'stream' as const, url: 'wss://agent.example.com' }
  const flowOf = (announces: 'artificialVoice'[]) => ({
    flow: { steps: [{ ...agent, announces }] },
    ...{ successWhen: 'answered', maxAgents: null },
  })

  it('calls no number of the European Union, even one that came to the list later', async () => {
    const world = await createWorld({ answer: () => 'busy', ...real })
    const once = { maxDialCount: 1 }
    const live = { ...once, listMode: 'live' as const }
    const { listId } = await world.addRunningTask(['+12025580003', '100'], live, flowOf([]))
    await world.addRunningTask(['+4930200'], once, flowOf(['artificialVoice']))
    await world.finish(world.contacts.add(listId, { phoneNumber: '+33140000000' }))
    world.startNode()
    await world.runOut()
    expect(world.rung().sort()).toEqual(['+12025580003', '+4930200', '100'])
    expect((await denials(world)).map(({ phone_key, reason }) => [phone_key, reason])).toEqual([
      ['+33140000000', 'undisclosed_agent'],
    ])
  })

  it('is refused when the task is published with such numbers', async () => {
    const world = await createWorld(real)
    const refused = world.addRunningTask(['100', '+4930100'], {}, flowOf([]))
    await expect(refused).rejects.toMatchObject({
      detail: { fault: 'undisclosed_agent', field: 'flow.steps[0].announces', step: 'agent' },
    })
  })
})

describe('the quiet period after a conversation', () => {
  const DAY_MS = 24 * HOUR_MS

  it('begins with a call that a person answered, of any task', async () => {
    const world = await createWorld({
      answer: (number) => (number === '100' ? 'answered' : 'busy'),
      ...lookingEvery(60),
    })
    await setRules(world, { quietDays: 2 })
    await world.addRunningTask(['100', '101'], { maxDialCount: 1 })
    world.startNode()
    await world.run(5000)
    await world.addRunningTask(['100', '101'], { maxDialCount: 1 })
    await world.addRunningTask(['100'], { maxDialCount: 1, quietDays: 4 })
    await world.run(2 * DAY_MS - HOUR_MS)
    expect(world.rung().sort()).toEqual(['100', '101', '101'])
    expect((await denials(world)).map(({ reason }) => reason)).toEqual(['quiet_period', 'quiet_period'])
    await world.run(2 * HOUR_MS)
    expect(world.rung().sort()).toEqual(['100', '100', '101', '101'])
    // The second conversation has begun another period, for the stricter task too.
    await world.run(3 * DAY_MS)
    expect(world.rung()).toHaveLength(4)
    await world.run(2 * DAY_MS)
    expect(world.rung()).toHaveLength(5)
  })
})

describe('budgets per case', () => {
  const DAY_MS = 24 * HOUR_MS
  const perCase = (attempts: number, days: number) => [{ attempts, days, per: 'case' as const }]

  /** Two numbers of one debt, and one of another. */
  async function addDebts(
    world: QuietWorld,
    settings: Parameters<QuietWorld['addTask']>[1],
  ): Promise<string> {
    const once = { caseField: 'debt', maxDialCount: 1, ...settings }
    const { taskId, listId, contactIds } = await world.addRunningTask(['100', '101', '102'], once)
    const debts = ['A', 'A', 'B']
    for (const [index, contactId] of contactIds.entries())
      await world.finish(world.contacts.update(listId, contactId, { debt: debts[index] ?? '' }))
    return taskId
  }

  it('count the calls about a debt, to whatever number and by whatever task', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(60) })
    await addDebts(world, { budgets: perCase(2, 7) })
    world.startNode()
    await world.run(DAY_MS)
    expect(world.rung().sort()).toEqual(['100', '101', '102'])
    // The debt A has had its two calls, one to each number; another number of it waits as well.
    await addDebts(world, { budgets: perCase(2, 7) })
    await world.run(DAY_MS)
    expect(world.rung().sort()).toEqual(['100', '101', '102', '102'])
    expect((await denials(world)).map(({ reason }) => reason)).toEqual(['case_budget', 'case_budget'])
    await world.run(6 * DAY_MS)
    expect(world.rung()).toHaveLength(6)
  })

  it('cost a task nothing that names another field or none', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(60) })
    await addDebts(world, { budgets: perCase(1, 7), caseField: 'orderId' })
    await addDebts(world, { caseField: null })
    world.startNode()
    await world.run(DAY_MS)
    // Without the field each number is a case of its own.
    expect(world.rung()).toHaveLength(6)
    expect(await world.look('select from case_call')).toHaveLength(3)
  })

  it('never let two calls about a debt ring at once', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await addDebts(world, { budgets: perCase(7, 7) })
    world.startNode()
    await world.runOut()
    const [first, second] = world.network.ledger.filter(({ phoneNumber }) => phoneNumber !== '102')
    expect(second?.startMs).toBeGreaterThanOrEqual(first?.endMs ?? Number.POSITIVE_INFINITY)
  })

  it('begin a quiet period after a conversation about the debt, and forget it in the end', async () => {
    const world = await createWorld({ answer: () => 'answered', ...lookingEvery(300) })
    await addDebts(world, { caseQuietDays: 7 })
    world.startNode()
    await world.run(6 * DAY_MS)
    expect(world.rung()).toHaveLength(2)
    expect((await denials(world))[0]).toMatchObject({ reason: 'case_quiet_period' })
    await world.run(2 * DAY_MS)
    expect(world.rung().sort()).toEqual(['100', '101', '102'])
    await world.run(34 * DAY_MS)
    expect(await world.look('select from case_call')).toEqual([])
  })

  it('count calls without a task that name one', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(60) })
    const taskId = await addDebts(world, { budgets: perCase(1, 7) })
    world.startNode()
    await world.run(HOUR_MS)
    const more = { taskId, fields: { debt: 'A' } }
    await world.finish(world.askFor('105', { ...more }))
    await world.finish(world.askFor('106', { taskId, fields: { debt: 'C' } }))
    await world.run(HOUR_MS)
    expect(world.rung()).not.toContain('105')
    expect(world.rung()).toContain('106')
  })
})

describe('retry rules', () => {
  it('give each cause its own delay and count, under one limit of attempts', async () => {
    const causes = ['busy', 'no_answer', 'busy', 'busy'] as const
    const world = await createWorld({
      answer: (_, nth) => causes[nth - 1] ?? 'answered',
      ...lookingEvery(1),
    })
    await world.addRunningTask(['100'], {
      callInterval: 60,
      maxDialCount: 10,
      retryRules: { busy: { delay: 600, count: 2 }, no_answer: { delay: 7200 } },
    })
    world.startNode()
    await world.run(5 * HOUR_MS)
    // 10 minutes after busy, two hours after no answer; the third busy is one too many.
    expect(startTimes(world)).toEqual(['100 at 0 min', '100 at 10 min', '100 at 130 min', '100 at 140 min'])
    expect(await dials(world)).toMatchObject([{ outcome: 2, cause: 'busy' }])
  })

  it('never exceed the attempts of the task, nor go below its interval', async () => {
    const world = await createWorld({ answer: () => 'busy', ...lookingEvery(1) })
    await world.addRunningTask(['100'], {
      callInterval: 600,
      maxDialCount: 2,
      retryRules: { busy: { delay: 60, count: 9 } },
    })
    world.startNode()
    await world.run(2 * HOUR_MS)
    expect(startTimes(world)).toEqual(['100 at 0 min', '100 at 10 min'])
  })

  it('may dial again after a rejection, which is final without a rule', async () => {
    const world = await createWorld({ answer: () => 'rejected' })
    await world.addRunningTask(['100'], { callInterval: 0, retryRules: { rejected: { count: 1 } } })
    await world.addRunningTask(['200'], { callInterval: 0 })
    world.startNode()
    await world.runOut()
    expect(world.rung().sort()).toEqual(['100', '100', '200'])
  })
})
