// Contacts whose deletion commits between the snapshot of a step of a recall and its end: the step does not see it.

import { beforeEach, expect, it } from 'vitest'
import { createTasks, taskLists } from '../src/campaigns/tasks/tasks.service.ts'
import { waitingContacts } from '../src/dialing/dialer/claim/list-changes.ts'
import { createDialer } from '../src/dialing/dialer/dialer.ts'
import { removeContacts } from '../src/lists/contacts/remove-contacts.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { untilHeldUp } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { silentLog } from './support/silent-log.ts'
import { contactIdsOf, dialRows, moveTo, skip } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const COMPLETED = 4
const clock = createManualClock('2026-03-02T02:00:00Z')
const app = await openForFile(createTestApp({ clock }))
const tasks = createTasks({ db: app.db, exportDb: app.db, clock, sleep: async (ms) => clock.advance(ms) })
const called: string[] = []
let callEnd: 'answered' | 'busy' = 'busy'
const gateway = createInstantGateway(({ phoneNumber }) => {
  called.push(phoneNumber)
  return callEnd
})
const dialer = createDialer({
  ...{ db: app.db, clock, gateway, offsetAt: createZoneOffsets('UTC'), log: silentLog, name: 'node' },
})

let serial = 0
let dataSourceId: string
let taskId: string
let ids: string[]
beforeEach(async () => {
  serial += 1
  dataSourceId = await app.addDataSource(
    `list ${serial}`,
    ['101', '102', '103'].map((each) => `+${serial}0055${each}`),
  )
  ids = await contactIdsOf(app, dataSourceId)
  taskId = await app.addTask(`task ${serial}`, dataSourceId, { maxDialCount: 1, callInterval: 0 })
  await moveTo(app, taskId, 'RUNNING')
})

/** Until nothing is left; each call ends in this way. */
async function dialAll(cause: 'answered' | 'busy'): Promise<void> {
  called.length = 0
  callEnd = cause
  for (let step = 0; step < 30; step += 1) {
    clock.advance(500)
    await dialer.step()
    await dialer.settle()
  }
}

/** The contacts are recalled, and these are deleted while the step waits for their rows. */
async function recallWhileDeleting(deleted: string[]): Promise<void> {
  const { contactIds } = await tasks.recall({ taskId, contactIds: ids, priority: 3 })
  const part = await app.database.db.transaction(async (tx) => {
    const listObserver = { ...taskLists, ...waitingContacts(() => 0) }
    await removeContacts(tx, { clock, listObserver }, dataSourceId, deleted)
    await tx.query({ text: 'select from dial where task_id = $1 for update', values: [taskId] })
    const step = contactIds.next()
    await untilHeldUp(app.database.db)
    return { step }
  })
  await part.step
  for await (const _ of contactIds);
}

const counts = async () => {
  const stat = await app.get<Record<string, number>>(`/api/task/${taskId}/stat`)
  const { totalContacts, callCount, successCount, failCount, skippedCount } = expectSuccess(stat)
  const { status } = await tasks.detail(taskId)
  return { status, totalContacts, callCount, successCount, failCount, skippedCount }
}
const outcomes = async () => (await dialRows(app, taskId)).map(({ outcome, due_at }) => [outcome, due_at])

it('one that was called is not called again, and the task completes with it as failed', async () => {
  await dialAll('busy')
  await recallWhileDeleting(ids.slice(0, 1))
  expect(await outcomes()).toEqual([1, 2, 3].map(() => [null, expect.any(Date)]))
  await dialAll('answered')
  expect(called.sort()).toEqual([`+${serial}0055102`, `+${serial}0055103`])
  expect(await outcomes()).toEqual([
    [2, null],
    [1, null],
    [1, null],
  ])
  expect(await counts()).toMatchObject({ status: COMPLETED, totalContacts: 3, callCount: 5 })
})

it('one that was never called leaves the list, and is counted once', async () => {
  for (const id of ids) await skip(app, taskId, id, 'do_not_call')
  await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)', [
    taskId,
    ids.length,
  ])
  await recallWhileDeleting(ids.slice(0, 1))
  expect(await outcomes()).toHaveLength(2)
  expect(await counts()).toMatchObject({ totalContacts: 2, skippedCount: 0 })
  await dialAll('answered')
  expect(called.sort()).toEqual([`+${serial}0055102`, `+${serial}0055103`])
  expect(await counts()).toMatchObject({ status: COMPLETED, totalContacts: 2, callCount: 2, skippedCount: 0 })
})
