// A trunk as callers give and read it: one schema for each setting, from which the forms of requests and of answers are made.
import { type Static, type TSchema, Type } from 'typebox'
import { refuseFaults } from '../../conversations/flows/check/flow-fault.ts'
import type { FlowDocument } from '../../conversations/flows/flow.schema.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { readFlow } from '../../conversations/flows/read-flow.schema.ts'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import {
  defaulted,
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { currency, nameText } from '../../platform/http/schemas/text-schema.ts'
import { TRUNK_PRESETS, TRUNK_WARNINGS } from '../../platform/words/trunks.ts'
import { callerIds } from './call-route.schema.ts'
import { DEFAULT_CALLS_PER_CALLER, DEFAULT_MAX_CALLS, type GivenInbound, inField } from './inbound-flows.ts'
import { SIMULATED_CHOICES } from './simulated-choice.ts'
import {
  CALLER_ID_CHOICES,
  CODECS,
  KEY_FORMS,
  NUMBER_FORMS,
  SRTP_CHOICES,
  TRANSPORTS,
  TRUNK_KINDS,
} from './trunk.ts'
import {
  DEFAULT_TRUNK_SETTINGS,
  HOST_RULE,
  TRUNK_SETTING_NAMES,
  type TrunkSettings,
} from './trunk-settings.ts'

const MAX_RULES = 50
const MAX_PRICES = 1000
const MAX_NODES = 50

const LABEL = '[A-Za-z0-9]+(-+[A-Za-z0-9]+)*'
const host = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 253,
    pattern: `^(${LABEL}(\\.${LABEL})*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)$`,
    'x-rules': { pattern: rule('not_a_host', HOST_RULE) },
    description: `${description} A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.`,
    examples: [example],
  })
/** Nothing that would end a value in a file of settings or a SIP address. */
const sipUser = (signs: string, description: string) =>
  orNull(
    Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: `^[A-Za-z0-9${signs}]+$`,
      'x-rules': {
        pattern: rule(
          'not_a_sip_user',
          'may contain letters, digits and signs such as + - _ and the dot, but no spaces, quotes, brackets or semicolons',
        ),
      },
      description,
      examples: ['4930901820'],
    }),
  )
const addedPart = Type.String({
  pattern: '^\\+?[0-9*#]{0,20}$',
  'x-rules': { pattern: rule('prefix_invalid', 'must be an optional +, then up to 20 digits, * and #') },
  description:
    'What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.',
  examples: ['0'],
})
const partOfNumber = (description: string, example: string) =>
  Type.String({
    pattern: '^\\+?[0-9]{0,20}$',
    'x-rules': { pattern: rule('prefix_invalid', 'must be an optional +, then up to 20 digits') },
    description,
    examples: [example],
  })
const limit = (maximum: number, description: string, example: number) =>
  orNull(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `${description} Null is no limit.`,
      examples: [example],
    }),
  )

const billedSeconds = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 3600, description, examples: [60] })

/** Its own schema is checked after that of the request, so that an error names the step. */
const inboundFlow = <const Kind extends 'object' | 'null'>(type: Kind[], description: string) =>
  Type.Unsafe<Static<typeof FlowDocument> | (Kind extends 'null' ? null : never)>({
    type,
    additionalProperties: true,
    'x-documented': {
      additionalProperties: undefined,
      anyOf: type.map((each) => (each === 'null' ? { type: each } : { $ref: '#/components/schemas/Flow' })),
    },
    description,
  })

