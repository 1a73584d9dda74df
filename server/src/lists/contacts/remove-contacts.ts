// Deletes contacts: one that somebody deletes, or those of an import that is undone. All that is derived from contacts changes in
// the same transaction: the count, the blocks, the lists of running tasks.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { recordRemovedContacts } from '../data-sources/data-sources.queries.ts'
import { lockDataSourceAlone } from '../data-sources/data-sources.service.ts'
import { emptyInBlocks } from './contact-blocks.queries.ts'
import type { RemovedContact } from './contacts.queries.ts'
import * as queries from './contacts.queries.ts'
import { replaceNames } from './name-blocks.queries.ts'

/** Called in the transaction that changes contacts. Added contacts need no call: tasks read on in the list. */
export interface ListObserver {
  /** How many tasks will call each contact that is added now. */
  countReadingOn(tx: Queryable, dataSourceId: string): Promise<number>
  /** Takes the locks that a removal needs. */
  beforeRemoval(tx: Queryable, dataSourceId: string): Promise<void>
  contactsRemoved(tx: Queryable, dataSourceId: string, contacts: RemovedContact[], now: Date): Promise<void>
  /** Other times hold for them: those that wait for permission are judged again. */
  timesChanged(tx: Queryable, dataSourceId: string, positions: number[], now: Date): Promise<void>
  /** Contacts that were withdrawn wait in no task any more. */
  contactsWithdrawn(tx: Queryable, dataSourceId: string, positions: number[], now: Date): Promise<void>
}

/** Until the transaction ends, no task dials a contact of the data source that it does not dial already. */
export async function lockForRemoval(
  tx: Queryable,
  listObserver: ListObserver,
  dataSourceId: string,
): Promise<void> {
  await lockDataSourceAlone(tx, dataSourceId)
  await listObserver.beforeRemoval(tx, dataSourceId)
}

/** How many of the contacts there were. The caller has called `lockForRemoval`. */
export async function removeContacts(
  tx: Queryable,
  { clock, listObserver }: { clock: Clock; listObserver: ListObserver },
  dataSourceId: string,
  contactIds: string[],
): Promise<number> {
  const removed = await queries.deleteContacts(tx, [dataSourceId, contactIds])
  if (removed.length === 0) return 0
  await recordRemovedContacts(tx, [dataSourceId, removed.length])
  const positions = removed.map(({ position }) => position)
  await emptyInBlocks(tx, [dataSourceId, positions])
  await replaceNames(tx, [dataSourceId, positions, positions.map(() => '')])
  await listObserver.contactsRemoved(tx, dataSourceId, removed, clock.now())
  return removed.length
}
