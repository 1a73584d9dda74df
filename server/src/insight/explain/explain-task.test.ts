import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { createTimestamps, createZoneOffsets, type Zone } from '../../platform/kernel/timestamps.ts'
import { ANY_TIME } from './estimate-end.ts'
import { explainTask } from './explain-task.ts'
import type { Demand, TaskFacts } from './task-facts.ts'

const zone: Zone = {
  timestamps: createTimestamps('Asia/Shanghai'),
  offsetAt: createZoneOffsets('Asia/Shanghai'),
}
/** 14:00 in the zone. */
const now = new Date('2026-03-02T06:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const nobodyDue = [null, null, null, null, null]

/** A running task with work to do, and nothing in its way. */
const usual: TaskFacts = {
  taskId: 'task',
  status: TaskStatus.RUNNING,
  priority: 3,
  ...ANY_TIME,
  isRecipientZone: false,
  startAt: null,
  endAt: null,
  waits: { permission: [], interval: 0, intervalNext: null, isMore: false },
  stopReason: null,
  failReason: null,
  lastChange: { time: at(-120), actor: 'crm' },
  contacts: { total: 100, notDialed: 60, live: 0, success: 30, failed: 10, skipped: 0 },
  skips: [],
  dueZones: null,
  calls: {
    total: 60,
    talkMs: 30_000,
    pickedUp: 20,
    endings: { successful: 15, unsuccessful: 3, machine: 2, notAnswered: 30, failed: 10 },
  },
  nextDue: nobodyDue,
  lines: 10,
  linesInUseAll: 0,
  rateLimit: 0,
  started: {},
  work: { lastTime: at(-1), listGrownAt: null },
  recent: { calls: 30, seconds: 60 },
  nodes: { alive: 1, withoutGateway: 0, fault: null, faultSince: null, lastHeartbeat: at(-1) },
  storageProblem: null,
  others: [],
  lacksTrunk: false,
}
const explain = (facts: Partial<TaskFacts>) => explainTask({ ...usual, ...facts }, now, zone)
const codes = (facts: Partial<TaskFacts>) => explain(facts).reasons.map(({ code }) => code)
const contacts = (given: Partial<TaskFacts['contacts']>) => ({ ...usual.contacts, ...given })
const slices = (calls: number) => ({ [Math.floor(now.getTime() / 20)]: calls })

describe('a database that cannot do its work', () => {
  const storageProblem = {
    code: 'database_disk_full',
    reason: 'the disk of the database is full',
    since: at(-60),
  } as const

  it('is the first reason of a running task', () => {
    const nobody = { alive: 0, withoutGateway: 0, fault: null, faultSince: null, lastHeartbeat: at(-60) }
    expect(codes({ storageProblem, nodes: nobody })).toEqual(['storage_fault', 'no_dialer'])
    expect(explain({ storageProblem })).toMatchObject({
      state: 'storage_fault',
      message: 'The database has not worked since 13:59: the disk of the database is full.',
    })
  })

  it('is no reason for a task that does not run', () => {
    expect(codes({ storageProblem, status: TaskStatus.PAUSED })).toEqual(['paused'])
  })
})

describe('a task that could dial and gets no call', () => {
  const work = { lastTime: at(-7), listGrownAt: null }
  const idle = { work, lastChange: { time: at(-60), actor: 'crm' } }

  it('says after five seconds that claims are late, and since when no call has started', () => {
    expect(codes({ ...idle, work: { ...work, lastTime: at(-4.9) } })).toEqual(['dialing'])
    expect(explain(idle)).toMatchObject({
      state: 'claim_late',
      message:
        'No call has started for 7 seconds, since 13:59:53, although contacts can be called. Claiming them is slow, because the database or the machine is busy.',
      reasons: [{ code: 'claim_late', since: at(-7), seconds: 7 }],
      estimatedEndTime: null,
    })
  })

  it('names the heartbeat of the dialers if that is late', () => {
    const nodes = { ...usual.nodes, lastHeartbeat: at(-3.5) }
    expect(explain({ ...idle, nodes })).toMatchObject({
      state: 'heartbeat_late',
      reasons: [{ since: at(-3.5), seconds: 7 }],
    })
    expect(codes({ ...idle, nodes: { ...nodes, lastHeartbeat: at(-3) } })).toEqual(['claim_late'])
  })

  it.each<[string, Partial<TaskFacts>]>([
    ['it was resumed', { lastChange: { time: at(-4), actor: 'crm' } }],
    ['its start time came', { startAt: at(-4) }],
    ['its list grew', { work: { ...work, listGrownAt: at(-4) } }],
    ['a dialer started', { nodes: { ...usual.nodes, aliveSince: at(-4) } }],
    [
      'an attempt became due',
      { contacts: contacts({ notDialed: 0 }), nextDue: [null, null, at(-4), null, at(60)] },
    ],
  ])('counts from when %s', (_, facts) => {
    expect(codes({ ...idle, ...facts })).toEqual(['dialing'])
    const later = new Date(now.getTime() + 5000)
    const nodes = { ...usual.nodes, ...facts.nodes, lastHeartbeat: later }
    const [reason] = explainTask({ ...usual, ...idle, ...facts, nodes }, later, zone).reasons
    expect(reason).toMatchObject({ code: 'claim_late', seconds: 9, since: at(-4) })
  })

  it('counts from the opening of its hours', () => {
    const after = (seconds: number) => {
      const time = at(seconds)
      const nodes = { ...usual.nodes, lastHeartbeat: time }
      const hours = { window: { start: '14:00', end: '18:00' } }
      return explainTask({ ...usual, ...idle, ...hours, nodes }, time, zone).reasons[0]
    }
    expect(after(4)).toMatchObject({ code: 'dialing' })
    expect(after(65)).toMatchObject({ code: 'claim_late', since: now, seconds: 65 })
  })

  it('is not said if something else keeps it from calls, or if calls are live', () => {
    expect(codes({ ...idle, linesInUseAll: 10 })).toEqual(['waiting_for_line'])
    expect(codes({ ...idle, contacts: contacts({ live: 1 }) })).toEqual(['dialing'])
    expect(codes({ ...idle, lines: 0 })).toEqual(['no_lines'])
  })
})

describe('a task that does not run', () => {
  it.each<[keyof typeof TaskStatus, Partial<TaskFacts>, string, string]>([
    [
      'DRAFT',
      { lastChange: null },
      'draft',
      'The task is a draft: no calls are placed until it is published.',
    ],
    [
      'PAUSED',
      {},
      'paused',
      'The task was paused by crm at 13:58: no new calls are placed until it is resumed.',
    ],
    ['STOPPED', { stopReason: 'wrong list' }, 'stopped', 'The task was stopped by crm at 13:58: wrong list.'],
    ['STOPPED', {}, 'stopped', 'The task was stopped by crm at 13:58.'],
    ['COMPLETED', {}, 'completed', 'Every contact of the task is done.'],
    [
      'COMPLETED',
      { skips: [{ reason: 'do_not_call', contacts: 60 }] },
      'nobody_called',
      'Nobody was called: 60 on a do-not-call list.',
    ],
    [
      'FAILED',
      { failReason: 'no route' },
      'failed',
      'The calls of this task failed (no route): resume it when the problem is solved.',
    ],
    [
      'CLOSED',
      { lastChange: { time: at(-86_400), actor: 'crm' } },
      'closed',
      'The task was closed by crm at 2026-03-01 14:00.',
    ],
  ])('%s %j is %s', (status, facts, state, message) => {
    const explained = explain({ ...facts, status: TaskStatus[status] })
    expect(explained).toMatchObject({ status: TaskStatus[status], statusName: status, state, message })
    expect(explained.reasons).toHaveLength(1)
    expect(explained.estimatedEndTime).toBeNull()
  })

  it('has the reason of the stop and who did it as facts', () => {
    const [reason] = explain({ status: TaskStatus.STOPPED, stopReason: 'wrong list' }).reasons
    expect(reason).toMatchObject({ since: at(-120), actor: 'crm', reason: 'wrong list' })
  })

  it('says that calls are still up', () => {
    const { reasons } = explain({ status: TaskStatus.PAUSED, contacts: contacts({ live: 2, notDialed: 58 }) })
    expect(reasons[1]).toEqual({
      code: 'calls_ending',
      message: '2 calls are still live; they continue until they end.',
      calls: 2,
    })
  })

  it('is not explained by what keeps running tasks from dialing', () => {
    const nodes = { ...usual.nodes, alive: 0 }
    expect(
      codes({ status: TaskStatus.PAUSED, nodes, lines: 0, window: { start: '09:00', end: '10:00' } }),
    ).toEqual(['paused'])
  })
})

describe('a running task', () => {
  it('that has calls up is dialing', () => {
    expect(explain({ contacts: contacts({ live: 3, notDialed: 57 }), linesInUseAll: 4 })).toMatchObject({
      state: 'dialing',
      message: '3 calls of this task are live; 4 of 10 lines are in use.',
      reasons: [{ code: 'dialing', calls: 3 }],
      linesInUse: 3,
      linesInUseAll: 4,
      lines: 10,
    })
  })

  it('with work and free lines is dialing, even if no call is up at this moment', () => {
    expect(explain({})).toMatchObject({ state: 'dialing', message: 'The next calls are about to start.' })
  })

  it('with an attempt due and free lines is dialing', () => {
    const facts = { contacts: contacts({ notDialed: 0 }), nextDue: [null, null, null, null, at(0)] }
    expect(codes(facts)).toEqual(['dialing'])
  })

  it('outside its window waits for it', () => {
    expect(explain({ window: { start: '09:00', end: '12:00' } })).toMatchObject({
      state: 'outside_window',
      message: 'Outside the calling hours: calls start again at 2026-03-03 09:00.',
      reasons: [{ code: 'outside_window', until: new Date('2026-03-03T01:00:00Z') }],
      window: { start: '09:00', end: '12:00', isOpen: false, nextOpenTime: new Date('2026-03-03T01:00:00Z') },
      estimatedEndTime: null,
    })
    expect(explain({ window: { start: '18:30', end: null } }).message).toMatch('at 18:30.')
  })

  it('inside its window says so', () => {
    expect(explain({ window: { start: '09:00', end: '18:00' } }).window).toEqual({
      start: '09:00',
      end: '18:00',
      isOpen: true,
      nextOpenTime: null,
      zone: 'service',
    })
  })

  it('outside its window with calls up says that they are ending', () => {
    const facts = { window: { start: '09:00', end: '12:00' }, contacts: contacts({ live: 1, notDialed: 59 }) }
    expect(codes(facts)).toEqual(['outside_window', 'calls_ending'])
  })

  it('without free lines waits, and says for whom', () => {
    const other = (priority: number, facts: Partial<Demand> = {}): Demand => ({
      priority,
      ...ANY_TIME,
      isRecipientZone: false,
      startAt: null,
      hasUndialed: true,
      isDue: [false, false, false, false, false],
      ...facts,
    })
    const full = { linesInUseAll: 10 }
    expect(explain({ ...full, others: [other(1), other(2), other(3), other(4)] }).reasons).toEqual([
      {
        code: 'waiting_for_line',
        message:
          'All 10 lines are in use; 2 tasks of higher priority go first and 1 task of the same priority shares the lines.',
        lines: 10,
        tasksBefore: 2,
        tasksBeside: 1,
      },
    ])
    expect(explain({ ...full, others: [other(1)] }).message).toBe(
      'All 10 lines are in use; 1 task of higher priority goes first.',
    )
    expect(explain({ ...full, others: [other(4), other(5)] }).message).toBe('All 10 lines are in use.')
    expect(explain({ lines: 1, linesInUseAll: 1 }).message).toBe('The only line is in use.')

    // Others count only with what they want to dial now, at the priority at which they want it.
    expect(explain({ ...full, others: [other(1, { hasUndialed: false })] }).reasons[0]?.tasksBefore).toBe(0)
    expect(
      explain({ ...full, others: [other(1, { window: { start: '09:00', end: '12:00' } })] }).reasons[0]
        ?.tasksBefore,
    ).toBe(0)
    const recalled = { hasUndialed: false, isDue: [false, false, false, false, true] }
    expect(explain({ ...full, others: [other(1, recalled)] }).reasons[0]).toMatchObject({
      tasksBefore: 0,
      tasksBeside: 0,
    })

    // And so does the task itself: only its recall at 5 is due.
    const ownRecall = { contacts: contacts({ notDialed: 0 }), nextDue: [null, null, null, null, at(-1)] }
    expect(explain({ ...full, ...ownRecall, others: [other(3), other(5)] }).reasons[0]).toMatchObject({
      tasksBefore: 1,
      tasksBeside: 1,
    })
  })

  it('that uses all lines itself is dialing and waits for more', () => {
    const facts = { contacts: contacts({ live: 10, notDialed: 50 }), linesInUseAll: 10 }
    expect(codes(facts)).toEqual(['dialing', 'waiting_for_line'])
  })

  it('waits for no line when it has nothing to dial', () => {
    const facts = {
      contacts: contacts({ notDialed: 0 }),
      linesInUseAll: 10,
      nextDue: [null, null, at(310), null, null],
    }
    expect(codes(facts)).toEqual(['waiting_for_retry'])
  })

  it('that reaches the rate limit says so', () => {
    expect(explain({ rateLimit: 5, started: slices(5) })).toMatchObject({
      state: 'rate_limited',
      message: 'The limit of 5 calls per second is reached.',
    })
    expect(codes({ rateLimit: 5, started: slices(4) })).toEqual(['dialing'])
    expect(
      codes({ rateLimit: 5, started: slices(5), contacts: contacts({ live: 1, notDialed: 59 }) }),
    ).toEqual(['dialing', 'rate_limited'])
  })

  it('whose trunks are full or off says so', () => {
    expect(explain({ trunkRoom: { lines: 3, hasRoom: false } })).toMatchObject({
      state: 'waiting_for_trunk',
      message: 'The trunks of this task have no free line; they have 3 lines.',
    })
    expect(explain({ trunkRoom: { lines: 0, hasRoom: false } }).message).toMatch(/^The trunks .* are off/)
    expect(codes({ trunkRoom: { lines: 3, hasRoom: true } })).toEqual(['dialing'])
    expect(
      codes({ trunkRoom: { lines: 3, hasRoom: false }, contacts: contacts({ live: 3, notDialed: 57 }) }),
    ).toEqual([...['dialing', 'waiting_for_trunk']])
  })

  it('names the trunks that take no calls, and says when all caller IDs are used up', () => {
    const trunks = (down: string[], isAtDailyLimit = false) => ({
      all: ['Berlin', 'Bonn'],
      down,
      isAtDailyLimit,
    })
    const nodes = {
      ...{ alive: 1, withoutGateway: 1, fault: 'trunk Berlin: 503; trunk Paris: 503' },
      ...{ faultSince: null, lastHeartbeat: null },
    }
    // Those of other tasks are not named.
    expect(explain({ trunks: trunks(['Berlin', 'Bonn']), nodes }).message).not.toContain('Paris')
    expect(explain({ trunks: trunks(['Berlin', 'Bonn']), nodes }).state).toBe('trunk_down')
    expect(explain({ trunks: trunks(['Berlin', 'Bonn']) })).toMatchObject({
      state: 'trunk_down',
      message: 'None of the trunks of this task takes calls now: Berlin, Bonn. Settings shows why.',
    })
    expect(
      explain({ trunks: { ...trunks(['Berlin', 'Bonn']), why: 'there is no place carillon,s,1' } }),
    ).toMatchObject({
      message: expect.stringMatching(/Berlin, Bonn\. The reason: there is no place carillon,s,1\.$/),
    })
    expect(codes({ trunks: trunks(['Berlin']) })).toEqual(['dialing', 'trunk_partly_down'])
    expect(codes({ trunks: trunks(['Berlin'], true) })).toEqual(['caller_ids_used_up', 'trunk_partly_down'])
    expect(explain({ trunks: trunks([], true) })).toMatchObject({
      state: 'caller_ids_used_up',
      message: expect.stringMatching(/^Every caller ID has reached its daily limit\. .* 00:00/),
    })
    expect(codes({ trunks: trunks([]) })).toEqual(['dialing'])
  })

  it('with nobody to dial now waits for the next retry', () => {
    const facts = {
      contacts: contacts({ total: 352, notDialed: 0 }),
      nextDue: [null, null, at(310), null, at(400)],
    }
    expect(explain(facts)).toMatchObject({
      state: 'waiting_for_retry',
      message: '312 contacts wait for another attempt, the next at 14:05:10.',
      reasons: [{ contacts: 312, nextTime: at(310) }],
      nextRetryTime: at(310),
    })
  })

  it('with calls up and nobody else to dial is dialing, and says who waits', () => {
    const facts = {
      contacts: contacts({ notDialed: 0, live: 2 }),
      nextDue: [null, null, at(310), null, null],
    }
    expect(codes(facts)).toEqual(['dialing', 'waiting_for_retry'])
  })

  it('does not call somebody a waiting contact who is due', () => {
    const facts = { nextDue: [null, null, at(-5), null, null], linesInUseAll: 10 }
    expect(codes(facts)).toEqual(['waiting_for_line'])
    expect(explain(facts).nextRetryTime).toEqual(at(0))
  })

  it('with everybody done is about to complete', () => {
    const done = { contacts: contacts({ notDialed: 0, success: 90, failed: 10 }) }
    expect(explain(done)).toMatchObject({ state: 'nothing_left' })
    const empty = { contacts: { total: 0, notDialed: 0, live: 0, success: 0, failed: 0, skipped: 0 } }
    expect(explain(empty)).toMatchObject({ state: 'nothing_left' })
  })

  it('with no line at all says so', () => {
    expect(codes({ lines: 0 })).toEqual(['no_lines'])
  })
})

describe('what is broken comes first', () => {
  it('no dialer', () => {
    const nodes = { ...usual.nodes, alive: 0, lastHeartbeat: at(-75) }
    expect(explain({ nodes })).toMatchObject({
      state: 'no_dialer',
      message: 'No dialer is running: the last one was seen at 13:58:45.',
      reasons: [{ since: at(-75) }],
    })
    expect(explain({ nodes: { ...nodes, lastHeartbeat: null } }).message).toBe('No dialer is running.')
  })

  it('the gateway', () => {
    const nodes = { ...usual.nodes, alive: 2, withoutGateway: 2, fault: 'unreachable', faultSince: at(-120) }
    expect(explain({ nodes })).toMatchObject({
      state: 'gateway_down',
      message: 'The gateway has been down since 13:58: unreachable.',
      reasons: [{ since: at(-120), reason: 'unreachable' }],
    })
    expect(
      codes({ nodes, window: { start: '09:00', end: '12:00' }, contacts: contacts({ live: 1 }) }),
    ).toEqual(['gateway_down', 'outside_window', 'calls_ending'])
  })

  it('a gateway that asks for patience is named as long as there is something to dial', () => {
    const nodes = { ...usual.nodes, busy: 'too many requests' }
    expect(explain({ nodes }).reasons).toContainEqual({
      code: 'gateway_busy',
      message: 'The gateway accepts no more calls at the moment: too many requests.',
      reason: 'too many requests',
    })
  })

  it('speech that is slow comes first, with how slow it is', () => {
    const nodes = { ...usual.nodes, waits: { task: { speechMs: 12_300 }, other: { speechMs: 99_000 } } }
    expect(explain({ nodes, contacts: contacts({ live: 1 }) })).toMatchObject({
      state: 'speech_slow',
      message:
        'Speech is slow: preparing what a call says takes 12 seconds. Calls start as their speech becomes ready.',
      reasons: [{ seconds: 12 }, { code: 'dialing' }],
    })
  })

  it('a voice agent that fails is named', () => {
    const agent = 'the voice agent wss://a.test cannot be reached'
    expect(explain({ nodes: { ...usual.nodes, waits: { task: { agent } } } })).toMatchObject({
      state: 'agent_failing',
      message: `The voice agent is failing, so only one call at a time is placed: ${agent}.`,
      reasons: [{ reason: agent }],
    })
  })

  it('but a gateway that some dialers can use is only mentioned', () => {
    const nodes = { ...usual.nodes, alive: 3, withoutGateway: 1, fault: 'unreachable', faultSince: at(-120) }
    const { state, reasons } = explain({ nodes })
    expect(state).toBe('dialing')
    expect(reasons[1]).toMatchObject({
      code: 'gateway_partly_down',
      message: 'The gateway is down for 1 of 3 dialers: unreachable.',
    })
  })
})

describe('the figures', () => {
  it('of contacts add up', () => {
    const { contacts } = explain({
      contacts: { total: 103, notDialed: 50, live: 4, success: 20, failed: 10, skipped: 3 },
    })
    expect(contacts).toEqual({
      total: 103,
      notDialed: 50,
      inProgress: 20,
      waitingRetry: 16,
      live: 4,
      success: 20,
      failed: 10,
      skipped: 3,
    })
  })

  it('of the pace are calls a second, to two decimals', () => {
    expect(explain({ recent: { calls: 30, seconds: 60 } }).callsPerSecond).toBe(0.5)
    expect(explain({ recent: { calls: 10, seconds: 60 } }).callsPerSecond).toBe(0.17)
    expect(explain({ recent: { calls: 0, seconds: 1 } }).callsPerSecond).toBe(0)
  })

  it('of the end follow from the pace, and there is none without one', () => {
    // 60 contacts at 1.5 calls each, half a call a second.
    expect(explain({}).estimatedEndTime).toEqual(at(180))
    expect(explain({ recent: { calls: 0, seconds: 60 } }).estimatedEndTime).toBeNull()
    expect(explain({ linesInUseAll: 10 }).estimatedEndTime).toBeNull()
    // Not before whoever waits is due.
    const waiting = { contacts: contacts({ total: 101 }), nextDue: [null, at(600), null, null, null] }
    expect(explain(waiting).estimatedEndTime).toEqual(at(600))
  })
})

describe('calling hours', () => {
  const workdays = { weekdays: new Set([1, 2, 3, 4, 5]) }
  /** It is Monday. */
  const holidays = new Set(['2026-03-02', '2026-03-03'])

  it('exclude days of the week and holidays', () => {
    expect(explain({ ...workdays, holidays })).toMatchObject({
      state: 'outside_window',
      message: 'Outside the calling hours: calls start again at 2026-03-04 00:00.',
      reasons: [{ until: new Date('2026-03-03T16:00:00Z') }],
      window: { isOpen: false, nextOpenTime: new Date('2026-03-03T16:00:00Z') },
    })
    expect(explain(workdays).state).toBe('dialing')
  })

  it('that never open say so', () => {
    const { reasons, window } = explain({ weekdays: new Set() })
    expect(window).toMatchObject({ isOpen: false, nextOpenTime: null })
    expect(reasons).toEqual([
      {
        code: 'outside_window',
        message: 'Outside the calling hours, which do not open in the coming months.',
      },
    ])
  })

  it('in the zone of the recipient do not hold for the task as a whole', () => {
    expect(explain({ holidays, isRecipientZone: true })).toMatchObject({
      state: 'dialing',
      window: { isOpen: true, nextOpenTime: null, zone: 'recipient' },
    })
  })

  it('of other tasks decide whether they want lines', () => {
    const other: Demand = { ...usual, hasUndialed: true, isDue: [], holidays, priority: 1 }
    const rivals = (facts: Partial<Demand>) =>
      explain({ linesInUseAll: 10, others: [{ ...other, ...facts }] }).reasons[0]?.tasksBefore
    expect(rivals({})).toBe(0)
    expect(rivals({ isRecipientZone: true })).toBe(1)
    expect(rivals({ isRecipientZone: true, startAt: at(60) })).toBe(0)
  })
})

describe('a schedule', () => {
  it('keeps a task from dialing before its start', () => {
    expect(explain({ startAt: at(3600), window: { start: '09:00', end: '10:00' } })).toMatchObject({
      state: 'scheduled',
      message: 'The task is scheduled: calls start at 15:00.',
      reasons: [{ until: at(3600) }],
      scheduledStartTime: at(3600),
    })
    expect(codes({ startAt: at(3600), window: { start: '09:00', end: '10:00' } })).toEqual(['scheduled'])
    expect(codes({ startAt: at(0) })).toEqual(['dialing'])
  })

  it('ends the task before it would be done', () => {
    expect(explain({ endAt: at(100) }).estimatedEndTime).toEqual(at(100))
    expect(explain({ endAt: at(200) }).estimatedEndTime).toEqual(at(180))
  })
})

describe('contacts that wait for permission', () => {
  const hoursWait = { reason: 'recipient_hours', contacts: 4, nextTime: at(3600) } as const
  const waiting = {
    contacts: contacts({ notDialed: 0, total: 46 }),
    nextDue: [null, null, at(3600), null, null],
  }

  it('are counted by reason, with the time of the first', () => {
    const budgetWait = { reason: 'daily_budget', contacts: 1, nextTime: at(7200) } as const
    const waits = { permission: [hoursWait, budgetWait], interval: 1, intervalNext: at(4000), isMore: false }
    expect(explain({ ...waiting, waits }).reasons).toEqual([
      {
        code: 'waiting_for_retry',
        message: '1 contact waits for another attempt, the next at 15:06:40.',
        contacts: 1,
        nextTime: at(4000),
      },
      {
        code: 'recipient_hours',
        message: 'Outside the calling hours where the person is: 4 contacts wait, the next is due at 15:00.',
        contacts: 4,
        nextTime: at(3600),
      },
      {
        code: 'daily_budget',
        message: 'The attempts in 24 hours are used up: 1 contact waits, the next is due at 16:00.',
        contacts: 1,
        nextTime: at(7200),
      },
    ])
  })

  it('are the state of the task if all do', () => {
    const waits = {
      permission: [{ ...hoursWait, contacts: 6 }],
      interval: 0,
      intervalNext: null,
      isMore: false,
    }
    expect(codes({ ...waiting, waits })).toEqual(['recipient_hours'])
  })

  it('are said beside what the task does', () => {
    const waits = { permission: [hoursWait], interval: 0, intervalNext: null, isMore: false }
    expect(codes({ ...waiting, contacts: contacts({ total: 104 }), waits })).toEqual([
      'dialing',
      'recipient_hours',
    ])
  })

  it('may be more than were counted', () => {
    const waits = { permission: [hoursWait], interval: 0, intervalNext: null, isMore: true }
    expect(explain({ ...waiting, waits }).reasons[0]).toMatchObject({
      message: expect.stringMatching(/: at least 4 contacts wait/),
      isMore: true,
    })
  })
})

it('always has a state, whose message is a sentence, whatever the facts are', () => {
  const count = fc.integer({ min: 0, max: 5 })
  const time = fc.integer({ min: -100_000, max: 100_000 }).map(at)
  const window = fc.constantFrom(
    { start: null, end: null },
    { start: '09:00', end: '12:00' },
    { start: '22:00', end: '15:00' },
  )
  const facts = fc.record({
    status: fc.constantFrom(...Object.values(TaskStatus)),
    window,
    parts: fc.record({
      notDialed: count,
      live: count,
      waiting: count,
      success: count,
      failed: count,
      skipped: count,
    }),
    weekdays: fc.constantFrom(new Set([1, 2, 3, 4, 5]), new Set([7]), new Set<number>()),
    isRecipientZone: fc.boolean(),
    startAt: fc.option(time),
    endAt: fc.option(time),
    nextDue: fc.array(fc.option(time), { minLength: 5, maxLength: 5 }),
    lines: count,
    linesInUseAll: count,
    rateLimit: count,
    started: count.map(slices),
    alive: count,
    withoutGateway: count,
    fault: fc.option(fc.constant('unreachable')),
    faultSince: fc.option(time),
    lastHeartbeat: fc.option(time),
    stopReason: fc.option(fc.constant('enough')),
    failReason: fc.option(fc.constant('no route')),
    lastChange: fc.option(fc.record({ time, actor: fc.constant('crm') })),
  })
  fc.assert(
    fc.property(facts, ({ parts, alive, withoutGateway, fault, faultSince, lastHeartbeat, ...rest }) => {
      const { waiting, ...counts } = parts
      const total = Object.values(parts).reduce((sum, each) => sum + each, 0)
      const explained = explain({
        ...rest,
        contacts: { ...counts, total },
        nodes: { alive, withoutGateway: Math.min(alive, withoutGateway), fault, faultSince, lastHeartbeat },
      })
      expect(explained.reasons[0]).toMatchObject({ code: explained.state, message: explained.message })
      const messages = explained.reasons.map(({ message }) => message)
      for (const message of messages) expect(message).toMatch(/^[A-Z0-9][^\n]*[a-z0-9)]\.$/)
      expect(messages.join(' ')).not.toMatch(/null|undefined|NaN|Invalid| {2}/)
      expect(new Set(explained.reasons.map(({ code }) => code)).size).toBe(explained.reasons.length)
      const { notDialed, inProgress, waitingRetry, live, success, failed, skipped } = explained.contacts
      expect(notDialed + inProgress + success + failed + skipped).toBe(total)
      expect(inProgress).toBe(waitingRetry + live)
      expect(waitingRetry).toBe(waiting)
    }),
  )
})
