import { expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { createJobs } from './jobs.ts'

it('runs each job at its interval, and an unfinished one again at once', async () => {
  const clock = createManualClock('2026-01-01T00:00:00.000Z')
  const done: string[] = []
  const noted: [string, number][] = []
  let left = 2
  const job = (name: string, everyMs: number, run: () => unknown = () => undefined) => ({
    name,
    everyMs,
    run: async () => {
      done.push(name)
      return run()
    },
  })
  const slow = () => clock.advance(20)
  const large = () => (--left > 0 ? 'unfinished' : undefined)
  const jobs = [job('always', 0, slow), job('seldom', 1000), job('large', 1000, large)]
  const maintenance = createJobs(clock, jobs, (name, seconds) => noted.push([name, seconds]))

  expect(await maintenance.runDue()).toBe('unfinished')
  expect(done.splice(0)).toEqual(['always', 'seldom', 'large'])
  expect(noted[0]).toEqual(['always', 0.02])
  expect(await maintenance.runDue()).toBe('done')
  expect(done.splice(0)).toEqual(['always', 'large'])
  await maintenance.runDue()
  expect(done.splice(0)).toEqual(['always'])
  clock.advance(1000)
  await maintenance.runDue()
  expect(done).toEqual(['always', 'seldom', 'large'])
})

it('runs a job that has failed again', async () => {
  const clock = createManualClock('2026-01-01T00:00:00.000Z')
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('the database is away')
  }
  const maintenance = createJobs(clock, [{ name: 'job', everyMs: 1000, run }], () => undefined)
  await expect(maintenance.runDue()).rejects.toThrow('away')
  await maintenance.runDue()
  expect(runs).toBe(2)
})
