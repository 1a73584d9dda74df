// Values at the edge of what some field allows, or just beyond.

import fc from 'fast-check'

const INVISIBLE = [
  '\u200b',
  '\u00ad\u2060',
  ' \u200b ',
  '\ufeff',
  '\u3164',
  '\t\u200e\n',
  '\u0007',
  'a\u200b',
]
export const EDGE_TEXTS = [
  ...[
    '',
    ' ',
    '\t\n',
    '\u3000',
    'x',
    ' x ',
    '\0',
    'a\0b',
    'null',
    '\u{1f600}',
    '=1+1',
    '__proto__',
    '%',
    '\\',
  ],
  ...INVISIBLE,
  ...[63, 64, 65, 99, 100, 101, 999, 1000, 1001, 2000, 2001].flatMap((length) => [
    'n'.repeat(length),
    '\u{1f600}'.repeat(length),
    ` ${'n'.repeat(length)}\u3000`,
  ]),
]
const EDGE_NUMBERS = [
  0, 1, -1, 2, 5, 6, 10, 11, 59, 60, 61, 999, 1000, 1001, 1.5, 86_400, 86_401, 99_999, 100_000, 100_001,
]
const FAR_NUMBERS = [
  36_500,
  36_501,
  2_000_000,
  2_000_001,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  1e-7,
]
export const EDGE_PHONES = [
  ...['101', '12', '+49 (0)30 901820', '[021] 555.0199', '13800138003.0', '01.42.68.53.00', '138 0013 8000 '],
  ...[
    '1'.repeat(20),
    '1'.repeat(21),
    '+',
    '++101',
    '1+01',
    '(0',
    '١٢٣',
    '１２３',
    '101\u00a0',
    '\u3000101\n',
    '101a',
    '-101',
  ],
  ...[
    '1-'.repeat(10),
    `1${' '.repeat(62)}01`,
    `1${' '.repeat(60)}01`,
    ` ${'1'.repeat(3)}${' '.repeat(61)}`,
    '101.',
    '1.01.0',
  ],
]
export const EDGE_TIMES = [
  ...[
    '00:00',
    '23:59',
    '24:00',
    '09:60',
    '9:00',
    '09:00 ',
    '2026-03-02 09:00:00',
    '2026-03-02T09:00:00',
    '2026-02-29 00:00:00',
  ],
  ...[
    '2024-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2000-02-29 23:59:59',
    '2026-04-31 00:00:00',
    '2026-13-01 00:00:00',
  ],
  ...[
    '2026-03-02 24:00:00',
    '2026-03-02 09:00:60',
    '0000-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '1970-12-31 23:59:59',
  ],
  ...[
    '1971-01-01 00:00:00',
    '2999-12-31 23:59:59',
    '3000-01-01 00:00:00',
    '2026-00-10 00:00:00',
    '2026-01-00 00:00:00',
  ],
]
export const EDGE_DATES = [
  ...['2027-01-01', '2024-02-29', '2026-02-29', '2026-04-31', '1970-12-31', '1971-01-01', '2999-12-31'],
  ...['3000-01-01', '2027-1-1', '01.01.2027', '2027-01-01 ', '20270101', '2027-00-10', '2027-13-01'],
]
export const EDGE_FIELD_NAMES = [
  ...[
    'level',
    '客户等级',
    'id',
    'contactId',
    'status',
    'callCount',
    'updateTime',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '',
    ' x',
    'x ',
    'a b',
    'a\0',
    'n'.repeat(64),
    'n'.repeat(65),
    '\u{1f600}'.repeat(64),
    '\u{1f600}'.repeat(65),
  ],
  ...INVISIBLE,
]

export const edgeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...EDGE_TEXTS),
  fc.constantFrom<unknown>(...EDGE_NUMBERS, ...FAR_NUMBERS),
  fc.constantFrom<unknown>(...EDGE_PHONES, ...EDGE_TIMES),
  fc.constantFrom<unknown>(null, true, false, [], {}, ['x'], [7], { x: 1 }, 'live', 'admin', 'ended', 'busy'),
)
export const printable = fc.string({ unit: 'grapheme', maxLength: 40 })

/** Without names, which would be looked up on the network. */
export const EDGE_URLS = [
  'https://203.0.113.9/hook',
  'https://[2a00:1450::1]/?a=b',
  'https://10.0.0.1/',
  'ftp://203.0.113.9/',
  'x',
  '',
]
