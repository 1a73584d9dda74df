import { describe, expect, it, vi } from 'vitest'
import { whyUnavailable } from '../unavailable.ts'
import { createDatabaseHosts, type HostState } from './database-hosts.ts'
import type { SessionAttribute } from './host-list.ts'

const [A, B, C] = ['postgres://a/calls', 'postgres://b/calls', 'postgres://c/calls'] as const
const PRIMARY: HostState = { isReadOnly: false, isStandby: false }
const STANDBY: HostState = { isReadOnly: true, isStandby: true }
const LOCKED: HostState = { isReadOnly: true, isStandby: false }
const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' })

function setUp(states: Record<string, HostState | Error>, attribute: SessionAttribute = 'read-write') {
  const look = vi.fn(async (url: string) => {
    const state = states[url] ?? gone()
    if (state instanceof Error) throw state
    return state
  })
  const hosts = createDatabaseHosts({ urls: [A, B, C], attribute, look })
  return { hosts, states, asked: () => look.mock.calls.map(([url]) => url) }
}

describe('the hosts of a database', () => {
  it('are asked in turn until one accepts writes', async () => {
    const { hosts, asked } = setUp({ [A]: gone(), [B]: STANDBY, [C]: PRIMARY })
    expect(await hosts.find()).toBe(C)
    expect(asked()).toEqual([A, B, C])
  })

  it('are asked again at every connection, the last good one first', async () => {
    const { hosts, states, asked } = setUp({ [A]: STANDBY, [B]: PRIMARY })
    await hosts.find()
    await hosts.find()
    expect(asked()).toEqual([A, B, B])
    states[B] = STANDBY
    states[A] = PRIMARY
    expect(await hosts.find()).toBe(A)
  })

  it('are asked once for connections that are opened at the same time', async () => {
    const { hosts, asked } = setUp({ [A]: PRIMARY })
    expect(await Promise.all([hosts.find(), hosts.find(), hosts.find()])).toEqual([A, A, A])
    expect(asked()).toEqual([A])
  })

  it('tell when another one is right, and only then', async () => {
    const { hosts, states } = setUp({ [A]: PRIMARY, [B]: STANDBY })
    const moved = vi.fn()
    const stop = hosts.onMove(moved)
    await hosts.find()
    expect(moved).not.toHaveBeenCalled()
    states[A] = gone()
    states[B] = PRIMARY
    await hosts.find()
    expect(moved.mock.calls).toEqual([[B]])
    stop()
    states[B] = gone()
    states[A] = PRIMARY
    await hosts.find()
    expect(moved).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['read-write', C],
    ['primary', B],
    ['standby', A],
    ['any', A],
  ] as const)('that are %s', async (attribute, found) => {
    const { hosts } = setUp({ [A]: STANDBY, [B]: LOCKED, [C]: PRIMARY }, attribute)
    expect(await hosts.find()).toBe(found)
  })

  it('fail with the state of each', async () => {
    const { hosts } = setUp({ [A]: gone(), [B]: STANDBY, [C]: gone() })
    const error = await hosts.find().catch((failure: Error) => failure)
    expect(error).toMatchObject({
      message:
        'no server of the database is read-write: a:5432: connect ECONNREFUSED; b:5432: is not read-write; c:5432: connect ECONNREFUSED',
    })
    expect(whyUnavailable(error)).toMatchObject({ code: 'database_unreachable' })
  })

  it('are read-only if all of them answer and none accepts writes', async () => {
    const { hosts } = setUp({ [A]: LOCKED, [B]: STANDBY, [C]: STANDBY })
    expect(whyUnavailable(await hosts.find().catch((failure) => failure))).toMatchObject({
      code: 'database_read_only',
    })
  })
})
