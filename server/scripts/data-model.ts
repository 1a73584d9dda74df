// docs/data-model.md, made from the catalog of a migrated database. Which slice owns a table is in the headings of the migrations.

import type { Queryable } from '../src/storage/database.ts'
import { readMigrations } from '../src/storage/migration-files.ts'

interface Table {
  name: string
  comment: string
  columns: {
    name: string
    type: string
    key: string | null
    references: string | null
    isNullable: boolean
  }[]
}

/** Tables with their owners, in the order of the migrations. */
export async function readTableOwners(): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  let owner = ''
  for (const { text } of await readMigrations())
    for (const [, heading, table] of text.matchAll(/^-- == (\S+) ==$|^create table (\w+)/gm)) {
      if (heading) owner = heading
      else if (table) owners.set(table, owner)
    }
  return owners
}

export async function describeDataModel(db: Queryable): Promise<string> {
  const owners = await readTableOwners()
  const order = [...owners.keys()]
  const tables = (await readTables(db)).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return `# Data model

Generated from the schema by \`npm run data-model\`; a test fails when they differ. \`server/migrations/0001_initial_schema.sql\` has the reasons,
[architecture](architecture.md#data) how the tables work together. A solid line is a foreign key, a dotted one a relation without:
\`contact_id\` may name a contact that was deleted.

${diagram(tables.flatMap(drawRelations))}${[...new Set(owners.values())].map((owner) => drawSlice(owner, tables, owners)).join('')}`
}

function drawSlice(owner: string, tables: readonly Table[], owners: ReadonlyMap<string, string>): string {
  const own = tables.filter(({ name }) => owners.get(name) === owner)
  if (own.length === 0) return ''
  const sentences = own.map(({ name, comment }) => `- \`${name}\`: ${comment}\n`).join('')
  return `\n## ${owner}\n\n${sentences}\n${diagram(own.flatMap(drawColumns))}`
}

const diagram = (lines: readonly string[]): string =>
  `\`\`\`mermaid\nerDiagram\n${lines.map((line) => `  ${line}\n`).join('')}\`\`\`\n`

const drawColumns = ({ name, columns }: Table): string[] => [
  `${name} {`,
  ...columns.map(({ name: column, type, key, isNullable }) =>
    [`  ${type}`, column, ...(key ? [key] : []), ...(isNullable ? ['"nullable"'] : [])].join(' '),
  ),
  '}',
]

const drawRelations = ({ name, columns }: Table): string[] =>
  columns.flatMap(({ name: column, key, references }) =>
    references ? [`${references} ||${key?.endsWith('FK') ? '--' : '..'}o{ ${name} : ${column}`] : [],
  )

/** A column refers to the table of its foreign key or else to the one in its name: `task_id`, `refused_node_id`. */
async function readTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<{ table: Table }>({
    text: `with fact as (
        select c.oid, c.relname as table_name, a.attnum, a.attname, not a.attnotnull as is_nullable,
          replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
          exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary
            and a.attnum = any((i.indkey::int2[])[:i.indnkeyatts - 1])) as is_primary,
          exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary
            and a.attnum = any(i.indkey::int2[])) as is_unique,
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
          'name', attname, 'type', replace(type, ' without time zone', ''), 'isNullable', is_nullable,
          'references', coalesce(foreign_table, named_table),
          'key', nullif(concat_ws(', ', case when is_primary then 'PK' when is_unique then 'UK' end,
            case when foreign_table is not null then 'FK' end), '')
        ) order by attnum)
      ) as table
      from fact group by oid, table_name`,
  })
  return rows.map(({ table }) => table)
}
