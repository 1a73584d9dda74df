import { describe, expect, it } from 'vitest'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { createTimestamps, createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { ANY_TIME } from './estimate-end.ts'
import { type ContactFacts, explainContact } from './explain-contact.ts'
import type { TaskStateCode } from './state-codes.ts'
import type { Reason } from './task-facts.ts'

const zone = { timestamps: createTimestamps('Asia/Shanghai'), offsetAt: createZoneOffsets('Asia/Shanghai') }
/** 14:00 in the zone. */
const now = new Date('2026-03-02T06:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** On the list, not dialed yet. */
const usual: ContactFacts = {
  contact: { isInList: true },
  dial: null,
  live: null,
  busySince: null,
  contactsAhead: 7,
  zones: [createZoneOffsets('America/New_York')],
}
type Task = Parameters<typeof explainContact>[1]
const dialing: Task = {
  status: TaskStatus.RUNNING,
  reasons: [{ code: 'dialing' }],
  hours: { ...ANY_TIME, isRecipientZone: false, startAt: null },
}
const hours = (start: string, end: string, more: Partial<Task['hours']> = {}): Task['hours'] => ({
  ...dialing.hours,
  window: { start, end },
  ...more,
})
const reason = (code: TaskStateCode, facts: Partial<Reason> = {}): Reason<TaskStateCode> => ({
  ...facts,
  code,
})
const explain = (facts: Partial<ContactFacts>, task: Partial<Task> = {}) =>
  explainContact({ ...usual, ...facts }, { ...dialing, ...task }, now, zone)
const waiting = (seconds: number) => ({ dial: { dueAt: at(seconds), outcome: null } })

describe('a contact in a task that dials', () => {
  it('waits for its turn while others are before it', () => {
    expect(explain({})).toEqual({
      status: 3,
      state: 'waiting_turn',
      message: '7 contacts of the list come before this one.',
      reasons: [
        { code: 'waiting_turn', message: '7 contacts of the list come before this one.', contactsAhead: 7 },
      ],
      nextTime: now,
    })
    expect(explain({ contactsAhead: 0 }).message).toBe('The contact is the next on the list.')
  })

  it('is live while it is called, whatever else is known', () => {
    const live = { startTime: at(-20), attempt: 2 }
    expect(explain({ ...waiting(60), live, busySince: at(-20) })).toMatchObject({
      status: 4,
      state: 'live',
      message: 'The contact has been in a call since 13:59:40, attempt 2.',
      nextTime: null,
    })
    expect(explain({ live, contact: null }).state).toBe('live')
  })

  it.each([
    [1, 'done_success', 1],
    [2, 'done_failed', 2],
  ])('with outcome %i is %s', (outcome, state, status) => {
    const done = { dial: { dueAt: null, outcome } }
    expect(explain(done)).toMatchObject({ status, state, nextTime: null })
    expect(explain(done).reasons).toHaveLength(1)
    // What the task does does not matter any more.
    expect(explain(done, { status: TaskStatus.PAUSED, reasons: [reason('paused')] }).state).toBe(state)
  })

  it('whose calls the gateway refuses says so, while it waits and when it is done', () => {
    const refusal = 'the voice platform answers 400'
    expect(explain({ dial: { dueAt: at(310), outcome: null, refusal } })).toMatchObject({
      state: 'waiting_interval',
      message: `The gateway refused the last call (${refusal}): the contact is tried again at 14:05:10.`,
      reasons: [{ reason: refusal }],
    })
    expect(explain({ dial: { dueAt: null, outcome: 2, refusal } })).toMatchObject({
      state: 'done_failed',
      message: `The contact is done: the gateway refused its calls (${refusal}). A recall dials it again.`,
      reasons: [{ reason: refusal }],
    })
  })

  it('waits for the call interval', () => {
    expect(explain(waiting(310))).toMatchObject({
      status: 4,
      state: 'waiting_interval',
      message: 'The contact waits for its next attempt until 14:05:10.',
      reasons: [{ until: at(310) }],
      nextTime: at(310),
    })
  })

  it('waits for a line when its next attempt is due', () => {
    expect(explain(waiting(0))).toMatchObject({ status: 4, state: 'waiting_line', nextTime: now })
    expect(explain(waiting(-60)).state).toBe('waiting_line')
  })

  it('waits while its number is up elsewhere', () => {
    const busySince = at(-5)
    for (const facts of [{}, waiting(-1), waiting(2)]) {
      expect(explain({ ...facts, busySince })).toMatchObject({
        state: 'number_busy_elsewhere',
        reasons: [{ since: busySince }],
      })
    }
  })

  it('that was deleted is never dialed again', () => {
    expect(explain({ contact: null, dial: { dueAt: null, outcome: 2 } })).toMatchObject({
      status: 2,
      state: 'deleted',
      nextTime: null,
    })
    expect(explain({ contact: null, ...waiting(5) }).state).toBe('deleted')
  })

  it('that came after the list was fixed is not in the task', () => {
    expect(explain({ contact: { isInList: false } })).toMatchObject({
      status: 3,
      state: 'not_in_task',
      nextTime: null,
    })
  })
})

describe('a contact in a task that does not dial', () => {
  it.each<[keyof typeof TaskStatus, TaskStateCode, string]>([
    ['DRAFT', 'draft', 'task_draft'],
    ['PAUSED', 'paused', 'task_paused'],
    ['STOPPED', 'stopped', 'task_stopped'],
    ['COMPLETED', 'completed', 'task_completed'],
    ['FAILED', 'failed', 'task_failed'],
    ['CLOSED', 'closed', 'task_closed'],
  ])('because it is %s', (status, code, state) => {
    const explained = explain(waiting(310), { status: TaskStatus[status], reasons: [reason(code)] })
    expect(explained).toMatchObject({ state, nextTime: null })
    expect(explained.reasons.map((each) => each.code)).toEqual([state, 'waiting_interval'])
  })

  it.each<TaskStateCode>(['no_dialer', 'gateway_down', 'no_lines'])('because of %s', (code) => {
    const facts = { since: at(-60), reason: 'unreachable' }
    const explained = explain({}, { reasons: [reason(code, facts), reason('waiting_for_retry')] })
    expect(explained.state).toBe(code)
    expect(explained.reasons[0]).toMatchObject(facts)
    expect(explained.reasons.map((each) => each.code)).toEqual([code, 'waiting_turn'])
  })

  it('because its window is closed waits until it opens', () => {
    const opening = new Date('2026-03-03T01:00:00Z')
    const task: Partial<Task> = {
      reasons: [reason('outside_window', { until: opening }), reason('waiting_for_retry')],
      hours: hours('09:00', '12:00'),
    }
    expect(explain({}, task)).toMatchObject({ state: 'outside_window', nextTime: opening })
    expect(explain(waiting(60), task).nextTime).toEqual(opening)
  })

  it('and opens too late for its callUntil says so first, and promises no call', () => {
    const opening = new Date('2026-03-03T01:00:00Z')
    const task: Partial<Task> = {
      reasons: [reason('outside_window', { until: opening })],
      hours: hours('09:00', '12:00'),
    }
    const until = (callUntil: Date) => explain({ contact: { isInList: true, callUntil } }, task)
    expect(until(opening)).toMatchObject({ state: 'after_call_until', nextTime: null })
    expect(until(opening).reasons.map(({ code }) => code)).toEqual(['after_call_until', 'outside_window'])
    expect(until(new Date(opening.getTime() + 1))).toMatchObject({
      state: 'outside_window',
      nextTime: opening,
    })
    const paused = { ...task, status: TaskStatus.PAUSED, reasons: [reason('paused')] }
    expect(explain({ contact: { isInList: true, callUntil: opening } }, paused).state).toBe('task_paused')
  })

  it('may have to wait for the window after its interval', () => {
    const untilThree = { hours: hours('09:00', '15:00') }
    expect(explain(waiting(1800), untilThree).nextTime).toEqual(at(1800))
    expect(explain(waiting(7200), untilThree).nextTime).toEqual(new Date('2026-03-03T01:00:00Z'))
  })

  it('because it is scheduled waits for its start, and for its hours after that', () => {
    const task = (startAt: Date, more: Partial<Task['hours']> = {}) => ({
      reasons: [reason('scheduled', { until: startAt })],
      hours: { ...dialing.hours, startAt, ...more },
    })
    expect(explain({}, task(at(3600)))).toMatchObject({ state: 'scheduled', nextTime: at(3600) })
    expect(explain(waiting(7200), task(at(3600))).nextTime).toEqual(at(7200))
    const weekdays = new Set([3])
    // Monday 14:00 plus an hour; Wednesday begins at 16:00 UTC of Tuesday.
    expect(explain({}, task(at(3600), { weekdays })).nextTime).toEqual(new Date('2026-03-03T16:00:00Z'))
  })

  it('because its hours never open has no next time', () => {
    const task = {
      reasons: [reason('outside_window')],
      hours: { ...dialing.hours, weekdays: new Set<number>() },
    }
    expect(explain({}, task)).toMatchObject({ state: 'outside_window', nextTime: null })
  })
})

describe('a contact and permission', () => {
  it.each([
    ['do_not_call', 'the number is on a do-not-call list'],
    ['emergency_number', 'it is an emergency number'],
    ['denied_prefix', 'the number begins with a denied prefix'],
    ['no_allowed_prefix', 'the number begins with none of the allowed prefixes'],
    ['too_short', 'the number has too few digits'],
    ['too_long', 'the number has too many digits'],
    ['no_calling_hours', 'the time zones in which the person may be have no calling hours in common'],
  ])('%s is never', (cause, why) => {
    const message = `The contact is skipped: ${why}. A recall checks it again.`
    const skipped = { dial: { dueAt: null, outcome: 3, cause } }
    expect(explain(skipped)).toMatchObject({ status: 3, state: cause, message, nextTime: null })
    const failed = { dial: { dueAt: null, outcome: 2, cause } }
    expect(explain(failed, { status: TaskStatus.PAUSED })).toMatchObject({ status: 2, state: cause, message })
  })

  it('that was answered without success is done, with the cause', () => {
    const explained = explain({ dial: { dueAt: null, outcome: 2, cause: 'not_confirmed' } })
    expect(explained).toMatchObject({ state: 'done_unsuccessful', reasons: [{ reason: 'not_confirmed' }] })
    expect(explained.message).toContain('(not confirmed)')
  })

  it('that asked for another call waits until then', () => {
    const dueAt = at(3600)
    const explained = explain({ dial: { dueAt, outcome: null, cause: 'callback' } })
    expect(explained).toMatchObject({ state: 'waiting_callback', reasons: [{ until: dueAt }] })
  })

  it('that was called before and is done for another cause is not denied', () => {
    expect(explain({ dial: { dueAt: null, outcome: 2, cause: 'busy' } }).state).toBe('done_failed')
  })

  it.each([
    ['recipient_hours', 'Outside the calling hours where the person is'],
    ['daily_budget', 'The attempts in 24 hours are used up'],
    ['monthly_budget', 'The attempts in 30 days are used up'],
  ])('%s is not yet', (waitReason, why) => {
    const wait = { dial: { dueAt: at(7200), outcome: null, waitReason } }
    expect(explain(wait)).toMatchObject({
      status: 4,
      state: waitReason,
      message: `${why}: the contact is due at 16:00.`,
      reasons: [{ until: at(7200) }],
      nextTime: at(7200),
    })
    expect(explain({ ...wait, busySince: at(-5) }).state).toBe(waitReason)
    // It is due: whether it may be called is decided again.
    expect(explain({ dial: { dueAt: at(0), outcome: null, waitReason } }).state).toBe('waiting_line')
  })

  it('in the zone of the recipient waits for the hours there', () => {
    const task = { hours: hours('09:00', '18:00', { isRecipientZone: true }) }
    // 01:00 in New York.
    expect(explain({}, task).nextTime).toEqual(new Date('2026-03-02T14:00:00Z'))
    const shanghai = { zones: [zone.offsetAt] }
    expect(explain(shanghai, task).nextTime).toEqual(now)
  })

  it('is not explained by what other contacts of the task wait for', () => {
    const task = { reasons: [reason('recipient_hours', { contacts: 3 })] }
    expect(explain({}, task).reasons.map(({ code }) => code)).toEqual(['waiting_turn'])
  })
})
