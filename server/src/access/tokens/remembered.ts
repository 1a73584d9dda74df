// What a node has read of secrets, by their hashes: those of tokens or of sessions, with whose they are, and that one belongs to nobody. Forgotten when
// a notification says that something changed. While notifications do not arrive, nothing is remembered.
import { hash, timingSafeEqual } from 'node:crypto'
import { createTokenLookup, keyOf } from './token-lookup.ts'

interface Options<Row> {
  find(hashes: Buffer[]): Promise<Row[]>
  /** Whether notifications of changes currently arrive. */
  hearsChanges(): boolean
}

export interface Remembered<Row> {
  /** Returns without waiting if it is known. */
  find(hashed: Buffer): Row | undefined | Promise<Row | undefined>
  /** From the database, whatever is remembered. */
  findAgain(hashed: Buffer): Promise<Row | undefined>
  forget(): void
}

const MAX_REMEMBERED = 10_000

export function createRemembered<Row extends { hash: Buffer }>({
  find,
  hearsChanges,
}: Options<Row>): Remembered<Row> {
  const remembered = new Map<string, Row>()
  /** Hashes that belong to nobody. Kept separately, so guesses never evict what is in use. */
  const unknown = new Set<string>()
  let generation = 0

  const lookup = createTokenLookup<Row>({
    hashOf: ({ hash }) => hash,
    async find(hashes) {
      const heardBefore = hearsChanges()
      const before = generation
      const rows = await find(hashes)
      // If something changed, or may have changed unnoticed, during the query, the answer is used once and not
      // cached.
      if (heardBefore && before === generation && hearsChanges()) remember(hashes, rows)
      return rows
    },
  })

  function remember(hashes: Buffer[], rows: Row[]): void {
    if (unknown.size + hashes.length > MAX_REMEMBERED) unknown.clear()
    for (const hashed of hashes) unknown.add(keyOf(hashed))
    if (remembered.size + rows.length > MAX_REMEMBERED) remembered.clear()
    for (const row of rows) {
      unknown.delete(keyOf(row.hash))
      remembered.set(keyOf(row.hash), row)
    }
  }

  const checked = (row: Row | undefined, hashed: Buffer) =>
    row && timingSafeEqual(hashed, row.hash) ? row : undefined
  const findAgain = async (hashed: Buffer) => checked(await lookup(hashed), hashed)

  return {
    find(hashed) {
      const key = keyOf(hashed)
      if (hearsChanges()) {
        const known = remembered.get(key)
        if (known || unknown.has(key)) return checked(known, hashed)
      }
      return findAgain(hashed)
    },
    findAgain,
    forget() {
      generation += 1
      remembered.clear()
      unknown.clear()
    },
  }
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
