import { describe, expect, it } from 'vitest'
import { type ICalendarOptions, readHolidays } from './icalendar.ts'

const OPTIONS: ICalendarOptions = {
  from: '2021-11-16',
  to: '2036-11-16',
  timeZone: 'Asia/Shanghai',
  maxDays: 4000,
}

function calendar(...lines: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carillon//Tests//EN',
    ...lines,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'UID:1@tests', 'DTSTAMP:20261116T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
}

const read = (text: string, options: Partial<ICalendarOptions> = {}) =>
  readHolidays(Buffer.from(text), { ...OPTIONS, ...options })
const dates = (text: string, options: Partial<ICalendarOptions> = {}) =>
  read(text, options).map(({ date }) => date)
/** The days of one event. */
const datesOf = (...lines: string[]) => dates(calendar(event(...lines)))

describe('files as calendars write them', () => {
  it('Google: all-day events, one a day', () => {
    const text = calendar(
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Feiertage in Deutschland',
      'X-WR-TIMEZONE:UTC',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20271225',
      'DTEND;VALUE=DATE:20271226',
      'DTSTAMP:20261101T101500Z',
      'UID:20271225_60o30c9g6o@google.com',
      'CLASS:PUBLIC',
      'DESCRIPTION:Gesetzlicher Feiertag',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'SUMMARY:Erster Weihnachtstag',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20270101',
      'DTEND;VALUE=DATE:20270102',
      'UID:20270101_60o30c9g6o@google.com',
      'SUMMARY:Neujahr',
      'END:VEVENT',
    )
    expect(read(text)).toEqual([
      { date: '2027-01-01', name: 'Neujahr' },
      { date: '2027-12-25', name: 'Erster Weihnachtstag' },
    ])
  })

  it('Apple: folded lines, escapes, several days, an alarm', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:2D3B0A0E-0D5E-3A0C-8A0C-0C8B1E1A9C11',
      'DTSTART;VALUE=DATE:20270206',
      'DTEND;VALUE=DATE:20270213',
      'SUMMARY;LANGUAGE=zh:春节\\, 新年',
      ' （休）',
      'BEGIN:VALARM',
      'ACTION:NONE',
      'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
      'END:VALARM',
      'END:VEVENT',
    )
    const found = read(text)
    expect(found).toHaveLength(7)
    expect(found[0]).toEqual({ date: '2027-02-06', name: '春节, 新年（休）' })
    expect(found[6]?.date).toBe('2027-02-12')
  })

  it('Outlook: times in a named zone, and a yearly rule', () => {
    const text = calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Eastern Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      event(
        'SUMMARY:Thanksgiving',
        'DTSTART;TZID="Eastern Standard Time":20241128T000000',
        'DTEND;TZID="Eastern Standard Time":20241129T000000',
        'RRULE:FREQ=YEARLY;BYDAY=4TH;BYMONTH=11;COUNT=4',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ),
    )
    expect(dates(text)).toEqual(['2024-11-28', '2025-11-27', '2026-11-26', '2027-11-25'])
  })

  it('written by hand: line feeds only, lower case, a date without VALUE, a byte order mark', () => {
    const text =
      '\ufeffbegin:vcalendar\nbegin:vevent\ndtstart:20270101\nsummary: New Year \nend:vevent\nend:vcalendar'
    expect(read(text)).toEqual([{ date: '2027-01-01', name: 'New Year' }])
  })

  it('several calendars in one file, and entries that are no events', () => {
    const todo = 'BEGIN:VTODO\r\nUID:2\r\nDUE;VALUE=DATE:20270301\r\nSUMMARY:x\r\nEND:VTODO'
    const text =
      calendar(event('DTSTART;VALUE=DATE:20270102')) + calendar(todo, event('DTSTART;VALUE=DATE:20270101'))
    expect(dates(text)).toEqual(['2027-01-01', '2027-01-02'])
  })
})

describe('an event', () => {
  it.each<[string, string[], string[]]>([
    ['without an end is one day', ['DTSTART;VALUE=DATE:20270501'], ['2027-05-01']],
    [
      'ends before its end',
      ['DTSTART;VALUE=DATE:20270501', 'DTEND;VALUE=DATE:20270503'],
      ['2027-05-01', '2027-05-02'],
    ],
    ['may have a length', ['DTSTART;VALUE=DATE:20270501', 'DURATION:P2D'], ['2027-05-01', '2027-05-02']],
    ['of some hours is its day', ['DTSTART:20270501T090000', 'DTEND:20270501T170000'], ['2027-05-01']],
    ['of no time is its day', ['DTSTART:20270501T000000'], ['2027-05-01']],
    ['past midnight is two days', ['DTSTART:20270501T220000', 'DURATION:PT4H'], ['2027-05-01', '2027-05-02']],
    ['until midnight is one day', ['DTSTART:20270501T090000', 'DTEND:20270502T000000'], ['2027-05-01']],
    [
      'in UTC is on the day of the service',
      ['DTSTART:20270430T170000Z', 'DTEND:20270430T180000Z'],
      ['2027-05-01'],
    ],
    ['elsewhere is on the day there', ['DTSTART;TZID=Pacific/Honolulu:20270430T170000'], ['2027-04-30']],
    ['that was cancelled is left out', ['DTSTART;VALUE=DATE:20270501', 'STATUS:CANCELLED'], []],
    ['long ago is left out', ['DTSTART;VALUE=DATE:20200501'], []],
    ['far ahead is left out', ['DTSTART;VALUE=DATE:20400501'], []],
    [
      'whose end is before its start is one day',
      ['DTSTART;VALUE=DATE:20270501', 'DTEND;VALUE=DATE:20270401'],
      ['2027-05-01'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(datesOf(...lines)).toEqual(expected)
  })

  it('has a name of at most 200 characters, or none', () => {
    const [long] = read(calendar(event('DTSTART;VALUE=DATE:20270501', `SUMMARY:${'n'.repeat(300)}`)))
    expect(long?.name).toBe('n'.repeat(200))
    expect(read(calendar(event('DTSTART;VALUE=DATE:20270501')))).toEqual([{ date: '2027-05-01', name: '' }])
  })

  it('on the day of another: the first name stays', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20270501', 'SUMMARY:First'),
      event('DTSTART;VALUE=DATE:20270501', 'SUMMARY:Second'),
    )
    expect(read(text)).toEqual([{ date: '2027-05-01', name: 'First' }])
  })
})

