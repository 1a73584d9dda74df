// Tells people outside of the console: of each alert once when it begins and once when it is over, and of the day before each morning. One node does it,
// by a lease. An alert has to hold for a while first, so that what flaps is not told each time. What at least one receiver has taken is told; what
// none has taken is tried again. A node that dies between sending and noting it leaves a message that comes twice.
import type { Clock } from '../../platform/kernel/clock.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS, type Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { notificationWords } from '../../platform/words/notifications.ts'
import { createLoop } from '../../platform/work/loop.ts'
import type { Reports } from '../reports/reports.service.ts'
import type { Alert } from './alerts.ts'
import type { Deliver } from './deliver.ts'
import { type MessageText, reportText } from './morning-report.ts'
import { type NotificationSettings, withDefaults } from './notification-settings.ts'
import type { AlertRow } from './notifications.queries.ts'
import * as queries from './notifications.queries.ts'

interface NotifierDependencies {
  db: Database
  clock: Clock
  log: Log
  timestamps: Timestamps
  deliver: Deliver
  readAlerts(language: NotificationSettings['language']): Promise<Alert[]>
  reports: Pick<Reports, 'read'>
}

export const HOLD_MS = 60_000
const LOOK_EVERY_MS = 30_000
/** Longer than all receivers together may take, which are asked side by side. */
const LEASE_MS = 180_000
const RETRY_MS = 300_000

export type Notifier = ReturnType<typeof createNotifier>

export function createNotifier(dependencies: NotifierDependencies) {
  const { db, clock, log, timestamps, deliver, readAlerts, reports } = dependencies
  const owner = newId()
  const loop = createLoop({
    ...{ name: 'looking for what to tell people of', work: run, everyMs: LOOK_EVERY_MS, log, clock },
  })
  let retryAtMs = 0
  let isStarted = false

  async function run(): Promise<void> {
    const row = await queries.leaseNotification.first(db, [owner, LEASE_MS])
    if (!row) return
    const settings = withDefaults(row.settings)
    await tellOfAlerts(settings)
    await tellOfYesterday(settings, row.report_day)
  }

  const isAnybody = ({ addresses, chatUrls }: NotificationSettings) => addresses.length + chatUrls.length > 0

  async function tellOfAlerts(settings: NotificationSettings): Promise<void> {
    const now = clock.now()
    const { language } = settings
    const wanted = isAnybody(settings) ? await readAlerts(language) : []
    const current = wanted.filter(({ kind }) => settings.alerts.includes(kind))
    const keys = new Set(current.map(({ key }) => key))
    if (current.length > 0)
      await queries.insertAlerts(db, [[...keys], current.map(({ message }) => message), now])
    const known = await queries.listAlerts(db, [])
    const gone = known.filter(({ key }) => !keys.has(key))
    const over = isAnybody(settings) ? gone.filter(({ told_time }) => told_time !== null) : []
    const silent = gone.filter((row) => !over.includes(row))
    if (silent.length > 0) await queries.deleteAlerts(db, [keysOf(silent)])
    const begun = known.filter(
      ({ key, told_time, seen_time }) =>
        keys.has(key) && told_time === null && now.getTime() - seen_time.getTime() >= HOLD_MS,
    )
    if (begun.length + over.length === 0) return
    if (!(await send(alertText(begun, over, language), settings))) return
    if (begun.length > 0) await queries.noteTold(db, [keysOf(begun), clock.now()])
    if (over.length > 0) await queries.deleteAlerts(db, [keysOf(over)])
  }

  async function tellOfYesterday(settings: NotificationSettings, reported: string | null): Promise<void> {
    const { reportHour, language } = settings
    const [today = '', time = ''] = timestamps.format(clock.now()).split(' ')
    if (reportHour === null || !isAnybody(settings)) return
    if (Number(time.slice(0, 2)) < reportHour || (reported ?? '') >= today) return
    const to = timestamps.parse(`${today} 00:00:00`, 'first')
    if (!to) return
    // Twelve hours before midnight is the day before, also where that has 23 or 25 hours.
    const [day = ''] = timestamps.format(new Date(to.getTime() - DAY_MS / 2)).split(' ')
    const from = timestamps.parse(`${day} 00:00:00`, 'first')
    const report = await reports.read({ taskIds: [], from, to })
    if (await send(reportText(report, { day, language }), settings)) await queries.noteReport(db, [today])
  }

  /** Whether anybody has taken it. */
  async function send(message: MessageText, settings: NotificationSettings): Promise<boolean> {
    if (clock.elapsedMs() < retryAtMs) return false
    const delivered = await deliver(message, settings)
    const failed = delivered.filter(({ error }) => error !== null)
    const isTaken = failed.length < delivered.length
    const failure = failed.map(({ to, error }) => `${to}: ${error}`).join('; ')
    await queries.noteSending(db, [clock.now(), failed.length > 0 ? failure : null])
    retryAtMs = isTaken ? 0 : clock.elapsedMs() + RETRY_MS
    if (failed.length > 0)
      log.warn(
        { failure },
        isTaken
          ? 'a message reached only some of its receivers'
          : `a message reached nobody; retrying in ${RETRY_MS / 60_000} minutes`,
      )
    return isTaken
  }

  return {
    run,
    start() {
      isStarted = true
      loop.start()
    },
    /** The settings have changed. */
    wake() {
      retryAtMs = 0
      if (isStarted) loop.wake()
    },
    async stop() {
      await loop.stop()
      if (!isStarted) return
      await queries.releaseNotification(db, [owner]).catch((error) => {
        log.warn({ err: error }, `the lease of alerts could not be released; it expires in ${LEASE_MS} ms`)
      })
    },
  }
}

const keysOf = (rows: AlertRow[]) => rows.map(({ key }) => key)

export function alertText(
  begun: Pick<AlertRow, 'message'>[],
  over: Pick<AlertRow, 'message'>[],
  language: NotificationSettings['language'],
): MessageText {
  const t = notificationWords[language]
  const listed = (rows: Pick<AlertRow, 'message'>[]) => rows.map(({ message }) => `- ${message}`)
  return {
    subject: begun.length > 0 ? t.begins(begun.length) : t.ends(over.length),
    text: [
      ...(begun.length > 0 ? [t.needsAttention, ...listed(begun)] : []),
      ...(begun.length > 0 && over.length > 0 ? [''] : []),
      ...(over.length > 0 ? [t.isOver, ...listed(over)] : []),
    ].join('\n'),
  }
}
