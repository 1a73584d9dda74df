// Pages of a data source's contacts, newest first. A thousand contacts can have many megabytes of fields, so a long page is
// read in parts, each when the one before has been sent.

import { NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { offsetOf, type Page, unknownCursor } from '../../platform/kernel/paging.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import * as queries from './contact-list.queries.ts'
import { type ContactSearch, isSearch, searchContacts } from './contact-search.ts'
import type { ContactRow } from './contacts.queries.ts'
import { between, positionsOf, sizeOf } from './position-set.ts'

export interface ContactFilter extends Page, ContactSearch {}

export interface ContactPage {
  total: number
  first: ContactRow[]
  /** The rest of a long page, in parts. */
  rest: AsyncIterable<ContactRow[]> | undefined
}

const ROWS_AT_ONCE = 100

export async function listContacts(
  db: Queryable,
  dataSourceId: string,
  filter: ContactFilter,
): Promise<ContactPage> {
  const before = await positionOfCursor(db, dataSourceId, filter.afterId)
  if (!isSearch(filter)) return pageOfAll(db, dataSourceId, { ...filter, before })
  await findDataSource(db, dataSourceId)
  const found = await searchContacts(db, dataSourceId, filter)
  const total = sizeOf(found)
  const positions =
    before === undefined
      ? positionsOf(found, offsetOf(filter), filter.pageSize)
      : positionsOf(between(found, 0, before - 1), 0, filter.pageSize)
  const parts = partsAt(db, dataSourceId, positions)
  const first = (await parts.next()).value ?? []
  return { total, first, rest: positions.length > ROWS_AT_ONCE ? parts : undefined }
}

interface PositionedFilter extends ContactFilter {
  /** Only contacts before this position. */
  before: number | undefined
}

async function positionOfCursor(
  db: Queryable,
  dataSourceId: string,
  afterId: string | undefined,
): Promise<number | undefined> {
  if (afterId === undefined) return undefined
  await findDataSource(db, dataSourceId)
  const found = await queries.findPosition.first(db, [afterId, dataSourceId])
  if (!found) throw unknownCursor()
  return found.position
}

async function pageOfAll(
  db: Queryable,
  dataSourceId: string,
  { before, ...page }: PositionedFilter,
): Promise<ContactPage> {
  const atOnce = Math.min(page.pageSize, ROWS_AT_ONCE)
  const rows = !isId(dataSourceId)
    ? []
    : before === undefined
      ? await queries.listContacts(db, [dataSourceId, offsetOf(page), atOnce])
      : await queries.listContactsBefore(db, [dataSourceId, before, atOnce])
  if (rows.length === 0) throw new NotFound('data source', dataSourceId)
  const first = contactsOf(rows)
  const isLong = page.pageSize > ROWS_AT_ONCE && first.length === ROWS_AT_ONCE
  return {
    total: rows[0]?.total ?? 0,
    first,
    rest: isLong ? partsAfter(db, dataSourceId, first, page.pageSize - ROWS_AT_ONCE) : undefined,
  }
}

/** Continues after the last row, so that contacts added or deleted meanwhile do not shift the page. */
async function* partsAfter(
  db: Queryable,
  dataSourceId: string,
  first: ContactRow[],
  wanted: number,
): AsyncGenerator<ContactRow[]> {
  let last = first.at(-1)
  for (let left = wanted; left > 0 && last; left -= ROWS_AT_ONCE) {
    const atOnce = Math.min(left, ROWS_AT_ONCE)
    const rows = contactsOf(await queries.listContactsBefore(db, [dataSourceId, last.position, atOnce]))
    yield rows
    last = rows.length === atOnce ? rows.at(-1) : undefined
  }
}

async function* partsAt(
  db: Queryable,
  dataSourceId: string,
  positions: number[],
): AsyncGenerator<ContactRow[], undefined> {
  for (let at = 0; at < positions.length; at += ROWS_AT_ONCE)
    yield await queries.findContactsAt(db, [dataSourceId, positions.slice(at, at + ROWS_AT_ONCE)])
}

function contactsOf(rows: queries.ListedRow[]): ContactRow[] {
  return rows.filter((row): row is ContactRow & { total: number } => row.id !== null)
}
