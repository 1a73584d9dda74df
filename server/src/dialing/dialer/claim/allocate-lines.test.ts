import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Allocation, allocateLines, type TaskDemand } from './allocate-lines.ts'

const half = () => 0.5

function demand(taskId: string, priority: number, fresh: number, more: Partial<TaskDemand> = {}): TaskDemand {
  return {
    taskId,
    live: 0,
    maxLive: Number.POSITIVE_INFINITY,
    fresh: { priority, contacts: fresh },
    due: [],
    ...more,
  }
}

function linesOf({ fresh, due }: Allocation, taskId: string): number {
  const dueLines = due.filter((each) => each.taskId === taskId).reduce((sum, { lines }) => sum + lines, 0)
  return (fresh.get(taskId) ?? 0) + dueLines
}

describe('lines go', () => {
  it('to the highest priority first, and what it leaves to the next', () => {
    const allocation = allocateLines([demand('b', 3, 1000), demand('a', 2, 70)], 100, half)
    expect([linesOf(allocation, 'a'), linesOf(allocation, 'b')]).toEqual([70, 30])
  })

  it('to equals in equal parts', () => {
    const allocation = allocateLines([demand('a', 3, 1000), demand('b', 3, 1000)], 100, half)
    expect([linesOf(allocation, 'a'), linesOf(allocation, 'b')]).toEqual([50, 50])
  })

  it('to who has fewer calls up, until both have as many', () => {
    const allocation = allocateLines(
      [demand('a', 3, 99, { live: 10 }), demand('b', 3, 99, { live: 0 })],
      20,
      half,
    )
    expect([linesOf(allocation, 'a'), linesOf(allocation, 'b')]).toEqual([5, 15])
  })

  it('to retries that are due before contacts that were never called', () => {
    const task = demand('a', 3, 100, { due: [{ priority: 3, contacts: 4 }] })
    expect(allocateLines([task], 6, half)).toEqual({
      fresh: new Map([['a', 2]]),
      due: [{ taskId: 'a', priority: 3, lines: 4 }],
    })
  })

  it('to a redial at its own priority', () => {
    const recalled = demand('a', 2, 0, { due: [{ priority: 5, contacts: 9 }] })
    const allocation = allocateLines([recalled, demand('b', 4, 3)], 5, half)
    expect(allocation.fresh).toEqual(new Map([['b', 3]]))
    expect(allocation.due).toEqual([{ taskId: 'a', priority: 5, lines: 2 }])
  })

  it('to nobody when there is none', () => {
    expect(allocateLines([demand('a', 1, 5)], 0, half)).toEqual({ fresh: new Map(), due: [] })
  })

  it('to each of many equals as often, by chance', () => {
    const given = new Map<string, number>()
    let state = 1
    const random = () => {
      state = (state * 16_807) % 2_147_483_647
      return state / 2_147_483_647
    }
    const tasks = ['a', 'b', 'c', 'd'].map((id) => demand(id, 3, 10))
    for (let round = 0; round < 4000; round += 1) {
      const [winner] = allocateLines(tasks, 1, random).fresh.keys()
      given.set(winner ?? '', (given.get(winner ?? '') ?? 0) + 1)
    }
    for (const id of ['a', 'b', 'c', 'd']) expect(Math.abs((given.get(id) ?? 0) - 1000)).toBeLessThan(150)
  })
})

describe('whatever is asked for', () => {
  const count = fc.integer({ min: 0, max: 30 })
  const priority = fc.integer({ min: 1, max: 5 })
  const tasks = fc
    .array(fc.record({ live: count, priority, fresh: count, duePriority: priority, due: count }), {
      maxLength: 6,
    })
    .map((list) =>
      list.map((each, index) =>
        demand(`task ${index}`, each.priority, each.fresh, {
          live: each.live,
          maxLive: Number.POSITIVE_INFINITY,
          due: [{ priority: each.duePriority, contacts: each.due }],
        }),
      ),
    )

  it('all lines are used that can be, none twice, and nobody gets more than it has', () => {
    fc.assert(
      fc.property(tasks, count, (demands, free) => {
        const allocation = allocateLines(demands, free, half)
        const wanted = demands.reduce(
          (sum, each) => sum + each.fresh.contacts + (each.due[0]?.contacts ?? 0),
          0,
        )
        const given = demands.reduce((sum, { taskId }) => sum + linesOf(allocation, taskId), 0)
        expect(given).toBe(Math.min(free, wanted))
        for (const { taskId, fresh, due } of demands) {
          expect(allocation.fresh.get(taskId) ?? 0).toBeLessThanOrEqual(fresh.contacts)
          for (const lane of allocation.due.filter((each) => each.taskId === taskId))
            expect(lane.lines).toBeLessThanOrEqual(due[0]?.contacts ?? 0)
        }
      }),
      { seed: 11 },
    )
  })

  it('a lower priority gets nothing while a higher one wants more', () => {
    fc.assert(
      fc.property(tasks, count, (demands, free) => {
        const allocation = allocateLines(demands, free, half)
        const lanes = demands.flatMap(({ taskId, fresh, due }) => [
          {
            priority: fresh.priority,
            left: fresh.contacts - (allocation.fresh.get(taskId) ?? 0),
            got: allocation.fresh.get(taskId) ?? 0,
          },
          ...due.map((lane) => {
            const got =
              allocation.due.find((each) => each.taskId === taskId && each.priority === lane.priority)
                ?.lines ?? 0
            return { priority: lane.priority, left: lane.contacts - got, got }
          }),
        ])
        const hungriest = Math.min(...lanes.filter(({ left }) => left > 0).map((lane) => lane.priority), 6)
        for (const lane of lanes) if (lane.got > 0) expect(lane.priority).toBeLessThanOrEqual(hungriest)
      }),
      { seed: 13 },
    )
  })
})
