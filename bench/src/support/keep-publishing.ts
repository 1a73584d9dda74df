// Keeps a dialer busy: tasks that are published one after the other.

import { randomUUID } from 'node:crypto'
import { type EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { TaskStatus } from '../../../server/src/campaigns/tasks/task-state.ts'
import type { Database } from '../../../server/src/platform/storage/database.ts'
import { post } from './api-client.ts'
import type { ChildServer } from './child-server.ts'

/** Publishes tasks one after the other: the next one as soon as one is done. */
export async function keepPublishing(
  api: ChildServer,
  { db, changed }: { db: Database; changed: EventEmitter },
  nextSettings: () => object,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { id } = await post(`${api.address}/api/task/add`, {
      taskName: randomUUID(),
      ...nextSettings(),
    })
    await post(`${api.address}/api/task/publish`, { id })
    while (!signal.aborted && (await statusOf(db, id)) === TaskStatus.RUNNING) {
      const waited = new AbortController()
      const change = once(changed, id, { signal: AbortSignal.any([signal, waited.signal]) })
      await Promise.race([change, wait(1000)]).catch(() => undefined)
      waited.abort()
      await change.catch(() => undefined)
    }
  }
}

async function statusOf(db: Database, taskId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ status: number }>({
    text: 'select status from task where id = $1',
    values: [taskId],
  })
  return rows[0]?.status
}
