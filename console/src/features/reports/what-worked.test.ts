import { expect, it } from 'vitest'
import { rankTasks, whatWorked } from './what-worked.ts'

const task = (taskName: string, calls: number, successes: number) =>
  ({
    id: taskName,
    taskName,
    calls,
    successes,
    successRate: successes / calls,
    attemptsPerSuccess: successes === 0 ? null : calls / successes,
  }) as Parameters<typeof rankTasks>[0][number]
const cell = (weekday: number, hour: number, calls: number, successes: number) =>
  ({ weekday, hour, calls, answered: successes, successes }) as const

const invoices = task('Open invoices', 300, 140)
const survey = task('Survey', 600, 60)
const tried = task('Tried once', 1, 1)
const nobody = task('Nobody', 50, 0)
const totals = { calls: 951, successes: 201, attemptsPerSuccess: 4.73 } as Parameters<
  typeof whatWorked
>[0]['totals']

it('the best task and hour are those with enough calls', () => {
  const heatMap = [cell(1, 17, 100, 50), cell(2, 9, 800, 150), cell(3, 9, 2, 2)]
  expect(whatWorked({ totals, tasks: [invoices, survey, tried], heatMap })).toEqual({
    task: { taskName: 'Open invoices', successRate: 140 / 300 },
    hour: { weekday: 1, hour: 17, successRate: 0.5 },
    attemptsPerSuccess: 4.73,
  })
})

it('nothing worked if nothing succeeded', () => {
  const none = { ...totals, successes: 0, attemptsPerSuccess: null }
  expect(whatWorked({ totals: none, tasks: [nobody], heatMap: [] })).toBeUndefined()
})

it.each([
  ['calls', ['Survey', 'Open invoices', 'Nobody', 'Tried once']],
  ['successes', ['Open invoices', 'Survey', 'Tried once', 'Nobody']],
  ['successRate', ['Tried once', 'Open invoices', 'Survey', 'Nobody']],
  ['attemptsPerSuccess', ['Tried once', 'Open invoices', 'Survey', 'Nobody']],
] as const)('tasks by %s: the best first, those without a success last', (sort, names) => {
  expect(rankTasks([survey, nobody, invoices, tried], sort).map(({ taskName }) => taskName)).toEqual(names)
})
