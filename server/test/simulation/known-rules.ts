// The rules of permission as they were committed, change by change: settings, do-not-call lists, calendars, and the time zones and
// times of contacts. A claim may use any state between its begin and its end.

import type { Effect } from './virtual-database.ts'

export interface Rules {
  attemptsPerDay: number | null
  attemptsPerMonth: number | null
  /** Windows of other lengths. */
  budgets: readonly { attempts: number; days: number }[]
  quietDays: number | null
  allowedPrefixes: readonly string[]
  deniedPrefixes: readonly string[]
  minDigits: number
  maxDigits: number
  allowsEmergency: boolean
  lists: ReadonlyMap<string, DoNotCallState>
  calendars: ReadonlyMap<string, CalendarState>
  /** All that was ever agreed to. */
  consents: readonly ConsentState[]
  /** By contact. */
  timeZones: ReadonlyMap<string, string>
  /** By contact. */
  times: ReadonlyMap<string, ContactTimes>
  /** By contact: the debt that its calls are about, where it has one. */
  debts: ReadonlyMap<string, string>
}

/** When a contact may be called. */
export interface ContactTimes {
  callTime: Date | null
  callUntil: Date | null
  isWithdrawn: boolean
}

interface ConsentState {
  key: string
  purpose: string
  givenMs: number
  expireMs: number | null
  isWithdrawn: boolean
}

interface DoNotCallState {
  isGlobal: boolean
  /** By number: when the entry expires. */
  entries: ReadonlyMap<string, Date | null>
}

interface CalendarState {
  isGlobal: boolean
  days: ReadonlySet<string>
}

export interface KnownRules {
  now(): Rules
  /** How often they have changed. */
  count(): number
  /** All states from this count on. */
  since(count: number): Rules[]
  /** All states that were in force at some time between the two. */
  between(fromMs: number, toMs: number): Rules[]
  /** Of one transaction: nobody sees a state in the middle of it. */
  onEffects(effects: Effect[]): void
}

/** The settings of a world before anybody has changed them. */
const FIRST_RULES: Rules = {
  attemptsPerDay: null,
  attemptsPerMonth: null,
  budgets: [],
  quietDays: null,
  allowedPrefixes: [],
  deniedPrefixes: [],
  minDigits: 3,
  maxDigits: 20,
  allowsEmergency: true,
  lists: new Map(),
  calendars: new Map(),
  consents: [],
  timeZones: new Map(),
  times: new Map(),
  debts: new Map(),
}

