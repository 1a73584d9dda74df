import { Type } from 'typebox'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { accountName, text } from '../../platform/http/schemas/text-schema.ts'
import { EXTRAS, PERMISSIONS, type Permission, ROLES } from '../../platform/kernel/access/permissions.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ListedPersonRow } from './people.queries.ts'
import type { SessionRow } from './sessions.queries.ts'

/** Far above what a password may have: its own rule says the limits. */
const MAX_GIVEN = 1000

export const RoleText = oneOf([...ROLES], { description: 'See docs/access.md.' })
const PermissionText = oneOf(Object.keys(PERMISSIONS) as Permission[])
const ExtraText = oneOf([...EXTRAS])
const DataSourceIds = Type.Array(Id, { minItems: 1, maxItems: 100 })

export const PersonName = accountName({ examples: ['Ann Lee'] })
export const Password = text({ maxLength: MAX_GIVEN, examples: ['correct horse battery'] })
export const LinkToken = text({
  maxLength: MAX_GIVEN,
  description: 'From the link of an invitation, behind the #.',
})

export const PersonSchema = named(
  'Person',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Ann Lee'] }),
    role: RoleText,
    permissions: Type.Array(ExtraText, { description: 'What the person may do beside the role.' }),
    dataSourceIds: orNull(
      Type.Array(Id, {
        description: 'What belongs to others does not exist for the person. Null: sees all.',
      }),
    ),
    hasPassword: Type.Boolean({
      description: 'False: was invited and has not chosen one yet, or signs in through the provider.',
    }),
    issuer: orNull(
      Type.String({
        description:
          'Of the OpenID Connect provider through which the person signs in, which gives the rights; null: by password.',
        examples: ['https://login.example.com'],
      }),
    ),
    tokens: Type.Integer({ description: 'How many good access tokens the person has.', examples: [2] }),
    createTime: Timestamp,
    disableTime: { ...TimestampOrNull, description: 'Null: the person may sign in.' },
    usedTime: { ...TimestampOrNull, description: 'When one of the sessions was last used.' },
    linkExpireTime: {
      ...TimestampOrNull,
      description: 'Until when the last link is good; null: there is none.',
    },
  }),
)

const rights = {
  name: PersonName,
  role: RoleText,
  permissions: optional(
    Type.Array(ExtraText, {
      maxItems: EXTRAS.length,
      description:
        'What the person may do beside the role; not for a monitor. Default: `call` and `hear` for an operator, none for others.',
    }),
  ),
  dataSourceIds: optional(
    Type.Unsafe<string[]>({
      ...DataSourceIds,
      description:
        'Binds the person to these data sources, as a token is bound. Not an administrator. Default: sees all.',
    }),
  ),
}

export const NewPerson = named(
  'NewPerson',
  Type.Object(rights, { examples: [{ name: 'Ann Lee', role: 'operator' }] }),
)

export const PersonUpdate = named(
  'PersonUpdate',
  Type.Object(
    { id: Id, ...rights },
    {
      description: 'All rights as they are to be.',
      examples: [{ id: EXAMPLE_ID, name: 'Ann Lee', role: 'viewer' }],
    },
  ),
)

export const InvitedPerson = named(
  'InvitedPerson',
  Type.Object({
    ...PersonSchema.properties,
    token: Type.String({
      description:
        'Of the link, only in this answer: `/invitation#` and this, at the address of the console. Good once, until `linkExpireTime`.',
    }),
  }),
)

export const SignedIn = named(
  'SignedIn',
  Type.Object(
    {
      kind: oneOf(['person', 'token'], { description: 'Who asks.' }),
      id: Type.String({ examples: [EXAMPLE_ID] }),
      name: Type.String({ examples: ['Ann Lee'] }),
      role: orNull(RoleText),
      scope: orNull(oneOf(['read', 'write', 'admin'])),
      permissions: Type.Array(PermissionText),
      dataSourceIds: orNull(Type.Array(Id)),
      sessionId: { ...orNull(Id), description: 'Of a person.' },
      signsInBy: orNull(
        oneOf(['password', 'provider'], { description: 'How a person signs in, and proves to be the one.' }),
      ),
      proofTime: {
        ...TimestampOrNull,
        description:
          'When the person last gave the password or a passkey; null: the provider does not say when.',
      },
      hasPeople: Type.Boolean({ description: 'Whether there is an account already.' }),
    },
    { description: 'Whoever asks, and its rights. A person has a role, a token a scope.' },
  ),
)

export const SessionSchema = named(
  'Session',
  Type.Object({
    id: Id,
    personId: Id,
    personName: Type.String(),
    isThis: Type.Boolean({ description: 'It is that of this request.' }),
    address: Type.String({ description: 'From which the person signed in.', examples: ['192.0.2.7'] }),
    browser: Type.String({ description: 'As it names itself.' }),
    createTime: Timestamp,
    usedTime: { ...Timestamp, description: 'To the minute.' },
  }),
)

export function presentPerson(row: ListedPersonRow, { format }: Timestamps) {
  const orNone = (time: Date | null) => (time ? format(time) : null)
  return {
    ...{ id: row.id, name: row.name, role: row.role, permissions: row.extras },
    ...{ dataSourceIds: row.data_source_ids, hasPassword: row.password !== null, tokens: row.tokens },
    issuer: row.issuer,
    createTime: format(row.create_time),
    disableTime: orNone(row.disable_time),
    usedTime: orNone(row.used_time),
    linkExpireTime: orNone(row.link_expire_time),
  }
}

export function presentSession(row: SessionRow, ownId: string | undefined, { format }: Timestamps) {
  return {
    ...{ id: row.id, personId: row.person_id, personName: row.name, isThis: row.id === ownId },
    ...{ address: row.address, browser: row.browser },
    createTime: format(row.create_time),
    usedTime: format(row.used_time),
  }
}
