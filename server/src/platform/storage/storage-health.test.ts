import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import { createStorageHealth } from './storage-health.ts'

const failing = (code: string) => Object.assign(new Error('as the server says it'), { code })

function setUp() {
  const clock = createManualClock('2026-03-02T06:00:00Z')
  const state = { probes: 0, error: undefined as Error | undefined, isReadOnly: false }
  const health = createStorageHealth({
    clock,
    log: silentLog,
    async probe() {
      state.probes += 1
      if (state.error) throw state.error
      return { isReadOnly: state.isReadOnly }
    },
  })
  return { clock, health, state }
}

describe('the health of the storage', () => {
  it('is good unless something is known', async () => {
    const { health } = setUp()
    expect(await health.check()).toBeUndefined()
  })

  it('is bad for ten seconds after an error that lasts, and knows since when', async () => {
    const { health, clock } = setUp()
    const since = clock.now()
    health.note(failing('53300'))
    clock.advance(4_000)
    health.note(failing('53300'))
    clock.advance(9_000)
    expect(await health.check()).toEqual({
      code: 'database_connections_used',
      reason: 'the database accepts no more connections',
      since,
    })
    clock.advance(6_000)
    expect(await health.check()).toBeUndefined()
  })

  it.each(['23505', '57014', '40P01', '55P03', '08006'])('is not touched by %s', async (code) => {
    const { health } = setUp()
    health.note(failing(code))
    expect(await health.check()).toBeUndefined()
  })

  it('is bad while the probe finds the disk full, even without writes', async () => {
    const { health, clock, state } = setUp()
    state.error = failing('53100')
    for (let i = 0; i < 5; i += 1) {
      expect(await health.check()).toMatchObject({ reason: 'the disk of the database is full' })
      clock.advance(20_000)
    }
    state.error = undefined
    expect(await health.check()).toBeUndefined()
  })

  it('is bad while the database is read-only', async () => {
    const { health, state } = setUp()
    state.isReadOnly = true
    expect(await health.check()).toMatchObject({ reason: 'the database is read-only' })
  })

  it('is probed once for many requests', async () => {
    const { health, clock, state } = setUp()
    await Promise.all(Array.from({ length: 50 }, () => health.check()))
    clock.advance(1_000)
    await health.check()
    expect(state.probes).toBe(1)
    clock.advance(5_000)
    await health.check()
    expect(state.probes).toBe(2)
  })
})
