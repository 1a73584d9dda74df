// What the fields of a task may hold, the same on add and on update: each case with what is said about it.
import type { TestApp } from './test-app.ts'

const emoji = (count: number) => '😀'.repeat(count)

/** Values that are accepted, with what is stored. */
export const acceptedFields: [field: string, given: unknown, stored: unknown][] = [
  ['taskName', 'x', 'x'],
  ['taskName', 'n'.repeat(100), 'n'.repeat(100)],
  ['taskName', emoji(100), emoji(100)],
  ['taskName', `  \t${emoji(100)}\u3000\n`, emoji(100)],
  ['taskName', ' inner  space ', 'inner  space'],
  ['taskName', '\u200bx', '\u200bx'],
  ['taskName', `Robert'); drop table task; -- "%_\\`, `Robert'); drop table task; -- "%_\\`],
  ['taskDesc', '', ''],
  ['taskDesc', '第一季度 – Q1 🎉', '第一季度 – Q1 🎉'],
  ['priority', 1, 1],
  ['priority', 5, 5],
  ['maxDialCount', 1, 1],
  ['maxDialCount', 10, 10],
  ['callInterval', 0, 0],
  ['callInterval', 86_400, 86_400],
  ['dailyStartTime', '00:01', '00:01'],
  ['dailyStartTime', '23:59', '23:59'],
  ['dailyEndTime', '18:30', '18:30'],
  ['listMode', 'live', 'live'],
  ['listMode', 'snapshot', 'snapshot'],
  ['windowZone', 'recipient', 'recipient'],
  ['windowZone', 'service', 'service'],
  ['weekdays', [5, 1, 3, 5], [1, 3, 5]],
  ['weekdays', [7], [7]],
  ['weekdays', null, null],
  ['calendarIds', [], []],
  ['doNotCallListIds', [], []],
  ['trunkIds', [], []],
  ['callerIds', ['+49 30 901820', '+4930901820'], ['+4930901820']],
  ['budgets', [], []],
  [
    'budgets',
    [
      { attempts: 9, days: 31 },
      { attempts: 7, days: 7 },
      { attempts: 3, days: 7 },
    ],
    [
      { attempts: 3, days: 7 },
      { attempts: 9, days: 31 },
    ],
  ],
  ['budgets', [{ attempts: 3, days: 7, per: 'number' }], [{ attempts: 3, days: 7 }]],
  ['caseField', ' debtId ', 'debtId'],
  ['caseField', null, null],
  ['caseQuietDays', null, null],
  ['quietDays', 31, 31],
  ['quietDays', null, null],
  ['needsRecordingNotice', true, true],
  ['needsConsent', ' Marketing ', 'marketing'],
  ['needsConsent', null, null],
  ['scheduledEndTime', null, null],
  ['stopWhen', null, null],
  ['stopWhen', { successes: 500 }, { successes: 500 }],
  [
    'stopWhen',
    { results: [{ name: 'result.region', value: 'north', count: 100 }] },
    { results: [{ name: 'result.region', value: 'north', count: 100 }] },
  ],
  ['retryRules', {}, {}],
  ['retryRules', { busy: { delay: 300, count: 2 }, lost: {} }, { busy: { delay: 300, count: 2 }, lost: {} }],
  [
    'retryRules',
    { voicemail: { delay: 2_592_000, count: 9 } },
    { voicemail: { delay: 2_592_000, count: 9 } },
  ],
]

const taskName = 'taskName must have from 1 to 100 characters'
const invisibleName = 'taskName must have at least one visible character'
const priority = 'priority must be from 1 to 5'
const maxDialCount = 'maxDialCount must be from 1 to 10'
const callInterval = 'callInterval must be from 0 to 86400'
const timeOfDay = 'must be a time of day as HH:MM, from 00:00 to 23:59'
const listMode = 'listMode must be one of snapshot, live'
const weekdays = 'weekdays must have from 1 to 7 items'
const time =
  'must be a time as YYYY-MM-DD HH:MM:SS or as YYYY-MM-DDTHH:MM:SSZ (or with an offset, such as +08:00), after 1970 and before 3000'
const causes =
  'machine, screening, silence, unverified, agent_failed, not_confirmed, no_answer, unreachable, switched_off, voicemail, busy, rejected, congestion, network_error, lost'
const MANY_IDS = Array.from({ length: 101 }, () => 'x')

