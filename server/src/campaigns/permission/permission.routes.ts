import { Type } from 'typebox'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import {
  type Api,
  named,
  operation,
  optional,
  orNull,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import {
  PHONE_NUMBER_MAX_LENGTH,
  PHONE_NUMBER_PATTERN,
  PHONE_PREFIX_PATTERN,
} from '../../platform/kernel/phone/phone-number.ts'
import { budgets as budgetsOf, quietDays as quietDaysOf } from './budgets.schema.ts'
import { type PermissionSettings, presentSettings } from './permission.service.ts'

export const PERMISSION_TAG = 'Permission'

const MAX_PREFIXES = 1000
const MAX_OWN_PHONES = 100
const MAX_TRANSFER_PLACES = 100

const attempts = (maximum: number, period: string) =>
  orNull(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `Max number of calls to one number in any ${period}, by all tasks together. Null is no limit.`,
      examples: [3],
    }),
  )
const attemptsPerDay = attempts(1000, '24 hours')
const attemptsPerMonth = attempts(10_000, '30 days')
const budgets = budgetsOf(
  'All windows in which calls to one number are limited, by all tasks together; all of them hold. Of two with the same days the stricter one counts. `attemptsPerDay` and `attemptsPerMonth` are those of 1 and of 30 days.',
)
const quietDays = quietDaysOf(
  'After a call that a person answered, the number is not called for so many times 24 hours, by any task. Null: no such period.',
)
const defaultAttemptsPerDay = orNull(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description:
      'Max number of calls to one number in any 24 hours that a task gets as its budget when it is published with real calls, if neither it nor the service has a budget. Published tasks keep what they have. Null: it gets none. A new installation has 3.',
    examples: [3],
  }),
)
const prefix = Type.String({
  minLength: 1,
  maxLength: PHONE_NUMBER_MAX_LENGTH,
  pattern: PHONE_PREFIX_PATTERN,
  'x-rules': {
    pattern: rule('prefix_invalid', 'must be an optional +, then 1 to 20 digits: how a phone number begins'),
  },
  examples: ['+49900'],
})
const prefixes = (description: string) => Type.Array(prefix, { maxItems: MAX_PREFIXES, description })
const allowedPrefixes = prefixes('If there are any, a number must begin with one of them.')
const deniedPrefixes = prefixes('A number must begin with none of them.')
const allowedPremiumPrefixes = prefixes(
  'Satellite and premium-rate numbers that real calls may go to; all others are refused, such as `+870`, `+1900` and `+49900`.',
)
const digits = (description: string) => Type.Integer({ minimum: 1, maximum: 20, description })
const minDigits = digits('Min number of digits of a number, without the +. Must not be above maxDigits.')
const maxDigits = digits('Max number of digits of a number, without the +.')
const allowEmergencyNumbers = Type.Boolean({
  description: 'Whether police, fire, ambulance and the like may be called: 110, 112, 911, 999 and so on.',
})

const ownPhones = Type.Array(
  Type.String({ 'x-documented': { pattern: PHONE_NUMBER_PATTERN, maxLength: PHONE_NUMBER_MAX_LENGTH } }),
  {
    maxItems: MAX_OWN_PHONES,
    description:
      'Your own phones: do-not-call lists and budgets do not apply when they are called by a test call or to record an audio.',
    examples: [['+4930123456']],
  },
)
const transferHosts = Type.Array(
  Type.String({ minLength: 1, maxLength: 253, pattern: '^\\s*[A-Za-z0-9.:\\[\\]-]+\\s*$' }),
  {
    maxItems: MAX_TRANSFER_PLACES,
    description:
      'SIP hosts, with a port if they have one, to which flows may transfer calls: `sip:desk@pbx.example`.',
    examples: [['pbx.example']],
  },
)
const transferContexts = Type.Array(
  Type.String({ minLength: 1, maxLength: 80, pattern: '^[A-Za-z0-9_.-]+$' }),
  {
    maxItems: MAX_TRANSFER_PLACES,
    description: 'Contexts of the dialplan to which flows may transfer calls: `dialplan:support,100,1`.',
    examples: [['support']],
  },
)

const PermissionSettingsSchema = named(
  'PermissionSettings',
  Type.Object({
    attemptsPerDay,
    attemptsPerMonth,
    budgets,
    quietDays,
    defaultAttemptsPerDay,
    // Longer than in a request: a prefix may also be kept in its international form.
    allowedPrefixes: Type.Array(Type.String(), { description: 'Without separators.' }),
    deniedPrefixes: Type.Array(Type.String(), { description: 'Without separators.' }),
    allowedPremiumPrefixes: Type.Array(Type.String(), { description: 'Without separators.' }),
    minDigits,
    maxDigits,
    allowEmergencyNumbers,
    ownPhones,
    transferHosts,
    transferContexts,
  }),
)
const PermissionSettingsChange = named(
  'PermissionSettingsChange',
  Type.Object(
    {
      attemptsPerDay: Type.Optional(attemptsPerDay),
      attemptsPerMonth: Type.Optional(attemptsPerMonth),
      budgets: optional(budgets),
      quietDays: Type.Optional(quietDays),
      defaultAttemptsPerDay: Type.Optional(defaultAttemptsPerDay),
      allowedPrefixes: optional(allowedPrefixes),
      deniedPrefixes: optional(deniedPrefixes),
      allowedPremiumPrefixes: optional(allowedPremiumPrefixes),
      minDigits: optional(minDigits),
      maxDigits: optional(maxDigits),
      allowEmergencyNumbers: optional(allowEmergencyNumbers),
      ownPhones: optional(ownPhones),
      transferHosts: optional(transferHosts),
      transferContexts: optional(transferContexts),
    },
    { examples: [{ attemptsPerDay: 3, attemptsPerMonth: 10, deniedPrefixes: ['+49 900'] }] },
  ),
)

export function addPermissionRoutes(app: Api, settings: PermissionSettings): void {
  for (const schema of [PermissionSettingsSchema, PermissionSettingsChange]) app.addSchema(schema)
  const tag = PERMISSION_TAG

  app.get(
    '/api/permission/settings',
    operation({
      id: 'getPermissionSettings',
      tag,
      summary: 'Read which numbers may be called, and how often',
      needs: 'see',
      bound: 'none',
      data: ref(PermissionSettingsSchema),
    }),
    async () => success(presentSettings(await settings.read())),
  )

  app.post(
    '/api/permission/settings',
    operation({
      id: 'changePermissionSettings',
      tag,
      summary: 'Change which numbers may be called, and how often',
      description:
        'Only the given fields are changed; null removes a limit. For all tasks and nodes, from the next claim on.',
      needs: 'administer',
      bound: 'all',
      body: ref(PermissionSettingsChange),
      data: ref(PermissionSettingsSchema),
    }),
    async (request) => {
      const { allowEmergencyNumbers: allowsEmergency, ...body } = request.body
      const { attemptsPerDay, attemptsPerMonth, allowedPrefixes, deniedPrefixes, allowedPremiumPrefixes } =
        body
      const { minDigits, maxDigits, ownPhones, transferHosts, transferContexts, budgets, quietDays } = body
      const { defaultAttemptsPerDay } = body
      const changed = await settings.change({
        ...{ attemptsPerDay, attemptsPerMonth, allowedPrefixes, deniedPrefixes, allowedPremiumPrefixes },
        ...{ budgets, quietDays, defaultAttemptsPerDay },
        ...{ minDigits, maxDigits, allowsEmergency, ownPhones, transferHosts, transferContexts },
      })
      return success(presentSettings(changed))
    },
  )
}
