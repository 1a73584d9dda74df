// The gateway that the environment names with GATEWAY is a trunk named `default`: its calls have it on record, a task can name it, and it
// has limits and caller IDs like any other. It is stored when a node starts. What the environment says about it is changed there.
import { isDeepStrictEqual } from 'node:util'
import { NotAllowed } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { Trunk, TrunkKind } from './trunk.ts'
import { DEFAULT_TRUNK_SETTINGS, type TrunkChange } from './trunk-settings.ts'
import * as queries from './trunks.queries.ts'

/** What the environment says about its gateway. */
export interface EnvironmentTrunk {
  kind: Exclude<TrunkKind, 'sip'>
  host: string
  callerIds: readonly string[]
}

const NAME = 'default'
/** The rest is changed in the environment. */
const CHANGED_HERE: ReadonlySet<string> = new Set<keyof TrunkChange>([
  'lines',
  'callsPerSecond',
  'priority',
  'prices',
  'currency',
  'billing',
  'callerIdChoice',
  'callerIdDailyLimit',
])

/** Nodes that start together find the row of the first. */
export async function keepDefaultTrunk(db: Database, given: EnvironmentTrunk, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.lockTrunks(tx, [])
    const rows = await queries.listTrunks(tx, [])
    const known = rows.find(({ settings }) => isOfEnvironment(settings))
    const facts = { ...given, isEnabled: true }
    if (known) {
      const settings = { ...known.settings, ...facts }
      if (isDeepStrictEqual(settings, known.settings)) return
      await queries.updateTrunk(tx, [known.id, known.name, JSON.stringify(settings), null, now])
      return
    }
    const names = new Set(rows.map(({ name }) => name))
    const name = names.has(NAME) ? `${NAME} (${given.kind})` : NAME
    const settings = { ...DEFAULT_TRUNK_SETTINGS, ...facts }
    await queries.insertTrunk(tx, [newId(), name, JSON.stringify(settings), null, now])
  })
}

/** Those that calls may take, on any node. With GATEWAY its trunk is one of them, without rules of its own. */
export async function readEnabledTrunks(
  db: Queryable,
): Promise<Pick<Trunk, 'id' | 'name' | 'numberForm' | 'prefixRules'>[]> {
  const trunks = (await queries.listTrunks(db, [])).map(({ id, name, settings }) => ({
    ...{ ...DEFAULT_TRUNK_SETTINGS, ...settings, id, name },
  }))
  return trunks.filter(({ isEnabled }) => isEnabled)
}

export function isOfEnvironment({ kind = 'sip' }: Pick<Trunk, 'kind'>): boolean {
  return kind !== 'sip'
}

export function requireOwnSettings(trunk: Pick<Trunk, 'kind'>, change: TrunkChange): void {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (isOfEnvironment(trunk) && given.some(([field]) => !CHANGED_HERE.has(field)))
    throw new NotAllowed({ fault: 'trunk_of_environment' })
}
