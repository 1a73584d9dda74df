// What a task would do if it were published now: whom it would call, whom not and why, and when.

import { nextOpening } from '../../../campaigns/permission/calling-hours.ts'
import { taskHours } from '../../../campaigns/permission/next-attempt.ts'
import type { RecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import { readRules } from '../../../campaigns/permission/rules.queries.ts'
import { readSettings } from '../../../campaigns/tasks/task-settings.ts'
import { neededFields } from '../../../conversations/flows/check/check-step.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Zone } from '../../../platform/kernel/timestamps.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type Assumptions, assumePace, forecastEnd } from '../forecast.ts'
import { type Survey, surveyContacts } from '../survey-contacts.ts'
import type { PreviewTaskRow } from './preview.queries.ts'
import * as queries from './preview.queries.ts'
import { type PreviewWarning, warningsOf } from './preview-warnings.ts'

export type Previews = ReturnType<typeof createPreviews>

interface PreviewsDependencies {
  db: Database
  clock: Clock
  zone: Zone
  recipientZones: RecipientZones
  gatewayKind(): string
  /** Whether calls that begin now are simulated. */
  areCallsSimulated(): Promise<boolean>
}

export interface Preview {
  taskId: string
  status: number
  contacts: {
    total: number
    done: number
    rung: number
    waiting: number
    countryUnknown: number
    severalZones: number
    skipped: number
  }
  checkedContacts: number
  isEstimate: boolean
  skipped: { reason: string; contacts: number }[]
  waiting: { reason: string; contacts: number; firstTime: Date }[]
  firstCallTime: Date | null
  expectedEndTime: Date | null
  assumptions: Assumptions & { place: string | null }
  warnings: PreviewWarning[]
}

export function createPreviews(dependencies: PreviewsDependencies) {
  const { db, clock, zone, recipientZones, gatewayKind, areCallsSimulated } = dependencies
  return {
    async preview(taskId: string): Promise<Preview> {
      const now = clock.now()
      const [task, rules, recent] = await Promise.all([
        isId(taskId) ? queries.readPreviewTask.first(db, [taskId, now]) : undefined,
        readRules.first(db),
        queries.readRecentCalls.first(db),
      ])
      if (!task) throw new NotFound('task', taskId)
      if (!rules) throw new Error('the table service has no row')
      const { maxDialCount, callInterval, caseField } = readSettings(task.settings)
      const hours = taskHours(task)
      const isByRecipient = hours.isRecipientZone
      const earliest = hours.startAt && hours.startAt > now ? hours.startAt : now
      // By the service's clock the hours hold for the task as a whole.
      const start = isByRecipient ? earliest : nextOpening(hours, [zone.offsetAt], earliest)
      const isSimulated = task.is_simulated ?? (await areCallsSimulated())
      const survey = await surveyContacts({
        ...{ db, clock, zones: recipientZones, task, rules },
        ...{ isSimulated, hours, isByRecipient, serviceZone: zone.offsetAt, at: start },
      })
      const counted = countsOf(survey, task)
      const needed = [
        ...(task.flow ? neededFields(task.flow) : []),
        ...(caseField === null ? [] : [caseField]),
      ]
      const names = [...new Set(needed)]
      const emptyFields =
        names.length > 0 ? await queries.countEmptyFields(db, [taskId, task.list_end, names]) : []
      const firstCallTime = start ? firstCall(survey, start) : null
      const pace = assumePace(recent, maxDialCount)
      const assumptions = { lines: task.lines, callsPerSecond: task.calls_per_second, ...pace }
      const expectedEndTime =
        firstCallTime &&
        forecastEnd({
          ...assumptions,
          contacts: counted.contacts.rung,
          firstCall: firstCallTime,
          lastWait: latest([...survey.waiting.values()].map(({ last }) => last)),
          callIntervalSeconds: callInterval,
          hours,
          offsetAt: survey.place?.zones[0] ?? zone.offsetAt,
        })
      return {
        taskId,
        status: task.status,
        ...counted,
        checkedContacts: survey.checked,
        isEstimate: survey.isPartial,
        firstCallTime,
        expectedEndTime,
        assumptions: { ...assumptions, place: survey.place?.name ?? null },
        warnings: warningsOf(
          {
            task,
            rules,
            hours,
            gatewayKind: gatewayKind(),
            isSimulated,
            opens: start !== undefined,
            expectedEndTime,
            emptyFields,
            countryUnknown: counted.contacts.countryUnknown,
            severalZones: counted.contacts.severalZones,
          },
          zone.timestamps,
        ),
      }
    },
  }
}

/** If only a part was read, the rest is taken to be like it. */
function countsOf(survey: Survey, { contact_count: total }: PreviewTaskRow) {
  const factor = survey.isPartial && survey.checked > 0 ? total / survey.checked : 1
  const scaled = (contacts: number) => Math.round(contacts * factor)
  const skipped = [...survey.skipped]
    .map(([reason, contacts]) => ({ reason, contacts: scaled(contacts) }))
    .sort((a, b) => b.contacts - a.contacts)
  const waiting = [...survey.waiting]
    .map(([reason, { contacts, first }]) => ({ reason, contacts: scaled(contacts), firstTime: first }))
    .sort((a, b) => b.contacts - a.contacts)
  const done = scaled(survey.done)
  const sum = (parts: { contacts: number }[]) => parts.reduce((all, { contacts }) => all + contacts, 0)
  const rung = survey.isPartial ? Math.max(0, total - done - sum(skipped)) : survey.free + sum(waiting)
  return {
    contacts: {
      ...{ total, done, rung, waiting: sum(waiting) },
      ...{ countryUnknown: scaled(survey.countryUnknown), severalZones: scaled(survey.severalZones) },
      skipped: sum(skipped),
    },
    skipped,
    waiting,
  }
}

/** The time of the first call; null if nobody may be called. */
function firstCall({ free, waiting }: Survey, start: Date): Date | null {
  if (free > 0) return start
  const times = [...waiting.values()].map(({ first }) => first.getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

function latest(times: Date[]): Date | null {
  return times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null
}
