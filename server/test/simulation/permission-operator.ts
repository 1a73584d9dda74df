// People who change the rules of permission, before anybody dials and while the service does.

import type { SettingsChange } from '../../src/campaigns/permission/permission.service.ts'
import { createChance, seedFor } from './chance.ts'
import type { OperatedList } from './operator.ts'
import { type PermissionPlan, PURPOSE } from './permission-scenario.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** The calendars and do-not-call lists that tasks can name. */
export interface NamedRules {
  calendarIds: string[]
  listIds: string[]
}

export const NO_CHANGE: SettingsChange = {
  attemptsPerDay: undefined,
  attemptsPerMonth: undefined,
  allowedPrefixes: undefined,
  deniedPrefixes: undefined,
  minDigits: undefined,
  maxDigits: undefined,
  allowsEmergency: undefined,
}
const HOUR_MS = 3_600_000
const ZONES = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'Pacific/Auckland', 'Nowhere/Else']

/** What one seed draws for its rules, again and again. */
function createDraws({ seed, numbers, permission }: Scenario, what: string) {
  const chance = createChance(seedFor(seed, what))
  const prefixes = () => chance.sample(['+4930551', '+81', '+351', '030', '+49305522'], chance.between(0, 2))
  return {
    chance,
    budgets: (): SettingsChange => ({
      ...NO_CHANGE,
      attemptsPerDay: chance.pick([null, 1, 2, 2, 3]),
      attemptsPerMonth: chance.pick([null, null, null, 3, 5]),
      budgets: chance.pick([
        [],
        [],
        [{ attempts: 2, days: 7 }],
        [
          { attempts: 1, days: 2 },
          { attempts: 3, days: 7 },
        ],
      ]),
      quietDays: chance.pick([null, null, 1, 7]),
    }),
    destinations: (): SettingsChange => ({
      ...NO_CHANGE,
      deniedPrefixes: prefixes(),
      allowedPrefixes: chance.isTrue(0.2) ? ['+49', ...prefixes()] : [],
      minDigits: chance.pick([3, 3, 3, 8]),
      maxDigits: chance.pick([20, 20, 20, 9]),
      allowsEmergency: chance.isTrue(0.5),
    }),
    someNumbers: () => chance.sample(numbers, chance.between(1, 2)),
    expiry: (now: Date) => {
      const lifeMs = chance.pick([null, null, 10_000, 60_000, 3_600_000])
      return lifeMs === null ? null : new Date(now.getTime() + lifeMs)
    },
    days: () =>
      chance.sample(permission.days, chance.pick([0, 0, 1, 2])).map((date) => ({ date, name: 'holiday' })),
    timeZone: () => chance.pick(ZONES),
    times: (now: Date) => {
      const later = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms))
      const startMs = chance.pick([null, -60_000, 5000, 30_000, 30_000, 3 * HOUR_MS])
      const endMs = chance.pick([null, null, 3000, 20_000, 60_000, 2 * HOUR_MS, 26 * HOUR_MS])
      // A contact whose end is before its start is refused.
      return {
        callTime: later(startMs),
        callUntil: endMs !== null && endMs > (startMs ?? 0) ? later(endMs) : null,
      }
    },
  }
}

const entriesOf = (
  phoneNumbers: string[] | undefined,
  callId: string | undefined,
  expireTime: Date | null,
) => ({
  phoneNumbers,
  callId,
  note: '',
  expireTime,
})

const consentOf = (now: Date, expireTime: Date | null) => ({
  ...{ purpose: PURPOSE, wording: 'yes', source: '', proof: '' },
  ...{ givenTime: now, expireTime },
})

export async function setUpPermission(
  world: World,
  scenario: Scenario,
  sources: OperatedList[],
): Promise<NamedRules> {
  const { permission } = scenario
  const draw = createDraws(scenario, 'first rules')
  const named: NamedRules = { calendarIds: [], listIds: [] }
  if (permission.hasBudgets) await world.permission.change(draw.budgets())
  if (permission.hasDestinations) await world.permission.change(draw.destinations())
  for (const [index, { isGlobal }] of permission.lists.entries()) {
    const { id } = await world.doNotCall.add({ name: `forbidden ${index}`, description: '', isGlobal })
    named.listIds.push(id)
    if (draw.chance.isTrue(0.6))
      await world.doNotCall.addEntries(id, entriesOf(draw.someNumbers(), undefined, draw.expiry(world.now())))
  }
  for (const [index, { isGlobal, days }] of permission.calendars.entries()) {
    const holidays = days.map((date) => ({ date, name: '' }))
    named.calendarIds.push(
      (await world.calendars.add({ name: `holidays ${index}`, isGlobal, days: holidays })).id,
    )
  }
  if (permission.hasRecipientHours) {
    for (const { id, contactIds } of sources)
      for (const contactId of contactIds)
        if (draw.chance.isTrue(0.4)) await world.contacts.update(id, contactId, { timeZone: draw.timeZone() })
  }
  if (permission.hasDebts) {
    const debts = createChance(seedFor(scenario.seed, 'debts'))
    for (const { id, contactIds } of sources)
      for (const contactId of contactIds)
        if (debts.isTrue(0.8))
          await world.contacts.update(id, contactId, { debt: debts.pick(['A', 'B', 'C', 'D']) })
  }
  if (permission.hasTimes) {
    for (const { id, contactIds } of sources)
      for (const contactId of contactIds)
        if (draw.chance.isTrue(0.5)) await world.contacts.update(id, contactId, {}, draw.times(world.now()))
  }
  if (permission.hasConsents)
    for (const number of scenario.numbers)
      if (draw.chance.isTrue(0.6))
        await world.consents.add([number], consentOf(world.now(), draw.expiry(world.now())))
  return named
}

