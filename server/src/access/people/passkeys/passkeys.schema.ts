// What browsers are asked, in the form that they read (`PublicKeyCredential.parseCreationOptionsFromJSON` and its sister), and what they answer.
import { Type } from 'typebox'
import { rule } from '../../../platform/http/schemas/field-rule.ts'
import { Id, named, oneOf, Timestamp, TimestampOrNull } from '../../../platform/http/schemas/route-schema.ts'
import { accountName } from '../../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { ALGORITHMS } from './verify-passkey.ts'

/** Browsers end the question after this long. */
const ASK_MS = 5 * 60_000

const binary = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    'x-rules': { pattern: rule('invalid', 'must be base64url, without padding') },
    description,
    examples: ['dGhpcyBpcyBvbmx5IGFuIGV4YW1wbGU'],
  })

const fromBrowser = {
  credentialId: binary(1400, 'Of the passkey, as the browser names it: `id`.'),
  clientData: binary(4000, 'What the browser says of itself: `response.clientDataJSON`.'),
}

const EXAMPLE = { credentialId: 'dGhpcyBpcyBvbmx5', clientData: 'eyJ0eXBlIjoid2ViYXV0aG4' }

export const PasskeyName = accountName({
  description: 'How the person calls it, such as the device.',
  examples: ['Phone'],
})

export const NewPasskey = named(
  'NewPasskey',
  Type.Object(
    {
      name: PasskeyName,
      ...fromBrowser,
      attestationObject: binary(8000, 'The public key: `response.attestationObject`.'),
    },
    { examples: [{ name: 'Phone', ...EXAMPLE, attestationObject: 'o2NmbXRkbm9uZQ' }] },
  ),
)

export const PasskeyAnswer = named(
  'PasskeyAnswer',
  Type.Object(
    {
      ...fromBrowser,
      authenticatorData: binary(4000, '`response.authenticatorData`.'),
      signature: binary(4000, '`response.signature`.'),
    },
    { examples: [{ ...EXAMPLE, authenticatorData: 'SZYN5Y', signature: 'MEUCIQ' }] },
  ),
)

export const PasskeySchema = named(
  'Passkey',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Phone'] }),
    host: Type.String({
      description: 'Browsers offer it only where the service is opened under this name.',
      examples: ['calls.example.com'],
    }),
    createTime: Timestamp,
    usedTime: { ...TimestampOrNull, description: 'Null: it was never used.' },
  }),
)

const Credential = Type.Object({ id: Type.String(), type: oneOf(['public-key']) })

export const PasskeyRequest = named(
  'PasskeyRequest',
  Type.Object(
    {
      challenge: Type.String(),
      rpId: Type.String({ examples: ['calls.example.com'] }),
      timeout: Type.Integer({ description: 'Milliseconds.' }),
      userVerification: oneOf(['required']),
      allowCredentials: Type.Array(Credential),
    },
    { description: 'For `navigator.credentials.get`, as JSON.' },
  ),
)

export const PasskeyCreation = named(
  'PasskeyCreation',
  Type.Object(
    {
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: oneOf(['public-key']) })),
      timeout: Type.Integer({ description: 'Milliseconds.' }),
      attestation: oneOf(['none']),
      excludeCredentials: Type.Array(Credential),
      authenticatorSelection: Type.Object({
        residentKey: oneOf(['required']),
        requireResidentKey: Type.Boolean(),
        userVerification: oneOf(['required']),
      }),
    },
    { description: 'For `navigator.credentials.create`, as JSON.' },
  ),
)

const PUBLIC_KEY = 'public-key' as const
const listed = (ids: readonly string[]) => ids.map((id) => ({ id, type: PUBLIC_KEY }))

export function presentRequest(challenge: string, rpId: string, known: readonly string[] = []) {
  const asked = { challenge, rpId, timeout: ASK_MS, userVerification: 'required' as const }
  return { ...asked, allowCredentials: listed(known) }
}

interface Creation {
  challenge: string
  rpId: string
  person: { id: string; name: string }
  known: readonly string[]
}

export function presentCreation({ challenge, rpId, person: { id, name }, known }: Creation) {
  const required = 'required' as const
  return {
    challenge,
    rp: { id: rpId, name: 'Carillon' },
    // Not the name: whoever has the device can read it.
    user: { id: Buffer.from(id).toString('base64url'), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: PUBLIC_KEY })),
    timeout: ASK_MS,
    attestation: 'none' as const,
    excludeCredentials: listed(known),
    authenticatorSelection: {
      residentKey: required,
      requireResidentKey: true,
      userVerification: required,
    },
  }
}

export function presentPasskey(row: PasskeyRow, { format }: Timestamps) {
  return {
    ...{ id: row.id, name: row.name, host: row.relying_party },
    createTime: format(row.create_time),
    usedTime: row.used_time && format(row.used_time),
  }
}
