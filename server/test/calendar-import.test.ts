// iCalendar files over the network. What is read from which file is tested beside the reader.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { expectNoRuleChange, expectRuleChange } from './support/rule-changes.ts'
import type { Answer } from './support/test-app.ts'

interface Calendar {
  id: string
  importCount: number
  dayCount: number
  days: { date: string; name: string }[]
}

const DEADLINE_MS = 2000
const OLD_DAY = { date: '2027-10-01', name: 'National Day' }

let app: FilesApp
let id: string
beforeAll(async () => {
  app = await createFilesApp({
    clock: createManualClock('2026-11-16T02:00:00Z'),
    calendarFiles: { deadlineMs: DEADLINE_MS, memoryMb: 64 },
  })
})
beforeEach(async () => {
  await app.rows('truncate calendar')
  const added = await app.post<Calendar>('/api/calendar/add', { name: 'Holidays', days: [OLD_DAY] })
  id = expectSuccess(added).id
})
afterAll(() => app.close())

function calendar(...events: string[][]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', 'UID:1', ...event, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

async function send(form: FormData, query = '', calendarId = id): Promise<Answer<Calendar>> {
  const response = await app.call(`/api/calendar/${calendarId}/import${query}`, {
    method: 'POST',
    body: form,
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (await response.json()) as Answer<Calendar>['body'],
  }
}

function upload(
  content: string | Uint8Array<ArrayBuffer>,
  ...where: [query?: string, calendarId?: string]
): Promise<Answer<Calendar>> {
  const form = new FormData()
  form.set('file', new Blob([content]), 'holidays.ics')
  return send(form, ...where)
}

const read = async () => expectSuccess(await app.get<Calendar>(`/api/calendar/detail/${id}`))
const NEW_YEAR = ['DTSTART;VALUE=DATE:20270101', 'SUMMARY:New Year']

describe('importing an iCalendar file', () => {
  it('adds its days, and claims read the rules again', async () => {
    const text = calendar(NEW_YEAR, ['DTSTART;VALUE=DATE:20271001', 'SUMMARY:Another name'])
    const imported = expectSuccess(await expectRuleChange(app, () => upload(text)))
    const days = [{ date: '2027-01-01', name: 'New Year' }, OLD_DAY]
    expect(imported).toMatchObject({ id, importCount: 2, dayCount: 2, days })
    expect(await read()).toMatchObject({ dayCount: 2, days })
  })

  it('replaces the days, if asked to', async () => {
    expectSuccess(await upload(calendar(NEW_YEAR), '?mode=replace'))
    expect(await read()).toMatchObject({ days: [{ date: '2027-01-01', name: 'New Year' }] })
    expectError(await upload(calendar(NEW_YEAR), '?mode=merge'), 400, /^mode must be one of add, replace$/)
  })

  it('reads events that repeat from 5 years ago to 10 years ahead', async () => {
    const text = calendar(['DTSTART;VALUE=DATE:20000101', 'RRULE:FREQ=YEARLY'])
    expectSuccess(await upload(text, '?mode=replace'))
    const { days } = await read()
    expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual(['2022-01-01', '2036-01-01', 15])
  })

  it.each(['no-id', UNKNOWN_ID])('into a calendar that does not exist (%s) is a 404', async (unknown) => {
    expectError(await upload(calendar(NEW_YEAR), '', unknown), 404, `^calendar "${unknown}" does not exist$`)
  })
})

describe('a file that cannot be imported', () => {
  const endless = (rule: string) => calendar(['DTSTART:20270101T090000', `RRULE:${rule}`])
  const decades = calendar(['DTSTART;VALUE=DATE:20200101', 'DTEND;VALUE=DATE:20500101'])
  const many = (count: number, event: (index: number) => string[]) =>
    calendar(...Array.from({ length: count }, (_, index) => event(index)))

  it.each<[string, string | Uint8Array<ArrayBuffer>, number, RegExp]>([
    [
      'not iCalendar',
      'date,name\n2027-01-01,x\n',
      400,
      /^The file is not an iCalendar file \(.ics\): it has no VCALENDAR$/,
    ],
    ['empty', '', 400, /^The file is not an iCalendar file \(.ics\): /],
    ['binary', new Uint8Array(1000).fill(255), 400, /^The file is not in UTF-8/],
    [
      'without events',
      calendar(),
      400,
      /^The calendar has no event between 5 years ago and 10 years from now$/,
    ],
    [
      'with old events only',
      calendar(['DTSTART;VALUE=DATE:19990101']),
      400,
      /^The calendar has no event between/,
    ],
    ['larger than 4 MiB', 'x'.repeat(4 * 1024 * 1024 + 1), 413, /^The file is larger than 4 MiB$/],
    ['with a very long event', decades, 413, /^A calendar has at most 4000 days$/],
    ['with an event every second', endless('FREQ=SECONDLY'), 400, /takes more than 2 seconds to read/],
    [
      'with a rule that never holds',
      endless('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'),
      400,
      /takes more than 2 seconds/,
    ],
    [
      'with a rule that jumps far',
      endless('FREQ=DAILY;INTERVAL=99999999999'),
      400,
      /takes more than 2 seconds/,
    ],
    ['with one folded line', `BEGIN:VCALENDAR\r\nX-A:${'\r\n x'.repeat(1_000_000)}`, 400, /^The /],
    [
      'with components in components',
      `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(200_000)}`,
      400,
      /^The /,
    ],
  ])('%s', async (_, content, status, message) => {
    const answer = await expectNoRuleChange(app, () => upload(content, '?mode=replace'))
    expectError(answer, status, message)
    expect(await read()).toMatchObject({ days: [OLD_DAY] })
  })

  it('because there is none', async () => {
    const answer = await send(new FormData())
    expectError(answer, 400, /^file is required: send the iCalendar file in a part named file$/)
  })

  it('blocks nobody else while it is read', async () => {
    const reading = upload(endless('FREQ=SECONDLY'))
    for (let request = 0; request < 20; request += 1) expectSuccess(await app.get('/api/calendar/list'))
    expectError(await reading, 400, /takes more than 2 seconds to read/)
  })

  it('because the calendar would have too many days', async () => {
    const from2030 = many(40, (index) => [
      `DTSTART;VALUE=DATE:${2022 + Math.floor(index / 4)}${['01', '04', '07', '10'][index % 4]}01`,
      'DURATION:P60D',
    ])
    expectSuccess(await upload(from2030))
    const rest = calendar(['DTSTART;VALUE=DATE:20220101', 'DTEND;VALUE=DATE:20320601'])
    expect(expectSuccess(await upload(rest)).dayCount).toBeLessThanOrEqual(4000)
    const tooFar = calendar(['DTSTART;VALUE=DATE:20320601', 'DTEND;VALUE=DATE:20340101'])
    expectError(await upload(tooFar), 413, /^A calendar has at most 4000 days$/)
  })
})