/** What people do to the rules of this seed. */
export function createPermissionOperator(
  world: World,
  scenario: Scenario,
  { calendarIds, listIds }: NamedRules,
  sources: OperatedList[],
): (() => void)[] {
  const { permission } = scenario
  const draw = createDraws(scenario, 'rules')
  const { chance } = draw

  function forbid(): void {
    const listId = chance.pick(listIds)
    const phoneNumbers = draw.someNumbers()
    const expireTime = draw.expiry(world.now())
    world.act(`forbids ${phoneNumbers} until ${expireTime?.toISOString() ?? 'ever'}`, () =>
      world.doNotCall.addEntries(listId, entriesOf(phoneNumbers, undefined, expireTime)),
    )
  }

  function optOut(): void {
    const [call] = chance.sample(world.network.liveCalls(), 1)
    const listId = chance.pick(listIds)
    if (call)
      world.act(`forbids the number of call ${call.attemptId}`, () =>
        world.doNotCall.addEntries(listId, entriesOf(undefined, call.attemptId, null)),
      )
  }

  function agree(): void {
    const phoneNumbers = draw.someNumbers()
    const consent = consentOf(world.now(), draw.expiry(world.now()))
    world.act(`hears ${phoneNumbers} agree`, () => world.consents.add(phoneNumbers, consent))
  }

  function disagree(): void {
    const phoneNumbers = draw.someNumbers()
    const purpose = chance.pick([PURPOSE, undefined])
    world.act(`hears ${phoneNumbers} disagree`, () => world.consents.withdraw(phoneNumbers, purpose, ''))
  }

  function forgive(): void {
    const listId = chance.pick(listIds)
    const phoneNumbers = draw.someNumbers()
    world.act(`forbids ${phoneNumbers} no longer`, () => world.doNotCall.removeEntries(listId, phoneNumbers))
  }

  function turnList(): void {
    const listId = chance.pick(listIds)
    const isGlobal = chance.isTrue(0.5)
    world.act(`makes a list ${isGlobal ? 'global' : 'one of some tasks'}`, () =>
      world.doNotCall.update(listId, { name: undefined, description: undefined, isGlobal }),
    )
  }

  function changeSettings(change: SettingsChange): void {
    world.act(`changes the rules to ${JSON.stringify(change)}`, () => world.permission.change(change))
  }

  function changeCalendar(): void {
    const id = chance.pick(calendarIds)
    const days = draw.days()
    const isGlobal = chance.pick([undefined, undefined, true, false])
    world.act(`sets ${days.length} holidays`, () =>
      world.calendars.update(id, { name: undefined, isGlobal, days }),
    )
  }

  function move(): void {
    const source = chance.pick(sources)
    const [contactId] = chance.sample(source.contactIds, 1)
    const timeZone = chance.isTrue(0.2) ? null : draw.timeZone()
    if (contactId)
      world.act(`moves ${contactId} to ${timeZone}`, () =>
        world.contacts.update(source.id, contactId, { timeZone }),
      )
  }

  function retime(): void {
    const source = chance.pick(sources)
    const [contactId] = chance.sample(source.contactIds, 1)
    const times = draw.times(world.now())
    if (contactId)
      world.act(`gives ${contactId} the times ${JSON.stringify(times)}`, () =>
        world.contacts.update(source.id, contactId, {}, times),
      )
  }

  function withdraw(): void {
    const source = chance.pick(sources)
    const [contactId] = chance.sample(source.contactIds, 1)
    const operation = chance.pick(['withdraw', 'withdraw', 'restore'] as const)
    if (contactId)
      world.act(`${operation}s ${contactId}`, () => world.contacts[operation](source.id, { contactId }))
  }

  const operations: Record<keyof PermissionPlan, (() => void)[]> = {
    isOn: [],
    days: [],
    hasDates: [],
    hasRetryRules: [],
    hasBudgets: [() => changeSettings(draw.budgets())],
    hasDestinations: [() => changeSettings(draw.destinations())],
    hasRecipientHours: [move],
    hasTimes: [retime, retime, withdraw, withdraw],
    hasConsents: [agree, disagree, disagree],
    hasDebts: [],
    lists: [forbid, forbid, forgive, optOut, turnList],
    calendars: [changeCalendar],
  }
  return Object.entries(operations).flatMap(([what, own]) => {
    const part = permission[what as keyof PermissionPlan]
    return part === true || (Array.isArray(part) && part.length > 0) ? own : []
  })
}
