// Fields that several JSON forms of tasks have.
import { Type } from 'typebox'
import { rule } from '../http/field-rule.ts'
import { Id, oneOf, Timestamp } from '../http/route-schema.ts'
import { nameText, text } from '../http/text-schema.ts'

export const taskName = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Spring call-back'],
})
export const taskDesc = text({ maxLength: 2000, examples: ['Ask how the order went'] })
export const priority = { minimum: 1, maximum: 5, description: '1 is the highest.', examples: [3] }
export const maxDialCount = {
  minimum: 1,
  maximum: 10,
  description: 'Max number of attempts per contact and round.',
  examples: [3],
}
export const callInterval = {
  minimum: 0,
  maximum: 86_400,
  description: 'Min seconds between the end of one attempt and the start of the next to the same contact.',
  examples: [60],
}
const timeOfDay = (description: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rules': { pattern: rule('not_a_time_of_day', 'must be a time of day as HH:MM, from 00:00 to 23:59') },
    description: `${description} Null is no bound. The start and the end must differ.`,
    examples: ['09:00'],
  })
export const dailyStartTime = timeOfDay(
  'Calls start from this time of the day on, in the time zone of the service.',
)
export const dailyEndTime = timeOfDay(
  'Calls start before this time; earlier than the start means the next day.',
)
export const listMode = oneOf(['snapshot', 'live'], {
  description:
    'Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).',
})

export const taskStatus = Type.Integer({
  minimum: 0,
  maximum: 6,
  description: '0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.',
  examples: [1],
})

export const count = (description: string) => Type.Integer({ description, examples: [120] })
export const contactCount = count('Contacts in the task.')

const settingValue = Type.Unsafe<string | number | number[] | null>({
  anyOf: [
    { type: 'array', items: { type: 'integer' } },
    { type: 'number' },
    { type: 'string' },
    { type: 'null' },
  ],
  examples: [60],
})

export const SettingChanges = Type.Array(
  Type.Object({
    field: Type.String({ examples: ['callInterval'] }),
    before: settingValue,
    after: settingValue,
  }),
)

export const addedFields = {
  id: Id,
  taskName: Type.String(),
  taskDesc: Type.String(),
  status: taskStatus,
  dataSourceId: Id,
  contactCount,
  createTime: Timestamp,
}
