// Own phones. Every change sends the notification `own_phone_changed`. Additions and removals of SIP apps are in the audit trail; a browser's
// phone comes and goes with its page.
import { randomInt } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, NotAllowed, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secret-box.ts'
import type { Database } from '../../platform/storage/database.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { OwnPhone, PhoneSwitch } from './own-phone.ts'
import type { OwnPhoneRow } from './own-phones.queries.ts'
import * as queries from './own-phones.queries.ts'

export const MAX_OWN_PHONES = 50
const MAX_BROWSERS = 200
const BROWSER_MS = 3_600_000
/** Without letters and digits that look alike. */
const PASSWORD_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 20

export interface StoredPhone extends OwnPhone {
  createTime: Date
}

/** With the password that nobody is told again. */
export type NewPhone = StoredPhone & { password: string }

export type OwnPhones = ReturnType<typeof createOwnPhones>

interface Adding {
  isBrowser: boolean
  /** Of a browser. Null: the one of the environment, which is valid for as long as the service runs. */
  tokenId: string | null
}

interface OwnPhonesDependencies {
  db: Database
  clock: Clock
  secrets: SecretBox
  /** Undefined on a node that runs no Asterisk. */
  phoneSwitch?: PhoneSwitch | undefined
}

export function createOwnPhones({ db, clock, secrets, phoneSwitch }: OwnPhonesDependencies) {
  const phoneOf = (row: OwnPhoneRow) => storedPhone(row, secrets)
  const list = async () => (await queries.listOwnPhones(db, [clock.now()])).map(phoneOf)

  function requireSwitch(): PhoneSwitch {
    const found = phoneSwitch
    if (!found) throw new NotAllowed({ fault: 'own_phones_elsewhere' })
    return found
  }

  function insert(name: string, { isBrowser, tokenId }: Adding): Promise<NewPhone> {
    return db.transaction(async (tx) => {
      const now = clock.now()
      await queries.lockOwnPhones(tx, [])
      await queries.deleteExpired(tx, [now])
      const max = isBrowser ? MAX_BROWSERS : MAX_OWN_PHONES
      const { total = 0 } = (await queries.countOwnPhones.first(tx, [isBrowser])) ?? {}
      if (total >= max) throw new Conflict({ fault: 'too_many_own_phones', params: { max } })
      const expireTime = isBrowser ? new Date(now.getTime() + BROWSER_MS) : null
      const password = newPassword()
      const id = newId()
      const sealed = secrets.seal(password, queries.phonePassword.owner(id))
      const values = [id, name, newUsername(), sealed, expireTime, now, tokenId] as const
      const row = await queries.insertOwnPhone.first(tx, [...values])
      const phone = { ...phoneOf(row as OwnPhoneRow), password }
      if (!isBrowser)
        await recordChange(tx, { at: now, operation: 'ownPhone.add', subject: phone, after: { name } })
      return phone
    })
  }

  /** A phone that cannot register, because Asterisk does not run, is not kept. */
  async function addReady(name: string, adding: Adding): Promise<NewPhone> {
    const { ready } = requireSwitch()
    const phone = await insert(name, adding)
    try {
      await ready(phone.username)
    } catch (error) {
      if (adding.isBrowser) await queries.deleteOwnPhone(db, [phone.id])
      else await remove(phone.id)
      const why = error instanceof Error ? error.message : String(error)
      throw new NotAllowed({ fault: 'asterisk_missing', params: { why } })
    }
    return phone
  }

  async function remove(id: string): Promise<void> {
    await db.transaction(async (tx) => {
      const row = isId(id) ? await queries.deleteOwnPhone.first(tx, [id]) : undefined
      if (!row) throw new NotFound('own phone', id)
      const subject = { id, name: row.name }
      await recordChange(tx, { at: clock.now(), operation: 'ownPhone.delete', subject })
    })
  }

  return {
    /** All that can register, or could with another password; the oldest first. */
    all: list,

    /** The SIP apps, with whether they are registered; null if this node cannot know. */
    async list(): Promise<(StoredPhone & { isRegistered: boolean | null })[]> {
      const registered = await phoneSwitch?.registered().catch(() => undefined)
      return (await list())
        .filter(({ isBrowser }) => !isBrowser)
        .map((phone) => ({ ...phone, isRegistered: registered?.has(phone.username) ?? null }))
    },

    async find(id: string): Promise<StoredPhone> {
      const row = isId(id) ? await queries.findOwnPhone.first(db, [id, clock.now()]) : undefined
      if (!row) throw new NotFound('own phone', id)
      return phoneOf(row)
    },

    /** Resolves when it can register. */
    async add(name: string): Promise<NewPhone & { sip: PhoneSwitch['sip'] }> {
      const { sip } = requireSwitch()
      const unique = { constraint: 'own_phone_name_unique', field: 'name', name }
      return {
        ...(await refuseTakenName(unique, () => addReady(name, { isBrowser: false, tokenId: null }))),
        sip,
      }
    },

    /** For one visit, and as long as the token is valid. Resolves when it can register. */
    addBrowser: (tokenId: string) =>
      addReady('browser', { isBrowser: true, tokenId: isId(tokenId) ? tokenId : null }),

    /** Undefined if the phone in a browser may not be connected. */
    openSocket: (...given: Parameters<PhoneSwitch['openSocket']>) => phoneSwitch?.openSocket(...given),

    remove,
  }
}

function storedPhone({ id, name, username, ...row }: OwnPhoneRow, secrets: SecretBox): StoredPhone {
  const password = secrets.open(row.password, queries.phonePassword.owner(id))
  const times = { expireTime: row.expire_time, createTime: row.create_time }
  return {
    ...{ id, name, username, password, ...times },
    isBrowser: row.expire_time !== null,
    isEnabled: password !== null,
  }
}

/** Easy to type into a phone, rarely taken, and never the number of a caller: none begins like this. */
function newUsername(): string {
  return `000${randomInt(1_000_000, 10_000_000)}`
}

function newPassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join(
    '',
  )
}
