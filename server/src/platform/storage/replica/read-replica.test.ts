import { describe, expect, it, vi } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { silentLog } from '../../../../test/support/silent-log.ts'
import type { Database, Statement } from '../database.ts'
import { DatabaseUnavailable } from '../database-errors.ts'
import { createReadReplica } from './read-replica.ts'

const gone = () => new DatabaseUnavailable('the database cannot be reached')
const failing = (code: string) => Object.assign(new Error('no'), { code })

/** A database that answers positions and says which one it is. */
function fakeDatabase(name: string, position: () => number | null): Database & { error: Error | undefined } {
  const fake = {
    error: undefined as Error | undefined,
    async query<Row>({ name: statement }: Statement) {
      if (fake.error) throw fake.error
      const row = statement?.includes('position') ? { position: position() } : { name }
      return { rows: [row as Row], rowCount: 1 }
    },
    transaction: <Result>(work: (tx: never) => Promise<Result>) =>
      fake.error ? Promise.reject(fake.error) : work(fake as never),
    withClient: <Result>(work: (client: never) => Promise<Result>) =>
      fake.error ? Promise.reject(fake.error) : work(fake as never),
    usage: () => ({ open: 0, idle: 0, waiting: 0 }),
    close: async () => undefined,
  }
  return fake
}

async function setUp({ isStandby = true } = {}) {
  const clock = createManualClock('2026-03-02T06:00:00Z')
  const at = { written: 100, replayed: 100, looks: 0 }
  const primary = fakeDatabase('primary', () => at.written)
  const replica = fakeDatabase('replica', () => (isStandby ? at.replayed : null))
  const positions = fakeDatabase('positions', () => {
    at.looks += 1
    return isStandby ? at.replayed : null
  })
  const reads = createReadReplica({ primary, replica: positions, clock, log: silentLog })
  const db = reads.route(primary, replica)
  await reads.check()
  /** Until a read that has begun asks the replica. */
  async function untilAsked(): Promise<void> {
    const before = at.looks
    await vi.waitFor(() => expect(at.looks).toBeGreaterThan(before), { interval: 1 })
  }
  const answering = async () => (await db.query<{ name: string }>({ text: 'select' })).rows[0]?.name
  return { clock, at, primary, replica, positions, reads, db, answering, untilAsked }
}

describe('a read', () => {
  it('goes to a replica that has everything', async () => {
    const { answering, reads } = await setUp()
    expect(await answering()).toBe('replica')
    expect(reads.state()).toEqual({ inUse: true, lagSeconds: 0, reason: null })
  })

  it('goes to a server that is no standby', async () => {
    expect(await (await setUp({ isStandby: false })).answering()).toBe('replica')
  })

  it('waits until the replica has what was committed before it', async () => {
    const { at, answering, untilAsked } = await setUp()
    at.written = 101
    const answer = answering()
    await untilAsked()
    at.replayed = 101
    expect(await answer).toBe('replica')
  })

  it('waits no longer than a second, and the next one does not wait', async () => {
    const { at, clock, answering, reads, untilAsked } = await setUp()
    at.written = 101
    const answer = answering()
    await untilAsked()
    clock.advance(1_001)
    expect(await answer).toBe('primary')
    expect(reads.state()).toMatchObject({ inUse: false, reason: 'lagging' })
    expect(await answering()).toBe('primary')
    at.replayed = 101
    await reads.check()
    expect(await answering()).toBe('replica')
  })

  it.each([
    ['that is gone', gone()],
    ['that cancels it, because it is in the way of the replay', failing('40001')],
    ['that may not do it', failing('25006')],
  ])('goes to the primary after a replica %s', async (_, error) => {
    const { replica, answering } = await setUp()
    replica.error = error
    expect(await answering()).toBe('primary')
  })

  it('fails if the statement is wrong', async () => {
    const { replica, answering } = await setUp()
    replica.error = failing('42601')
    await expect(answering()).rejects.toThrow('no')
  })

  it('is not repeated on the primary once it has begun', async () => {
    const { db } = await setUp()
    const work = vi.fn().mockRejectedValue(gone())
    await expect(db.withClient(work)).rejects.toThrow('cannot be reached')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('begins on the primary if the replica cannot be reached', async () => {
    const { db, replica, primary, reads } = await setUp()
    replica.error = gone()
    expect(await db.transaction(async (tx) => tx)).toBe(primary)
    expect(reads.state()).toEqual({ inUse: false, lagSeconds: null, reason: 'unreachable' })
  })
})

describe('the state of a replica', () => {
  it('says for how long it has lacked something', async () => {
    const { at, clock, reads } = await setUp()
    at.written = 101
    await reads.check()
    expect(reads.state()).toEqual({ inUse: true, lagSeconds: 0, reason: null })
    clock.advance(5_000)
    at.written = 102
    await reads.check()
    expect(reads.state()).toEqual({ inUse: false, lagSeconds: 5, reason: 'lagging' })
    at.replayed = 102
    await reads.check()
    expect(reads.state()).toEqual({ inUse: true, lagSeconds: 0, reason: null })
  })

  it('is unreachable while it does not answer', async () => {
    const { positions, reads, answering } = await setUp()
    positions.error = gone()
    expect(await answering()).toBe('primary')
    await reads.check()
    expect(reads.state()).toEqual({ inUse: false, lagSeconds: null, reason: 'unreachable' })
    positions.error = undefined
    await reads.check()
    expect(reads.state().inUse).toBe(true)
  })

  it('stays as it was while the primary is away', async () => {
    const { primary, reads } = await setUp()
    primary.error = gone()
    await reads.check()
    expect(reads.state().inUse).toBe(true)
  })
})
