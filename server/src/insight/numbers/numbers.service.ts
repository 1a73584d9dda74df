// What happened to one number in all tasks, and what holds for it now.

import { budgetWindows } from '../../campaigns/permission/budgets.ts'
import { AT_ANY_TIME, decideAt, UNLIMITED } from '../../campaigns/permission/decide.ts'
import { destinationRules } from '../../campaigns/permission/destinations.ts'
import type { RecipientZones } from '../../campaigns/permission/recipient-zones.ts'
import { limitsOf, readRules, usedLimits } from '../../campaigns/permission/rules.queries.ts'
import { consentsOfNumber } from '../../lists/consents/consents.queries.ts'
import { findContactsWithoutCountry } from '../../lists/contacts/contacts.queries.ts'
import { requirePhone } from '../../lists/contacts/contacts.service.ts'
import { listsOfNumber } from '../../lists/do-not-call/do-not-call.queries.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import { countryOf, hasCountryCode, numberDigits, sameNumber } from '../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { NumberEventRow } from './numbers.queries.ts'
import * as queries from './numbers.queries.ts'

export type Numbers = ReturnType<typeof createNumbers>

interface NumbersDependencies {
  db: Database
  /** The pool of exports. */
  exportDb: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  recipientZones: RecipientZones
  /** Whether calls that begin now are simulated. */
  areCallsSimulated(): Promise<boolean>
}

const EXPORT_ROWS = 1000
const MAX_LISTS = 5

export function createNumbers({
  db,
  exportDb,
  clock,
  readPhoneNumber,
  recipientZones: zones,
  areCallsSimulated,
}: NumbersDependencies) {
  async function summary(key: string) {
    const now = clock.now()
    const row = await readRules.first(db)
    if (!row) throw new Error('the table service has no row')
    const [attempts, entries, consents] = await Promise.all([
      queries.countAttempts.first(db, [key, now, ...limitsOf(row)]),
      listsOfNumber(db, [key]),
      consentsOfNumber(db, [key, now]),
    ])
    const holding = entries.filter(({ expire_time }) => expire_time === null || expire_time > now)
    // Hours are a task's own, and times a contact's, so they say nothing about the number.
    const denial = decideAt({ destinations: destinationRules(row), zones }, now)(
      {
        phoneKey: key,
        isSimulated: await areCallsSimulated(),
        timeZone: null,
        ...AT_ANY_TIME,
        doNotCallListId: holding.find((entry) => entry.is_global)?.list_id ?? null,
        missingConsent: null,
        hasUndisclosedAgent: false,
        ...(attempts ? usedLimits(attempts) : UNLIMITED),
      },
      undefined,
    )
    return {
      attemptsLastDay: attempts?.last_day ?? 0,
      attemptsLastMonth: attempts?.last_month ?? 0,
      attemptsPerDay: row.attempts_per_day,
      attemptsPerMonth: row.attempts_per_month,
      budgets: budgetWindows(row).map((window, index) => ({ ...window, used: attempts?.used[index] ?? 0 })),
      quietUntil: attempts?.quiet_until ?? null,
      mayBeRung: denial === undefined,
      reason: denial?.reason ?? null,
      until: denial?.kind === 'not_yet' ? denial.until : null,
      consents: consents.map((row) => ({
        ...{ purpose: row.purpose, wording: row.wording, source: row.source, proof: row.proof },
        ...{ givenTime: row.given_time, expireTime: row.expire_time, actor: row.actor },
      })),
      doNotCall: holding.map((entry) => ({
        listId: entry.list_id,
        listName: entry.list_name,
        isGlobal: entry.is_global,
        phoneNumber: entry.phone_number,
        isOtherSpelling: entry.phone_key !== key,
        note: entry.note,
        actor: entry.actor,
        createTime: entry.create_time,
        expireTime: entry.expire_time,
      })),
    }
  }

  /** The lists that have the number without a country, so that nobody can say whether it is this one. */
  async function withoutCountry(key: string) {
    const digits = numberDigits(key)
    const rows = await findContactsWithoutCountry(db, [digits, MAX_LISTS])
    return rows.map((row) => ({
      dataSourceId: row.data_source_id,
      dataSourceName: row.data_source_name,
      contactId: row.contact_id,
      phoneNumber: row.phone_number,
      likelyCountry: countryOf(`+${digits}`) ?? null,
    }))
  }

  return {
    async history(given: string, page: Page) {
      const { key, text } = requirePhone(readPhoneNumber, given)
      const now = clock.now()
      const [listed, summarized, unplaced] = await Promise.all([
        listEvents(db, key, now, page),
        summary(key),
        withoutCountry(key),
      ])
      const internationalNumber = hasCountryCode(key) ? key : null
      return {
        ...{ phoneNumber: text, internationalNumber, otherSpelling: sameNumber(key)[1] },
        ...listed,
        ...{ withoutCountry: unplaced, summary: summarized },
      }
    },

    /** All of it, newest first, in batches; the number is checked before the first one. */
    exportHistory(given: string): AsyncGenerator<NumberEventRow[]> {
      const { key } = requirePhone(readPhoneNumber, given)
      return allEvents(exportDb, key, clock.now())
    },
  }
}

async function listEvents(db: Database, key: string, now: Date, page: Page): Promise<Paged<NumberEventRow>> {
  return readPage(page, {
    find: (afterId) => queries.findNumberEvent.first(db, [key, now, ...cursor(afterId)]),
    count: () => queries.countNumberEvents.first(db, [key, now]),
    readAt: (offset, limit) => queries.listNumberEvents(db, [key, now, null, null, offset, limit]),
    readAfter: (afterId, limit) => queries.listNumberEvents(db, [key, now, ...cursor(afterId), 0, limit]),
  })
}

async function* allEvents(db: Database, key: string, now: Date): AsyncGenerator<NumberEventRow[]> {
  let after: unknown[] = [null, null]
  for (;;) {
    const rows = await queries.listNumberEvents(db, [key, now, ...after, 0, EXPORT_ROWS])
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_ROWS) return
    after = cursor(last.id)
  }
}

/** An id begins with its time. */
function cursor(id: string): [time: string, id: string] {
  return [id.split('-', 1)[0] ?? '', id]
}
