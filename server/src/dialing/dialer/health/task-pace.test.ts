import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { createTaskPace } from './task-pace.ts'

const ALL = Number.POSITIVE_INFINITY
const TASK = 'task'
const REASON = 'the voice agent wss://a.test has gone in the middle of a call'

function open() {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const pace = createTaskPace(clock)
  let contacts = 0
  /** Of a call that begins now. */
  const fail = (startedMs = clock.elapsedMs()) => {
    contacts += 1
    pace.agentFailed(TASK, `contact ${contacts}`, startedMs, REASON)
  }
  const failing = () => pace.takeFailing(10, 60_000)
  return { ...pace, clock, fail, failing }
}

describe('a voice agent that fails', () => {
  it('is restarted: ten calls die together, which is one failure, and a second later one call is tried', () => {
    const { clock, fail, room, held, waits, failing, agentSpoke } = open()
    const startedMs = clock.elapsedMs()
    clock.advance(30_000)
    for (let calls = 0; calls < 10; calls += 1) fail(startedMs)
    expect([room(TASK), held(), waits()]).toEqual([0, [TASK], { [TASK]: { agent: REASON } }])
    clock.advance(1000)
    expect([room(TASK), held()]).toEqual([1, []])
    agentSpoke(TASK, clock.elapsedMs())
    expect([room(TASK), waits()]).toEqual([ALL, null])
    clock.advance(120_000)
    expect(failing()).toEqual([])
  })

  it('again and again: it is tried with longer and longer pauses, and fails the task after a minute', () => {
    const { clock, fail, room, claimed, failing } = open()
    const startMs = clock.elapsedMs()
    let failures = 0
    let failed = failing()
    for (; failed.length === 0 && failures < 100; failed = failing()) {
      fail()
      failures += 1
      expect(room(TASK)).toBe(0)
      while (room(TASK) === 0) clock.advance(500)
      claimed(TASK)
      expect(room(TASK)).toBe(0)
    }
    expect(failed).toEqual([{ taskId: TASK, reason: REASON }])
    expect(failures).toBe(10)
    expect(clock.elapsedMs() - startMs).toBeGreaterThanOrEqual(60_000)
    // A resumed task starts from nothing.
    expect(room(TASK)).toBe(ALL)
  })

  it('after it has spoken slows nothing down, but the failures are in a row until one call has ended well', () => {
    const { clock, fail, room, failing, agentSpoke, agentWorked } = open()
    const failNineTimes = () => {
      for (let failures = 0; failures < 9; failures += 1) {
        fail()
        clock.advance(10_000)
        agentSpoke(TASK, clock.elapsedMs())
        expect(room(TASK)).toBe(ALL)
      }
    }
    failNineTimes()
    agentWorked(TASK)
    failNineTimes()
    expect(failing()).toEqual([])
    fail()
    expect(failing()).toEqual([{ taskId: TASK, reason: REASON }])
  })

  it('long ago says nothing about now', () => {
    const { clock, fail, room, failing } = open()
    for (let failures = 0; failures < 9; failures += 1) fail()
    clock.advance(300_001)
    expect(room(TASK)).toBe(ALL)
    fail()
    expect(failing()).toEqual([])
  })
})

describe('speech that is not ready', () => {
  it('lets a call go for each that is made, while others are being made, then more', () => {
    const { clock, notReady, madeReady, wasReady, claimed, room } = open()
    for (const id of ['a', 'b', 'c']) notReady(TASK, id, clock.elapsedMs())
    clock.advance(4000)
    expect(room(TASK)).toBe(0)
    madeReady(TASK, 'a', true)
    madeReady(TASK, 'b', false)
    expect(room(TASK)).toBe(1)
    claimed(TASK)
    expect(room(TASK)).toBe(0)
    madeReady(TASK, 'c', true)
    expect(room(TASK)).toBe(1)
    claimed(TASK)
    expect(room(TASK)).toBe(0)
    wasReady(TASK)
    wasReady(TASK)
    expect(room(TASK)).toBe(4)
    for (let calls = 0; calls < 30; calls += 1) wasReady(TASK)
    expect(room(TASK)).toBe(ALL)
  })

  it('that becomes slow again gets half of what it had, because each call waits on a line', () => {
    const { clock, notReady, madeReady, room } = open()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) notReady(TASK, id, clock.elapsedMs())
    for (const id of ids) madeReady(TASK, id, true)
    expect(room(TASK)).toBe(5)
    notReady(TASK, 'f', clock.elapsedMs())
    expect(room(TASK)).toBe(2)
  })

  it('holds no other task, and none for ever', () => {
    const { clock, notReady, madeReady, claimed, room, waits } = open()
    notReady(TASK, 'a', clock.elapsedMs())
    expect([room('other'), waits()]).toEqual([ALL, { [TASK]: { speechMs: 0 } }])
    clock.advance(9000)
    expect(waits()).toEqual({ [TASK]: { speechMs: 9000 } })
    madeReady(TASK, 'a', false)
    // The call that was let go was not placed for another reason.
    clock.advance(1000)
    expect(room(TASK)).toBe(1)
    claimed(TASK)
    expect(room(TASK)).toBe(0)
    clock.advance(1000)
    expect(room(TASK)).toBe(1)
    clock.advance(300_000)
    expect([room(TASK), waits()]).toEqual([ALL, null])
  })
})
