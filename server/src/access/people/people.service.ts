// Who may sign in, and with which rights. People are invited, and choose their password with a link that is good for 7 days and once; a link to a new
// password is the same. One administrator who can sign in always remains, once there was one.
import { randomBytes } from 'node:crypto'
import { DEFAULT_EXTRAS, type Extra, type Role } from '../../platform/kernel/access/permissions.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotAllowed, NotFound, quote, shorten } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { isReservedName } from '../../platform/trail/actor.ts'
import { changesBetween, recordChange } from '../../platform/trail/record.ts'
import { sha256 } from '../tokens/remembered.ts'
import { endTokensOf, handOverTokensOf } from '../tokens/tokens-of-person.ts'
import type { ListedPersonRow, PersonRow } from './people.queries.ts'
import * as queries from './people.queries.ts'
import type { Sessions } from './sessions.service.ts'

export interface Rights {
  name: string
  role: Role
  /** Default: those of the role. */
  extras?: Extra[] | undefined
  /** Null or absent: all. */
  dataSourceIds?: string[] | null | undefined
}

interface Dependencies {
  db: Database
  clock: Clock
  sessions: Sessions
  /** One of these ids that no data source has. */
  unknownDataSource(ids: readonly string[]): Promise<string | undefined>
}

export const LINK_DAYS = 7

const MAX_NAME = 100

/** The same letters are one name, however wide they are or a keyboard composes them. */
export const sameName = (name: string) => name.normalize('NFKC').trim()

export type People = ReturnType<typeof createPeople>

export const rightsOf = ({ name, role, extras, data_source_ids }: PersonRow) => ({
  ...{ name, role, permissions: extras, dataSourceIds: data_source_ids },
})