/** In the order in which the API documents them. */
const settingSchemas = {
  isEnabled: Type.Boolean({ description: 'Whether calls are placed by this trunk.' }),
  host: host('The address of the carrier.', 'sip.example.com'),
  port: orNull(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'Null: the one that DNS names, or else 5060, and 5061 with TLS.',
      examples: [5060],
    }),
  ),
  transport: oneOf([...TRANSPORTS], { description: 'How SIP is sent.' }),
  username: sipUser(
    "._~!$&'()*+,=:@%/?#-",
    'The account. Null: the carrier wants none. Required with `registers` and with a password.',
  ),
  authName: sipUser(
    "._~!$&'()*+,=:@%/?#-",
    'What the carrier asks a password for, if that is not the username (`auth user`, `authentication ID`). Null: the username. Needs a username.',
  ),
  registers: Type.Boolean({ description: 'Whether the trunk registers with the carrier, as a phone does.' }),
  fromUser: sipUser(
    "._~!$&'()*+=-",
    'The user in the From of a call, which some carriers want to be the account. Null: the caller ID.',
  ),
  fromDomain: orNull(
    host('The domain in the From of a call. Null: the address of the service.', 'sip.example.com'),
  ),
  outboundProxy: orNull(
    Type.String({
      minLength: 1,
      maxLength: 260,
      pattern: `^(${LABEL}(\\.${LABEL})*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)(:[0-9]{1,5})?$`,
      'x-rules': {
        pattern: rule(
          'not_a_host',
          'must be a host name or an IP address, with a port such as :5080 if need be, without sip:',
        ),
      },
      description:
        'Through which calls, registrations and OPTIONS go instead of straight to the host: a host name or an IP address, with a port if it is not that of the transport. ' +
        'An IPv6 address with a port is in brackets. Calls from outside are accepted from it too.',
      examples: ['proxy.example.com:5080'],
    }),
  ),
  sendsOptions: Type.Boolean({
    description:
      'Whether the carrier is asked every 30 seconds whether it is there (OPTIONS). False for a carrier that does not answer that: whether it can be ' +
      'reached then shows only in calls.',
  }),
  sendsIdentity: Type.Boolean({
    description:
      'Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account.',
  }),
  sendsRemotePartyId: Type.Boolean({
    description: 'Whether the caller ID is also sent as Remote-Party-ID, which older switches want.',
  }),
  hidesCallerId: Type.Boolean({
    description:
      'Whether the callee is shown no number (RFC 3323: From is anonymous, Privacy is `id`). The carrier is told the number in P-Asserted-Identity, and in ' +
      'Remote-Party-ID if that is sent. Many countries forbid this for calls that sell something.',
  }),
  srtp: orNull(
    oneOf([...SRTP_CHOICES], {
      description:
        'Encrypted sound (SDES): `off`; `offered`, for carriers that may take it; `demanded`, calls fail without it. The keys travel in SIP: without TLS anybody on ' +
        'the way can read them. Null: offered with TLS, otherwise off.',
    }),
  ),
  keys: oneOf([...KEY_FORMS], {
    description:
      'How the keys that callees press arrive: as events beside the sound (`rfc4733`), as SIP messages (`info`), as tones in the sound (`inBand`), or `auto`: RFC 4733 ' +
      'if the carrier offers it, otherwise in band.',
  }),
  codecs: Type.Array(oneOf([...CODECS]), {
    minItems: 1,
    maxItems: CODECS.length,
    description:
      'How sound is sent, the preferred one first. At least one of `ulaw`, `alaw`, `g722` and `gsm`: those are translated.',
    examples: [['alaw', 'ulaw']],
  }),
  numberForm: oneOf([...NUMBER_FORMS], {
    description:
      'How the carrier wants numbers: `plus` +4930901820, `digits` 4930901820, `doubleZero` 004930901820, `asWritten` as the contact has ' +
      'it. A number without country code is in the country of the service; without that it stays as it is.',
  }),
  prefixRules: Type.Array(
    Type.Object(
      {
        match: partOfNumber('How the number begins; every number begins with the empty text.', '+49'),
        strip: Type.Integer({
          minimum: 0,
          maximum: 21,
          description:
            'How many characters are removed at the beginning. Must not be above the length of `match`.',
          examples: [3],
        }),
        add: addedPart,
      },
      { additionalProperties: false },
    ),
    {
      maxItems: MAX_RULES,
      description:
        'Change the number once more after `numberForm`. The first rule that matches is applied, and no other.',
      examples: [[{ match: '+49', strip: 3, add: '0' }]],
    },
  ),
  callerIds: callerIds('The numbers that callees may be shown. Stored without separators.'),
  callerIdChoice: oneOf([...CALLER_ID_CHOICES], {
    description:
      'Which of them is shown to a callee who was shown none of them before: `inTurn` the one with the fewest calls of the day, `local` the one ' +
      'that has the most digits behind the country code in common with the called number.',
  }),
  callerIdDailyLimit: limit(
    1_000_000,
    'Max number of calls that show the same number on a day, by the time zone of the service.',
    100,
  ),
  lines: limit(100_000, 'Max number of live calls, over all nodes.', 30),
  callsPerSecond: limit(10_000, 'Max number of calls started per second, over all nodes.', 5),
  priority: Type.Integer({ minimum: 1, maximum: 100, description: '1 is tried first.', examples: [1] }),
  nodes: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z0-9._-]+$',
      'x-rules': {
        pattern: rule('not_a_host', 'must be a host name, made of letters, digits, dots, - and _'),
      },
    }),
    {
      maxItems: MAX_NODES,
      description:
        'The host names of the nodes that register the trunk and place its calls, without regard to case. Empty: all nodes. If none of them runs, the trunk takes no calls.',
      examples: [['dialer-1']],
    },
  ),
  prices: Type.Array(
    Type.Object(
      {
        prefix: partOfNumber(
          'How the called number begins, with + and country code; every number begins with the empty text.',
          '+49',
        ),
        price: Type.Number({ minimum: 0, maximum: 1_000_000, examples: [0.012] }),
      },
      { additionalProperties: false },
    ),
    {
      maxItems: MAX_PRICES,
      description:
        'What a minute of a call costs: of trunks with the same priority the cheapest for a number is tried first. The longest ' +
        'prefix holds, and of equal ones the first. A trunk without a price for a number comes after those with one.',
      examples: [[{ prefix: '+49', price: 0.012 }]],
    },
  ),
  currency: orNull(
    currency(
      'Of the prices. Null: they are only compared, and calls have no line cost. Trunks are compared by the bare numbers.',
    ),
  ),
  billing: Type.Object(
    {
      firstSeconds: billedSeconds('At least this long.'),
      stepSeconds: billedSeconds('Then each begun step.'),
    },
    {
      additionalProperties: false,
      description:
        'For how long a talk the carrier charges: 60 and 60 is by the begun minute, 1 and 1 by the second.',
    },
  ),
  inbound: orNull(
    Type.Object(
      {
        flow: inboundFlow(
          ['object'],
          'What people hear who were called before, with the fields of the contact of the latest call to their number.',
        ),
        unknownFlow: Type.Optional(
          inboundFlow(
            ['object', 'null'],
            'For callers who were not called before, who show no number, or whose contact was deleted; also if the other flow cannot speak. ' +
              'Null: the same flow, without fields.',
          ),
        ),
        maxCalls: defaulted(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            default: DEFAULT_MAX_CALLS,
            description:
              'Max number of calls from outside at the same time, on each node. More are refused as busy.',
          }),
        ),
        callsPerCaller: defaulted(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            default: DEFAULT_CALLS_PER_CALLER,
            description:
              'Max number of calls from one number within a minute, on each node. More are refused as busy.',
          }),
        ),
      },
      {
        additionalProperties: false,
        description:
          'What happens to people who call one of the caller IDs. Null: their calls are refused. Only an Asterisk that Carillon runs is called.',
      },
    ),
  ),
} satisfies Record<keyof TrunkSettings, TSchema>

