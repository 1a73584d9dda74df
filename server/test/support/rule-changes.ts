// Whether a change of the rules reaches the claims: the version that they compare, and the notification that wakes them.

import { expect } from 'vitest'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { eventually } from './eventually.ts'
import { listen } from './listen.ts'
import type { TestApp } from './test-app.ts'

async function versionOf(app: TestApp): Promise<number> {
  const [row] = await app.rows<{ version: number }>('select version from service')
  return row?.version ?? 0
}

/** The work makes the next claim of every node read the rules again. */
export async function expectRuleChange<Result>(app: TestApp, work: () => Promise<Result>): Promise<Result> {
  let notified = 0
  const listener = listen({
    connection: app.database.connection,
    channels: ['task_changed'],
    onNotify: () => {
      notified += 1
    },
    onGap: () => undefined,
    log: createSilentLog(),
  })
  try {
    await listener.ready
    const before = await versionOf(app)
    const result = await work()
    expect(await versionOf(app)).toBe(before + 1)
    await eventually(() => expect(notified).toBeGreaterThan(0))
    return result
  } finally {
    await listener.close()
  }
}

/** The work is refused, and leaves the rules as they are. */
export async function expectNoRuleChange<Result>(app: TestApp, work: () => Promise<Result>): Promise<Result> {
  const before = await versionOf(app)
  const result = await work()
  expect(await versionOf(app)).toBe(before)
  return result
}