export function createPeople({ db, clock, sessions, unknownDataSource }: Dependencies) {
  async function complete({ role, extras, dataSourceIds = null, ...given }: Rights) {
    const name = sameName(given.name)
    if (name.length > MAX_NAME)
      throw new InvalidInput({ fault: 'wrong_length', field: 'name', params: { max: MAX_NAME } })
    if (isReservedName(name)) throw new InvalidInput({ fault: 'name_reserved', field: 'name' })
    if (role === 'monitor' && extras && extras.length > 0)
      throw new InvalidInput({ fault: 'monitor_has_none', field: 'permissions' })
    if (role === 'admin' && dataSourceIds)
      throw new InvalidInput({ fault: 'admin_not_bound', field: 'dataSourceIds' })
    const unknown = dataSourceIds && (await unknownDataSource(dataSourceIds))
    if (unknown) {
      const params = { what: 'data source', id: shorten(unknown) }
      const message = `dataSourceIds names the data source ${quote(unknown)}, which does not exist`
      throw new InvalidInput(message, { fault: 'not_found', field: 'dataSourceIds', params })
    }
    return { name, role, extras: [...new Set(extras ?? DEFAULT_EXTRAS[role])].sort(), dataSourceIds }
  }

  async function link(tx: Queryable, personId: string) {
    const secret = randomBytes(32).toString('base64url')
    const expireTime = new Date(clock.now().getTime() + LINK_DAYS * DAY_MS)
    await queries.putLink(tx, [personId, sha256(secret), expireTime])
    return { secret, expireTime }
  }

  async function find(id: string, tx: Queryable = db): Promise<PersonRow> {
    const found = isId(id) ? await queries.findPerson.first(tx, [id]) : undefined
    if (!found) throw new NotFound('person', id)
    return found
  }

  async function listed(id: string): Promise<ListedPersonRow> {
    const found = await queries.findListed.first(db, [clock.now(), id])
    if (!found) throw new NotFound('person', id)
    return found
  }

  /** With the table locked. */
  async function refuseLastAdmin(tx: Queryable, person: PersonRow): Promise<void> {
    const isOne = person.role === 'admin' && person.password !== null && person.disable_time === null
    if (!isOne) return
    const others = await queries.countOtherAdmins.first(tx, [person.id])
    if (others?.total === 0) throw new Conflict({ fault: 'last_admin' })
  }

  return {
    list: () => queries.listPeople(db, [clock.now()]),

    areThere: async () => (await queries.findAny.first(db, [])) !== undefined,

    /** The secret of the link is only in the answer. */
    async invite(given: Rights) {
      const { name, role, extras, dataSourceIds } = await complete(given)
      const now = clock.now()
      const { row, made } = await refuseTakenName(
        { constraint: 'person_name_unique', field: 'name', name },
        () =>
          db.transaction(async (tx) => {
            const row = await queries.insertPerson.first(tx, [
              newId(),
              name,
              role,
              extras,
              dataSourceIds,
              now,
            ])
            if (!row) throw new Error('a person was not added')
            const change = { operation: 'person.invite', subject: row, after: rightsOf(row) }
            await recordChange(tx, { at: now, ...change })
            return { row, made: await link(tx, row.id) }
          }),
      )
      return { person: await listed(row.id), ...made }
    },

    /** A new link: for whoever lost the first one or the password. The password before is good until it is used. */
    async reset(id: string) {
      const person = await find(id)
      if (person.disable_time) throw new NotAllowed({ fault: 'person_disabled' })
      if (person.issuer !== null) throw new NotAllowed({ fault: 'person_of_provider' })
      const made = await db.transaction(async (tx) => {
        const operation = person.password === null ? 'person.invite' : 'person.reset'
        await recordChange(tx, { at: clock.now(), operation, subject: person })
        return link(tx, id)
      })
      return { person: await listed(id), ...made }
    },

    async update(id: string, given: Rights): Promise<ListedPersonRow> {
      const { name, role, extras, dataSourceIds } = await complete(given)
      await refuseTakenName({ constraint: 'person_name_unique', field: 'name', name }, () =>
        db.transaction(async (tx) => {
          await queries.lockPeople(tx, [])
          const before = await find(id, tx)
          // At the next sign-in they would be again what the provider says.
          const rights = rightsOf({ ...before, name, role, extras, data_source_ids: dataSourceIds })
          if (before.issuer !== null && changesBetween(rights, { ...rightsOf(before), name }).length > 0)
            throw new NotAllowed({ fault: 'person_of_provider' })
          if (role !== 'admin') await refuseLastAdmin(tx, before)
          const row = await queries.updatePerson.first(tx, [id, name, role, extras, dataSourceIds])
          if (!row) throw new NotFound('person', id)
          const change = { operation: 'person.update', subject: row }
          await recordChange(tx, {
            at: clock.now(),
            ...change,
            before: rightsOf(before),
            after: rightsOf(row),
          })
        }),
      )
      sessions.forget()
      return listed(id)
    },

    /** `tokens`: what becomes of those of the person; without it, a person with tokens is not disabled. */
    async disable(id: string, tokens: 'end' | 'handOver' | undefined): Promise<ListedPersonRow> {
      const now = clock.now()
      await db.transaction(async (tx) => {
        await queries.lockPeople(tx, [])
        const person = await find(id, tx)
        if (person.disable_time) return
        await refuseLastAdmin(tx, person)
        const own = (await queries.findListed.first(tx, [now, id]))?.tokens ?? 0
        if (own > 0 && !tokens) throw new Conflict({ fault: 'person_has_tokens', params: { count: own } })
        const change = { at: now }
        if (tokens === 'end') await endTokensOf(tx, person, change)
        if (tokens === 'handOver') await handOverTokensOf(tx, person, change)
        await queries.setDisabled(tx, [id, now])
        await queries.deleteLink(tx, [id])
        await sessions.endAll(tx, id)
        await recordChange(tx, { ...change, operation: 'person.disable', subject: person })
      })
      sessions.forget()
      return listed(id)
    },

    async enable(id: string): Promise<ListedPersonRow> {
      const person = await find(id)
      if (person.disable_time)
        await db.transaction(async (tx) => {
          await queries.setDisabled(tx, [id, null])
          await recordChange(tx, { at: clock.now(), operation: 'person.enable', subject: person })
        })
      return listed(id)
    },
  }
}