export function createKnownRules(nowMs: () => number): KnownRules {
  const states: Rules[] = [FIRST_RULES]
  const fromMs: number[] = [0]
  let latest = FIRST_RULES
  const now = () => latest
  const change = (part: Partial<Rules>) => {
    latest = { ...latest, ...part }
  }

  function changeEntries(listId: unknown, alter: (entries: Map<string, Date | null>) => void): void {
    const list = now().lists.get(String(listId))
    if (!list) return
    const entries = new Map(list.entries)
    alter(entries)
    change({ lists: new Map(now().lists).set(String(listId), { ...list, entries }) })
  }

  function setTimeZone(contactId: unknown, timeZone: string | undefined): void {
    const timeZones = new Map(now().timeZones)
    if (timeZone === undefined) timeZones.delete(String(contactId))
    else timeZones.set(String(contactId), timeZone)
    change({ timeZones })
  }

  function setTimes(contactId: unknown, part: Partial<ContactTimes>): void {
    const known = now().times.get(String(contactId)) ?? {
      callTime: null,
      callUntil: null,
      isWithdrawn: false,
    }
    change({ times: new Map(now().times).set(String(contactId), { ...known, ...part }) })
  }

  function setDebt(contactId: unknown, debt: string | undefined): void {
    if (now().debts.get(String(contactId)) === debt) return
    const debts = new Map(now().debts)
    if (debt === undefined) debts.delete(String(contactId))
    else debts.set(String(contactId), debt)
    change({ debts })
  }

  function onEffect({ label, values, rows }: Effect): void {
    switch (label) {
      case 'change_permission_settings':
        change(settingsOf(values))
        break
      case 'insert_do_not_call_list':
      case 'update_do_not_call_list':
        for (const { id, is_global } of rows) {
          const entries = now().lists.get(String(id))?.entries ?? new Map()
          change({ lists: new Map(now().lists).set(String(id), { isGlobal: is_global === true, entries }) })
        }
        break
      case 'insert_do_not_call_entries': {
        const [listId, , keys, , , expiries] = values as [string, number, string[], [], [], (Date | null)[]]
        changeEntries(listId, (entries) => {
          for (const [index, key] of keys.entries()) entries.set(key, expiries[index] ?? null)
        })
        break
      }
      case 'remove_do_not_call_entries': {
        const [listId, keys] = values as [string, string[]]
        changeEntries(listId, (entries) => {
          for (const key of keys) entries.delete(key)
        })
        break
      }
      case 'insert_consents': {
        const added = rows.map(
          (row): ConsentState => ({
            ...{ key: String(row['phone_key']), purpose: String(row['purpose']) },
            givenMs: (row['given_time'] as Date).getTime(),
            expireMs: (row['expire_time'] as Date | null)?.getTime() ?? null,
            isWithdrawn: row['withdraw_time'] !== null,
          }),
        )
        change({ consents: [...now().consents, ...added] })
        break
      }
      case 'withdraw_consents': {
        const [keys, purpose] = values as [string[], string | null]
        const isMeant = (each: ConsentState) =>
          keys.includes(each.key) && (purpose === null || each.purpose === purpose)
        change({
          consents: now().consents.map((each) => (isMeant(each) ? { ...each, isWithdrawn: true } : each)),
        })
        break
      }
      case 'insert_calendar':
      case 'update_calendar':
        for (const { id, is_global, days } of rows) {
          const dates = new Set((days as { date: string }[]).map(({ date }) => date))
          const calendar = { isGlobal: is_global === true, days: dates }
          change({ calendars: new Map(now().calendars).set(String(id), calendar) })
        }
        break
      case 'update_contact':
        setTimeZone(values[0], fieldsIn(values[3]).timeZone)
        setDebt(values[0], fieldsIn(values[3]).debt)
        setTimes(values[0], { callTime: values[5] as Date | null, callUntil: values[6] as Date | null })
        break
      case 'set_withdrawn':
        setTimes(values[0], { isWithdrawn: values[1] !== null })
        break
    }
  }

  return {
    now,
    count: () => states.length - 1,
    since: (count) => states.slice(count),
    between: (startMs, endMs) =>
      states.filter(
        (_, index) =>
          (fromMs[index] ?? 0) <= endMs && (fromMs[index + 1] ?? Number.POSITIVE_INFINITY) >= startMs,
      ),
    onEffects(effects) {
      for (const effect of effects) onEffect(effect)
      if (latest === states.at(-1)) return
      states.push(latest)
      fromMs.push(nowMs())
    },
  }
}

const fieldsIn = (json: unknown) => JSON.parse(String(json)) as { timeZone?: string; debt?: string }

function settingsOf(values: readonly unknown[]): Partial<Rules> {
  const [attemptsPerDay, attemptsPerMonth, allowedPrefixes, deniedPrefixes, minDigits, maxDigits, emergency] =
    values as [number | null, number | null, string[], string[], number, number, boolean]
  const allowsEmergency = emergency
  const [budgets, quietDays] = values.slice(11) as [string, number | null]
  return {
    attemptsPerDay,
    attemptsPerMonth,
    budgets: JSON.parse(budgets),
    quietDays,
    allowedPrefixes,
    deniedPrefixes,
    minDigits,
    maxDigits,
    allowsEmergency,
  }
}