const name = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Main carrier'],
})
const password = orNull(
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[!-~]+$',
    'x-rules': {
      pattern: rule('not_a_sip_password', 'may contain only visible ASCII characters, and no spaces'),
    },
    description:
      'Of the account. It is stored, and no answer ever has it. Null removes it. Required with `registers`, unless the trunk is disabled.',
  }),
)

type Schemas = typeof settingSchemas
type Inputs = { [Name in keyof Schemas]: ReturnType<typeof optional<Schemas[Name]>> }

/** Null removes a setting that may be null; elsewhere it is the same as leaving the setting out. */
function inputs(defaults: Partial<TrunkSettings> = {}): Inputs {
  const entries = TRUNK_SETTING_NAMES.map((each) => {
    const schema: TSchema & { type?: unknown } = settingSchemas[each]
    if (Array.isArray(schema.type)) return [each, Type.Optional(schema)]
    const value = defaults[each]
    return [each, optional(value === undefined ? schema : { ...schema, default: value })]
  })
  return Object.fromEntries(entries)
}

export const TrunkSchema = named(
  'Trunk',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Main carrier'] }),
    kind: oneOf([...TRUNK_KINDS], {
      description:
        '`sip`: added here. The others are the gateway that the environment names (`GATEWAY`); of such a trunk only limits, priority, ' +
        'prices and what belongs to them can be changed here.',
    }),
    ...settingSchemas,
    hasPassword: Type.Boolean({ description: 'Whether a password is stored.' }),
    createTime: Timestamp,
    updateTime: Timestamp,
  }),
)

