// Manages people from the command line on the machine, with or without a running service: the way back in.
import { createPeople, LINK_DAYS, type People } from '../access/people/people.service.ts'
import { createSessions } from '../access/people/sessions.service.ts'
import { readConfig } from '../config.ts'
import { findUnknownDataSource } from '../lists/data-sources/data-sources.service.ts'
import { EXTRAS, type Extra, ROLES, type Role } from '../platform/kernel/access/permissions.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import { createTimestamps } from '../platform/kernel/timestamps.ts'
import { CommandFailed } from './failure.ts'
import { withDatabase } from './open-storage.ts'
import { say, sayAside } from './terminal.ts'

interface PersonFlags {
  role: string | undefined
  permissions: string | undefined
  dataSources: string | undefined
}

export function addPersonCommand(operands: string[], flags: PersonFlags): Promise<void> {
  const name = oneName(operands, 'person add').slice(0, 100)
  const role = readRole(flags.role)
  const extras = flags.permissions?.split(',').map(readExtra)
  const dataSourceIds = flags.dataSources?.split(',').map((id) => id.trim())
  return withPeople(async (people) => {
    const { secret } = await people.invite({ name, role, extras, dataSourceIds })
    showLink(name, secret)
  })
}

export function listPeopleCommand(): Promise<void> {
  return withPeople(async (people, format) => {
    for (const { id, name, role, extras, disable_time, password, used_time } of await people.list()) {
      const state = disable_time
        ? `disabled ${format(disable_time)}`
        : password === null
          ? 'invited'
          : used_time
            ? `last used ${format(used_time)}`
            : 'not signed in'
      say([id, role.padEnd(8), [...extras].join(',') || '-', state, printable(name)].join('  '))
    }
  })
}

export function resetPersonCommand(operands: string[]): Promise<void> {
  const name = oneName(operands, 'person reset')
  return withPeople(async (people) => {
    const { secret } = await people.reset(await idOf(people, name))
    showLink(name, secret)
  })
}

export function disablePersonCommand(operands: string[], endTokens: boolean): Promise<void> {
  const name = oneName(operands, 'person disable')
  return withPeople(async (people) => {
    await people.disable(await idOf(people, name), endTokens ? 'end' : undefined)
    say(`${printable(name)} can no longer sign in.`)
  })
}

function showLink(name: string, secret: string): void {
  sayAside(
    `Open this page of the console to choose a password for ${printable(name)}. It is good once, for ${LINK_DAYS} days, and shown only now:`,
  )
  say(`/invitation#${secret}`)
}

/** By name, in any case, or by id. */
async function idOf(people: People, name: string): Promise<string> {
  const wanted = name.toLowerCase()
  const found = (await people.list()).find((each) => each.id === wanted || each.name.toLowerCase() === wanted)
  if (!found) throw new CommandFailed(`there is no person ${printable(name)}: see carillon person list`)
  return found.id
}

function oneName([name, ...rest]: string[], command: string): string {
  if (!name?.trim() || rest.length > 0)
    throw new CommandFailed(`${command} needs one name, in quotes if it has spaces`)
  return name.trim()
}

function readRole(given = 'operator'): Role {
  const role = ROLES.find((each) => each === given)
  if (!role) throw new CommandFailed(`--role must be ${ROLES.join(', ')}, not "${given}"`)
  return role
}

function readExtra(given: string): Extra {
  const extra = EXTRAS.find((each) => each === given.trim())
  if (!extra) throw new CommandFailed(`--permissions must be of ${EXTRAS.join(', ')}, not "${given}"`)
  return extra
}

async function withPeople(
  work: (people: People, format: (instant: Date) => string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  await withDatabase(config, (db, log) => {
    const clock = systemClock
    const people = createPeople({
      ...{ db, clock },
      sessions: createSessions({ db, clock, log, hearsChanges: () => false }),
      unknownDataSource: (ids) => findUnknownDataSource(db, ids),
    })
    return work(people, createTimestamps(config.timeZone).format)
  })
}
