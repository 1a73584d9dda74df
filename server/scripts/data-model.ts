// docs/data-model.md, made from the catalog of a migrated database. Which slice owns a table is in the headings of the migrations.

import type { Queryable } from '../src/platform/storage/database.ts'
import { readMigrations } from '../src/platform/storage/migration-files.ts'

interface Table {
  name: string
  comment: string
  columns: {
    name: string
    isPrimary: boolean
    references: string | null
    isNullable: boolean
    isComputed: boolean
  }[]
}

/** Tables whose slice has another name, or is another one, than in the migration that made them. */
const movedTables: Record<string, string> = { conversation: 'transcripts', http_call: 'switches' }

/** A heading, or a statement that makes, drops or renames a table, at the beginning of a line. */
const OWNERSHIP =
  /^(?:-- == (?<heading>\S+) ==$|create table (?<made>\w+)|drop table (?<dropped>\w+)|alter table (?<old>\w+) rename to (?<renamed>\w+))/gm

/** Tables with their owners, in the order of the migrations. */
export async function readTableOwners(): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  let owner = ''
  for (const { text } of await readMigrations())
    for (const { groups = {} } of text.matchAll(OWNERSHIP)) {
      const { heading, made, dropped, old, renamed } = groups
      if (heading) owner = heading
      if (made) owners.set(made, movedTables[made] ?? owner)
      if (renamed) owners.set(renamed, owner)
      const gone = dropped ?? old
      if (gone) owners.delete(gone)
    }
  return owners
}

export async function describeDataModel(db: Queryable): Promise<string> {
  const owners = await readTableOwners()
  const order = [...owners.keys()]
  const tables = (await readTables(db)).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return `# Data model

Generated from the schema by \`npm run data-model\`; a test fails when they differ. The migrations in \`server/migrations\` have types, constraints and reasons;
[architecture](architecture.md#data) says how the tables work together. **Bold**: primary key; *italic*: computed from other columns; \`?\`: may be null; \`→\`: the table that a column refers to, if its name does not say so.

| slice | table | columns |
|---|---|---|
${tables.map((table) => describeTable(table, owners.get(table.name) ?? '')).join('')}`
}

const describeTable = ({ name, comment, columns }: Table, owner: string): string =>
  `| ${owner} | **${name}**: ${comment} | ${columns.map(describeColumn).join(', ')} |\n`

function describeColumn(column: Table['columns'][number]): string {
  const { name, isPrimary, isComputed, isNullable, references } = column
  const target = references && name !== `${references}_id` ? ` → ${references}` : ''
  const mark = isPrimary ? '**' : isComputed ? '*' : ''
  return `${mark}${name}${mark}${isNullable ? '?' : ''}${target}`
}

/** A column refers to the table of its foreign key or else to the one in its name: `task_id`, `refused_node_id`. */
async function readTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<{ table: Table }>({
    text: `with fact as (
        select c.oid, c.relname as table_name, a.attnum, a.attname, not a.attnotnull as is_nullable, a.attgenerated <> '' as is_computed,
          exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary
            and a.attnum = any((i.indkey::int2[])[:i.indnkeyatts - 1])) as is_primary,
          (select f.confrelid::regclass::text from pg_constraint f
           where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)) as foreign_table,
          (select r.relname from pg_class r
           where r.relkind = 'r' and r.relnamespace = c.relnamespace and r.oid <> c.oid
             and (a.attname = r.relname || '_id' or a.attname like '%node_id' and r.relname = 'dialer_node')) as named_table
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'
          and a.attnum > 0 and not a.attisdropped
      )
      select json_build_object(
        'name', table_name, 'comment', obj_description(oid, 'pg_class'),
        'columns', json_agg(json_build_object(
          'name', attname, 'isPrimary', is_primary, 'isNullable', is_nullable, 'isComputed', is_computed,
          'references', coalesce(foreign_table, named_table)
        ) order by attnum)
      ) as table
      from fact group by oid, table_name`,
  })
  return rows.map(({ table }) => table)
}