const example = { name: 'Main carrier', host: 'sip.example.com', username: '4930901820' }

const simulatedTasks = optional(
  oneOf([...SIMULATED_CHOICES], {
    default: 'pause',
    description:
      'Only if no call was real before: what becomes of running tasks whose calls were simulated. They `pause`, until somebody resumes them ' +
      'with `isSimulated`; or they `keep` to the simulator; or they `move`: their calls are real from now on.',
  }),
)

/** The answer to what may have made calls real. */
const warnings = Type.Array(
  Type.Object({
    code: oneOf([...TRUNK_WARNINGS]),
    message: Type.String(),
    tasks: Type.Optional(
      Type.Array(Type.Object({ id: Id, taskName: Type.String() }), {
        description: 'The tasks that it concerns.',
      }),
    ),
    rule: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The prefix rule that it concerns: its place, from 0.' }),
    ),
    number: Type.Optional(
      Type.String({ description: 'The emergency number that the rule can make.', examples: ['112'] }),
    ),
  }),
  { description: 'What somebody should know about this change.' },
)

export const ChangedTrunkSchema = named('ChangedTrunk', Type.Object({ ...TrunkSchema.properties, warnings }))

export const TrunkCheckSchema = named(
  'TrunkCheck',
  Type.Object(
    { prefixRules: settingSchemas.prefixRules },
    { examples: [{ prefixRules: [{ match: '+49', strip: 3, add: '0' }] }] },
  ),
)

export const CheckedTrunkSchema = named('CheckedTrunk', Type.Object({ warnings }))

export const NewTrunkSchema = named(
  'NewTrunk',
  Type.Object(
    {
      name,
      ...inputs(DEFAULT_TRUNK_SETTINGS),
      host: settingSchemas.host,
      password: Type.Optional(password),
      simulatedTasks,
    },
    { examples: [{ ...example, password: 'secret', registers: true, callerIds: ['+4930901820'] }] },
  ),
)

export const TrunkChangeSchema = named(
  'TrunkChange',
  Type.Object(
    { id: Id, name: optional(name), ...inputs(), password: Type.Optional(password), simulatedTasks },
    { examples: [{ id: EXAMPLE_ID, isEnabled: false }] },
  ),
)

const { registers, sendsIdentity } = settingSchemas

export const TrunkPresetSchema = named(
  'TrunkPreset',
  Type.Object({
    id: oneOf(TRUNK_PRESETS),
    name: Type.String({ examples: ['Registered account'] }),
    description: Type.String({ description: 'What the carrier wants, in a sentence or two.' }),
    settings: Type.Object({ registers, sendsIdentity }, { description: 'The settings that it sets.' }),
    asksFor: Type.Array(Type.String(), {
      description: 'The fields to fill in.',
      examples: [['host', 'username', 'password']],
    }),
    copies: Type.Array(Type.Object({ field: Type.String(), from: Type.String() }), {
      description: 'Fields that get the value of another field.',
      examples: [[{ field: 'fromUser', from: 'username' }]],
    }),
  }),
)

interface RequestedInbound extends Omit<GivenInbound, 'flow' | 'unknownFlow'> {
  flow: unknown
  unknownFlow?: unknown
}

/** Throws InvalidInput, which names the step, if a flow has not the form of one. */
export function readInbound(given: RequestedInbound | null | undefined): GivenInbound | null | undefined {
  if (!given) return given
  const { flow, unknownFlow, ...limits } = given
  return {
    ...limits,
    flow: requireFlow(flow, 'inbound.flow'),
    unknownFlow: unknownFlow ? requireFlow(unknownFlow, 'inbound.unknownFlow') : null,
  }
}

function requireFlow(document: unknown, field: string): Flow {
  const read = readFlow(document)
  if ('faults' in read) refuseFaults(read.faults.map((fault) => inField(fault, field)))
  return document as Flow
}
