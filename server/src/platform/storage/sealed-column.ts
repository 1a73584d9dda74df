// A column with secrets: how those stored under another key, or before there was one, are sealed with the key in use.
import type { SecretBox } from '../kernel/secrets/secret-box.ts'
import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

export interface SealedColumn {
  /** To which row a secret is bound. */
  owner(id: string): string
  /** Seals what the key in use has not sealed. Returns how many. Without a key it changes nothing. */
  sealOthers(tx: Queryable, box: SecretBox): Promise<number>
  /** SQL: all that are there, as `stored`. */
  listed: string
}

export interface StoredSecrets {
  plain: number
  lost: number
}

/** SQL: whether a stored secret is there and one of these keys opens it. */
export const isOpenable = (column: string, keyIds: string) =>
  `(${column} is not null and (${column} not like 'sealed:%' or split_part(${column}, ':', 2) = any (${keyIds})))`

export function sealedColumn(table: string, column: string): SealedColumn {
  const owner = (id: string) => `${table}:${id}`
  const name = `${table}_${column}`
  const lockOthers = sql<{ id: string; stored: string }, [keyId: string]>(
    `lock_unsealed_${name}`,
    `select id, ${column} as stored from ${table}
     where ${column} is not null and ${column} not like 'sealed:' || $1 || ':%' order by id for update`,
  )
  const store = sql<never, [id: string, sealed: string]>(
    `seal_${name}`,
    `update ${table} set ${column} = $2 where id = $1`,
  )
  return {
    owner,
    listed: `select ${column} as stored from ${table} where ${column} is not null`,

    async sealOthers(tx, box) {
      const [keyId] = box.keyIds()
      if (keyId === undefined) return 0
      let sealed = 0
      for (const { id, stored } of await lockOthers(tx, [keyId])) {
        const secret = box.open(stored, owner(id))
        if (secret !== null) sealed += await store.run(tx, [id, box.seal(secret, owner(id))])
      }
      return sealed
    },
  }
}

/** How many of these are stored as they are, and how many have no key here. */
export function countSealed(columns: readonly SealedColumn[]) {
  const count = sql<StoredSecrets, [keyIds: string[]]>(
    'count_sealed',
    `select count(*) filter (where stored not like 'sealed:%')::int as plain,
       count(*) filter (where not ${isOpenable('stored', '$1')})::int as lost
     from (${columns.map(({ listed }) => listed).join(' union all ')}) secrets`,
  )
  return async (db: Queryable, box: SecretBox): Promise<StoredSecrets> =>
    (await count.first(db, [box.keyIds()])) ?? { plain: 0, lost: 0 }
}
