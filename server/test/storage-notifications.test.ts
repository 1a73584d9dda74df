import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from './support/eventually.ts'
import { listen } from './support/listen.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true })
})
afterAll(() => test.drop())

function start(heartbeatMs?: number) {
  const onNotify = vi.fn()
  const onGap = vi.fn()
  const listener = listen({
    connection: test.connection,
    channels: ['task_changed', 'Odd "name"'],
    onNotify,
    onGap,
    log: silentLog,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })
  onTestFinished(() => listener.close())
  return { listener, onNotify, onGap }
}

const notify = (channel: string, payload: string) =>
  test.db.query({ text: 'select pg_notify($1, $2)', values: [channel, payload] })
const sessions = async () =>
  (
    await test.db.query<{ pid: number }>({
      text: `select pid from pg_stat_activity
              where datname = current_database() and application_name = 'carillon notifications'`,
    })
  ).rows

describe('listen', () => {
  it('passes on what is sent to its channels', async () => {
    const { listener, onNotify, onGap } = start()
    await listener.ready
    expect(listener.connected).toBe(true)
    await notify('elsewhere', 'x')
    await notify('task_changed', '42')
    await notify('Odd "name"', '')
    await eventually(() =>
      expect(onNotify.mock.calls).toEqual([
        ['task_changed', '42'],
        ['Odd "name"', ''],
      ]),
    )
    expect(onGap).not.toHaveBeenCalled()
  })

  it('connects again when the connection breaks, and tells of the gap', async () => {
    const { listener, onNotify, onGap } = start()
    await listener.ready
    for (const { pid } of await sessions()) {
      await test.db.query({ text: 'select pg_terminate_backend($1)', values: [pid] })
    }
    await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
    expect(listener.connected).toBe(true)
    await notify('task_changed', 'again')
    await eventually(() => expect(onNotify).toHaveBeenCalledWith('task_changed', 'again'))
  })

  it('keeps trying while nobody answers, and can be closed meanwhile', async () => {
    const listener = listen({
      connection: { host: '/nowhere', user: 'nobody' },
      channels: ['task_changed'],
      onNotify: vi.fn(),
      onGap: vi.fn(),
      log: silentLog,
    })
    expect(listener.connected).toBe(false)
    await listener.close()
  })

  it('leaves no session behind when closed', async () => {
    const { listener } = start()
    await listener.ready
    await listener.close()
    expect(listener.connected).toBe(false)
    await eventually(async () => expect(await sessions()).toEqual([]))
  })
})
