import { describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { permissionsOfScope } from '../../kernel/access/permissions.ts'
import { createTokenWatch } from './token-watch.ts'

const holder = {
  ...{ kind: 'token' as const, id: '1', name: 'crm', scope: 'read' as const },
  ...{ permissions: permissionsOfScope('read', false), dataSourceIds: null, assistantMayCall: false },
  ...{ countries: null, addresses: null },
}
const A = { kind: 'token' as const, secret: 'a' }
const may = () => true
const NEVER_MS = 3_600_000

describe('a watched token', () => {
  it('that is no longer good is told of once, when tokens changed or at the next look', async () => {
    let isGood = true
    const authenticate = async () => (isGood ? holder : undefined)
    const told = vi.fn()
    const found = vi.fn()
    const watch = createTokenWatch(authenticate, NEVER_MS)
    watch.watch(A, may, told)
    createTokenWatch(authenticate, 5).watch(A, may, found)
    watch.recheck()
    isGood = false
    await eventually(() => expect(found).toHaveBeenCalled())
    expect(told).not.toHaveBeenCalled()
    watch.recheck()
    watch.recheck()
    await eventually(() => expect(told).toHaveBeenCalled())
    expect([told.mock.calls.length, found.mock.calls.length]).toEqual([1, 1])
  })

  it('counts as valid while it cannot be checked', async () => {
    const onRefused = vi.fn()
    const authenticate = vi.fn(async () => {
      throw new Error('no database')
    })
    const stop = createTokenWatch(authenticate, 5).watch(A, may, onRefused)
    await eventually(() => expect(authenticate.mock.calls.length).toBeGreaterThan(2))
    stop()
    expect(onRefused).not.toHaveBeenCalled()
  })

  it('is no longer checked when its request has ended', async () => {
    const onRefused = vi.fn()
    const authenticate = vi.fn(async () => undefined)
    const watch = createTokenWatch(authenticate, NEVER_MS)
    const stop = watch.watch(A, may, onRefused)
    // The answer comes when the request is over already.
    watch.recheck()
    stop()
    watch.recheck()
    await Promise.all(authenticate.mock.results.map(({ value }) => value))
    expect(authenticate).toHaveBeenCalledTimes(1)
    expect(onRefused).not.toHaveBeenCalled()
  })
})
