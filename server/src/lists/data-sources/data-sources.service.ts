// Data sources: named lists of contacts.

import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput, NotFound, quote, shorten } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Paged } from '../../platform/kernel/paging.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { PageByName } from '../../platform/storage/list-by-name.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { DataSourceRow } from './data-sources.queries.ts'
import * as queries from './data-sources.queries.ts'

/** Only after a change of the country: how many contacts now have the same number as another one. */
export type ChangedDataSource = DataSourceRow & { duplicateCount?: number }

export interface DataSources {
  add(input: {
    name: string
    description: string
    nameField?: string | null
    country?: string | null
  }): Promise<DataSourceRow>
  update(
    id: string,
    change: {
      name: string | undefined
      description: string | undefined
      /** Null removes it. */
      nameField?: string | null | undefined
      /** Null: that of the service. */
      country?: string | null | undefined
    },
  ): Promise<ChangedDataSource>
  detail(id: string): Promise<DataSourceRow>
  list(page: PageByName): Promise<Paged<DataSourceRow>>
}

const uniqueName = (name: string) => ({
  constraint: 'data_source_name_unique',
  field: 'dataSourceName',
  name,
})

interface DataSourcesDependencies {
  db: Database
  clock: Clock
  /** Called once the name field of a data source is another one. */
  nameFieldChanged(id: string): Promise<void>
  /** In the transaction that has changed its country. Returns how many of its contacts have the number of another one. */
  countryChanged(tx: Queryable, source: DataSourceRow): Promise<number>
}

export function createDataSources(dependencies: DataSourcesDependencies): DataSources {
  const { db, clock, nameFieldChanged, countryChanged } = dependencies
  return {
    async add({ name, description, nameField = null, country = null }) {
      const now = clock.now()
      return refuseTakenName(uniqueName(name), () =>
        db.transaction(async (tx) => {
          const values = [newId(), name, description, now, nameField, country]
          const source = (await queries.insertDataSource.first(tx, values)) as DataSourceRow
          const after = facetsOf(source)
          await recordChange(tx, { at: now, operation: 'dataSource.add', subject: source, after })
          return source
        }),
      )
    },

    async update(id, { name, description, nameField, country }) {
      const now = clock.now()
      const named = [nameField !== undefined, nameField ?? null]
      const placed = [country !== undefined, country ?? null]
      const lock = country === undefined ? lockDataSource : lockDataSourceAlone
      const work = async (tx: Queryable): Promise<ChangedDataSource> => {
        const before = await lock(tx, id)
        const values = [id, name ?? null, description ?? null, now, ...named, ...placed]
        const source = (await queries.updateDataSource.first(tx, values)) as DataSourceRow
        const change = { subject: source, before: facetsOf(before), after: facetsOf(source) }
        await recordChange(tx, { at: now, operation: 'dataSource.update', ...change })
        if (before.country === source.country) return source
        return { ...source, duplicateCount: await countryChanged(tx, source) }
      }
      // Another country locks the tasks of the list and writes calls: a deadlock is possible.
      const row = await refuseTakenName(uniqueName(name ?? ''), () => db.transaction(work, { retry: true }))
      if (nameField !== undefined) await nameFieldChanged(id)
      return row
    },

    detail: (id) => findDataSource(db, id),

    list: (page) => queries.listDataSources(db, page),
  }
}

function facetsOf({ name, description, name_field, country }: DataSourceRow): object {
  return { dataSourceName: name, dataSourceDesc: description, nameField: name_field, country }
}

/** The names of its contacts' custom fields. The data source is named in a field of a request. */
export async function fieldNamesOf(db: Queryable, dataSourceId: string): Promise<string[]> {
  const [row] = isId(dataSourceId) ? await queries.findDataSource(db, [dataSourceId]) : []
  if (!row) throw unknownDataSource(dataSourceId)
  return row.field_names
}

export function unknownDataSource(id: string): InvalidInput {
  return new InvalidInput(`dataSourceId ${quote(id)} does not exist`, {
    fault: 'not_found',
    field: 'dataSourceId',
    params: { what: 'data source', id: shorten(id) },
  })
}

/** One of these ids that no data source has. */
export async function findUnknownDataSource(
  db: Queryable,
  ids: readonly string[],
): Promise<string | undefined> {
  const known = await queries.findDataSourceIds(db, [ids.filter(isId)])
  return ids.find((id) => !known.some((row) => row.id === id))
}

export async function findDataSource(db: Queryable, id: string): Promise<DataSourceRow> {
  const [row] = isId(id) ? await queries.findDataSource(db, [id]) : []
  if (!row) throw new NotFound('data source', id)
  return row
}

/** Blocks other changes to the data source's contacts, and new tasks that would dial them, until the transaction ends. */
export async function lockDataSourceAlone(tx: Queryable, id: string): Promise<DataSourceRow> {
  const [row] = isId(id) ? await queries.lockDataSourceAlone(tx, [id]) : []
  if (!row) throw new NotFound('data source', id)
  return row
}

/** Blocks other changes to the data source's contacts until the transaction ends. */
export async function lockDataSource(tx: Queryable, id: string): Promise<DataSourceRow> {
  const [row] = isId(id) ? await queries.lockDataSource(tx, [id]) : []
  if (!row) throw new NotFound('data source', id)
  return row
}
