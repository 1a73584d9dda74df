// Keeps the blocks of names as the contacts are. What adds contacts writes the blocks that they are in; another name field makes
// all of them disappear, and they are written anew in steps.

import type { Database, Queryable } from '../../platform/storage/database.ts'
import { lockDataSource } from '../data-sources/data-sources.service.ts'
import { BLOCK_POSITIONS } from './contact-blocks.queries.ts'
import { findMissingBlocks, findUnfinishedNames, writeNames } from './name-blocks.queries.ts'

/** The data source is locked for some tens of milliseconds at a time. */
const BLOCKS_PER_STEP = 64

/** The blocks of the positions after one and up to another, which the data source has by now. */
export async function writeAddedNames(
  tx: Queryable,
  dataSourceId: string,
  after: number,
  upTo: number,
): Promise<void> {
  if (upTo > after) await writeNames(tx, [dataSourceId, blocksBetween(after, upTo)])
}

export function blocksBetween(after: number, upTo: number): number[] {
  const first = Math.floor(after / BLOCK_POSITIONS)
  return Array.from({ length: Math.ceil(upTo / BLOCK_POSITIONS) - first }, (_, index) => first + index)
}

/** Writes the blocks that are missing. Until then searches read the names of these contacts one by one. */
export async function renewNames(db: Database, dataSourceId: string): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await db.transaction((tx) => renewSome(tx, dataSourceId))
}

/** Does what a node that was stopped has left undone. */
export async function completeNames(db: Database): Promise<void> {
  for (const { id } of await findUnfinishedNames(db, [])) await renewNames(db, id)
}

async function renewSome(tx: Queryable, dataSourceId: string): Promise<boolean> {
  await lockDataSource(tx, dataSourceId)
  const missing = await findMissingBlocks(tx, [dataSourceId, BLOCKS_PER_STEP])
  const blocks = missing.map(({ block }) => block)
  if (blocks.length > 0) await writeNames(tx, [dataSourceId, blocks])
  return blocks.length < BLOCKS_PER_STEP
}