describe('an event that repeats', () => {
  it.each<[string, string[], string[]]>([
    [
      'until a date',
      ['DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY;UNTIL=20290101'],
      ['2027-01-01', '2028-01-01', '2029-01-01'],
    ],
    [
      'on a day of the week of a month',
      ['DTSTART;VALUE=DATE:20270531', 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=3'],
      ['2027-05-31', '2028-05-29', '2029-05-28'],
    ],
    [
      'several days long',
      ['DTSTART;VALUE=DATE:20271224', 'DTEND;VALUE=DATE:20271226', 'RRULE:FREQ=YEARLY;COUNT=2'],
      ['2027-12-24', '2027-12-25', '2028-12-24', '2028-12-25'],
    ],
    [
      'with days left out',
      ['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20270111,20270118'],
      ['2027-01-04', '2027-01-25'],
    ],
    [
      'with days left out by their time',
      ['DTSTART:20270104T090000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270111T090000'],
      ['2027-01-04', '2027-01-18'],
    ],
    [
      'with days added',
      ['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=YEARLY;COUNT=1', 'RDATE;VALUE=DATE:20270301'],
      ['2027-01-04', '2027-03-01'],
    ],
    [
      'on 29 February only in leap years',
      ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY;UNTIL=20300101'],
      ['2024-02-29', '2028-02-29'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(datesOf(...lines)).toEqual(expected)
  })

  it('for ever is read for the years that are kept', () => {
    const found = datesOf('DTSTART;VALUE=DATE:19900101', 'RRULE:FREQ=YEARLY')
    expect(found).toHaveLength(15)
    expect([found[0], found[14]]).toEqual(['2022-01-01', '2036-01-01'])
  })

  it('has single days that were moved or cancelled', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Closed'),
      event('RECURRENCE-ID;VALUE=DATE:20270111', 'DTSTART;VALUE=DATE:20270112', 'SUMMARY:Closed a day later'),
      event('RECURRENCE-ID;VALUE=DATE:20270118', 'DTSTART;VALUE=DATE:20270118', 'STATUS:CANCELLED'),
    )
    expect(read(text)).toEqual([
      { date: '2027-01-04', name: 'Closed' },
      { date: '2027-01-12', name: 'Closed a day later' },
    ])
  })
})

describe('a file that cannot be read', () => {
  it.each<[string, string, RegExp]>([
    ['empty', '', /^The file is not an iCalendar file \(.ics\): it has no VCALENDAR$/],
    [
      'a CSV',
      'date,name\n2027-01-01,New Year\n',
      /^The file is not an iCalendar file \(.ics\): it has no VCALENDAR$/,
    ],
    [
      'cut off',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101',
      /^The file is not an iCalendar file \(.ics\): /,
    ],
    ['broken inside', calendar('nonsense without a colon'), /^The file is not an iCalendar file \(.ics\): /],
    [
      'an event without a start',
      calendar(event('SUMMARY:x')),
      /^The event "x" cannot be read: it has no start$/,
    ],
    [
      'a start that is no date',
      calendar(event('DTSTART:tomorrow', 'SUMMARY:x')),
      /^The event "x" cannot be read: /,
    ],
    [
      'a rule that means nothing',
      calendar(event('DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY;BYMONTH=99', 'SUMMARY:x')),
      /^(The event "x" cannot be read|The file is not an iCalendar file \(.ics\)): /,
    ],
    [
      'more days than a calendar has',
      calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY')),
      /^A calendar has at most 4000 days$/,
    ],
    [
      'an event as long as that',
      calendar(event('DTSTART;VALUE=DATE:20200101', 'DTEND;VALUE=DATE:99991231')),
      /^A calendar has at most 4000 days$/,
    ],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('not in UTF-8', () => {
    const latin1 = Buffer.from(calendar(event('DTSTART;VALUE=DATE:20270106', 'SUMMARY:Dreikönige')), 'latin1')
    expect(() => readHolidays(latin1, OPTIONS)).toThrow('The file is not in UTF-8')
    const utf16 = Buffer.from(`\ufeff${calendar(event('DTSTART;VALUE=DATE:20270106'))}`, 'utf16le')
    expect(() => readHolidays(utf16, OPTIONS)).toThrow('The file is not in UTF-8')
  })
})
