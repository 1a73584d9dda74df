// Do-not-call lists as a caller uses them.
import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { DoNotCallEntry, DoNotCallList } from '../../src/lists/do-not-call/do-not-call.schema.ts'
import { expectSuccess } from './expectations.ts'
import type { TestApp } from './test-app.ts'

export type List = Static<typeof DoNotCallList>
export type Entry = Static<typeof DoNotCallEntry>

export interface ListedEntries {
  total: number
  rows: Entry[]
}

/** Adds a list with these numbers on it. Its id. */
export async function addList(app: TestApp, phoneNumbers: string[] = [], settings = {}): Promise<string> {
  const { id } = expectSuccess(
    await app.post<List>('/api/doNotCall/add', { name: randomUUID(), ...settings }),
  )
  if (phoneNumbers.length > 0)
    expectSuccess(await app.post(`/api/doNotCall/${id}/entry/add`, { phoneNumbers }))
  return id
}

export async function entriesOf(app: TestApp, listId: string, query = ''): Promise<ListedEntries> {
  return expectSuccess(await app.get<ListedEntries>(`/api/doNotCall/${listId}/entries${query}`))
}

export async function numbersOn(app: TestApp, listId: string, query = ''): Promise<string[]> {
  return (await entriesOf(app, listId, query)).rows.map(({ phoneNumber }) => phoneNumber)
}

/** The number of entries as the list says it, and as they are counted. */
export async function entryCounts(app: TestApp, listId: string): Promise<[stated: number, counted: number]> {
  const { entryCount } = expectSuccess(await app.get<List>(`/api/doNotCall/detail/${listId}`))
  const counted = await app.rows('select from do_not_call_entry where list_id = $1 and remove_time is null', [
    listId,
  ])
  return [entryCount, counted.length]
}

export interface PastEntry {
  phone_number: string
  note: string
  actor: string
  remove_actor: string
  create_time: Date
  remove_time: Date
}

/** Entries that were removed or replaced, in that order. */
export function pastEntries(app: TestApp, listId: string): Promise<PastEntry[]> {
  return app.rows(
    `select phone_number, note, actor, remove_actor, create_time, remove_time from do_not_call_entry
     where list_id = $1 and remove_time is not null order by remove_time, create_time`,
    [listId],
  )
}