/** Values that are refused with 400, with the message. Nothing is coerced. */
export const refusedFields: [field: string, given: unknown, message: string][] = [
  ['taskName', '', taskName],
  ['taskName', ' \t\n\u3000 ', taskName],
  ['taskName', 'n'.repeat(101), taskName],
  ['taskName', emoji(101), taskName],
  ['taskName', '\u200b', invisibleName],
  ['taskName', ' \u200b\u00ad\u2060\ufe0f \u3164\t', invisibleName],
  ['taskName', 7, 'taskName must be a string'],
  ['taskName', ['x'], 'taskName must be a string'],
  ['taskName', { x: 1 }, 'taskName must be a string'],
  ['taskDesc', 7, 'taskDesc must be a string'],
  ['taskDesc', false, 'taskDesc must be a string'],
  ['priority', 0, priority],
  ['priority', 6, priority],
  ['priority', -1, priority],
  ['priority', 1e300, priority],
  ['priority', '3', 'priority must be an integer'],
  ['priority', 3.7, 'priority must be an integer'],
  ['priority', true, 'priority must be an integer'],
  ['priority', [3], 'priority must be an integer'],
  ['maxDialCount', 0, maxDialCount],
  ['maxDialCount', 11, maxDialCount],
  ['maxDialCount', '3', 'maxDialCount must be an integer'],
  ['maxDialCount', 2.5, 'maxDialCount must be an integer'],
  ['callInterval', -1, callInterval],
  ['callInterval', 86_401, callInterval],
  ['callInterval', '60', 'callInterval must be an integer'],
  ['callInterval', 0.5, 'callInterval must be an integer'],
  ...['dailyStartTime', 'dailyEndTime'].flatMap((field): [string, unknown, string][] => [
    [field, '24:00', `${field} ${timeOfDay}`],
    [field, '9:00', `${field} ${timeOfDay}`],
    [field, '09:60', `${field} ${timeOfDay}`],
    [field, '09:00:00', `${field} ${timeOfDay}`],
    [field, ' 09:00', `${field} ${timeOfDay}`],
    [field, '', `${field} ${timeOfDay}`],
    [field, '０９:００', `${field} ${timeOfDay}`],
    [field, '09:00\n', `${field} ${timeOfDay}`],
    [field, 900, `${field} must be a string or null`],
  ]),
  ['listMode', 'frozen', listMode],
  ['listMode', 1, 'listMode must be a string'],
  ['windowZone', 'callee', 'windowZone must be one of service, recipient'],
  ['weekdays', [], weekdays],
  ['weekdays', [1, 2, 3, 4, 5, 6, 7, 1], weekdays],
  ['weekdays', [0], 'weekdays[0] must be from 1 to 7'],
  ['weekdays', [1, 8], 'weekdays[1] must be from 1 to 7'],
  ['weekdays', ['1'], 'weekdays[0] must be an integer'],
  ['weekdays', 1, 'weekdays must be an array or null'],
  ['budgets', {}, 'budgets must be an array'],
  ['budgets', [{ attempts: 1 }], 'budgets[0].days is required'],
  ['budgets', [{ attempts: 1, days: 32 }], 'budgets[0].days must be from 1 to 31'],
  ['budgets', [{ attempts: 0, days: 1 }], 'budgets[0].attempts must be from 1 to 10000'],
  ['needsRecordingNotice', 1, 'needsRecordingNotice must be true or false'],
  ['needsConsent', ' ', 'needsConsent must have from 1 to 100 characters'],
  ['budgets', [{ attempts: 1, days: 1, per: 'person' }], 'budgets[0].per must be one of number, case'],
  [
    'budgets',
    [{ attempts: 1, days: 1, per: 'case' }],
    'caseField is required for budgets per case and for caseQuietDays',
  ],
  ['caseQuietDays', 7, 'caseField is required for budgets per case and for caseQuietDays'],
  ['caseQuietDays', 32, 'caseQuietDays must be from 1 to 31'],
  ['caseField', ' ', 'caseField must have from 1 to 100 characters'],
  ['quietDays', 0, 'quietDays must be from 1 to 31'],
  ['calendarIds', 'x', 'calendarIds must be an array'],
  ['calendarIds', [7], 'calendarIds[0] must be a string'],
  ['calendarIds', ['x'], 'calendarIds names the calendar "x", which does not exist'],
  ['calendarIds', MANY_IDS, 'calendarIds must have at most 100 items'],
  ['doNotCallListIds', ['x'], 'doNotCallListIds names the do-not-call list "x", which does not exist'],
  ['trunkIds', ['x'], 'trunkIds names the trunk "x", which does not exist'],
  ['trunkIds', MANY_IDS, 'trunkIds must have at most 100 items'],
  [
    'callerIds',
    ['the clinic'],
    'callerIds[0] must be an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots, slashes or brackets',
  ],
  ['callerIds', Array(1001).fill('+4930901820'), 'callerIds must have at most 1000 items'],
  ['scheduledStartTime', '2026-03-02', `scheduledStartTime ${time}`],
  ['scheduledStartTime', '2026-02-30 09:00:00', `scheduledStartTime ${time}`],
  ['scheduledStartTime', '1970-06-01 09:00:00', `scheduledStartTime ${time}`],
  ['scheduledEndTime', '', `scheduledEndTime ${time}`],
  ['scheduledEndTime', 7, 'scheduledEndTime must be a string or null'],
  ['retryRules', [], 'retryRules must be a JSON object'],
  [
    'retryRules',
    { answered: { count: 1 } },
    `retryRules must have only the fields ${causes} (got "answered")`,
  ],
  ['retryRules', { busy: 3 }, 'retryRules.busy must be a JSON object'],
  ['retryRules', { busy: { delay: -1 } }, 'retryRules.busy.delay must be from 0 to 2592000'],
  ['retryRules', { busy: { count: 10 } }, 'retryRules.busy.count must be from 0 to 9'],
  ['retryRules', { busy: { count: '1' } }, 'retryRules.busy.count must be an integer'],
  [
    'retryRules',
    { busy: { after: 1 } },
    'retryRules.busy must have only the fields delay, count (got "after")',
  ],
]

/** Fields that may be left out: null says the same. */
export const nullableFields = [
  ...['taskDesc', 'priority', 'maxDialCount', 'callInterval', 'listMode'],
  ...['windowZone', 'calendarIds', 'doNotCallListIds', 'trunkIds', 'callerIds', 'retryRules', 'budgets'],
]

/** What is stored of a task: its settings under the names of the API, and the columns that are not made of them. */
export async function storedTask(app: TestApp, id: string): Promise<Record<string, unknown>> {
  const [row] = await app.rows<{ task: Record<string, unknown> }>(
    `select to_jsonb(t) - array(
         select column_name::text from information_schema.columns where table_name = 'task' and is_generated = 'ALWAYS'
       ) - '{settings,name,description}'::text[]
       || settings || jsonb_build_object('taskName', name, 'taskDesc', description) as task
     from task t where id = $1`,
    [id],
  )
  return row?.task ?? {}
}
