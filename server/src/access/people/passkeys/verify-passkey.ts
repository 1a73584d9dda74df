// Whether what a browser says of a passkey is so, by @simplewebauthn/server, which is loaded at the first use. Attestations, by which a maker says what
// device it is, are not looked at: nothing depends on them, and checking one would fetch what its certificates name.

import type { RelyingParty } from '../../../platform/kernel/access/relying-party.ts'

/** What a browser has made; binary values as base64url. */
export interface NewCredential {
  credentialId: string
  clientData: string
  attestationObject: string
}

/** What a browser has signed. */
export interface SignedCredential {
  credentialId: string
  clientData: string
  authenticatorData: string
  signature: string
}

export interface VerifiedCredential {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
}

interface KnownCredential {
  public_key: Buffer
  counter: string
}

/** Ed25519, ES256 and RS256, by their COSE numbers: what every device has one of. */
export const ALGORITHMS = [-8, -7, -257]

const MAX_COUNTER = 2 ** 32 - 1

const expected = (challenge: string, { id, origin }: RelyingParty) => ({
  ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id },
  requireUserVerification: true,
})

/** Throws if it is not one that was made just now, here, for this challenge. */
export async function verifyNew(
  { credentialId, clientData, attestationObject }: NewCredential,
  challenge: string,
  party: RelyingParty,
): Promise<VerifiedCredential> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  const { isoBase64URL, isoCBOR, decodeAttestationObject } = helpers
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const unattested = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  )
  const found = await verifyRegistrationResponse({
    ...expected(challenge, party),
    response: {
      ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData,
        attestationObject: isoBase64URL.fromBuffer(unattested),
      },
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!found.verified) throw new Error('the passkey is not verified')
  const { id, publicKey, counter } = found.registrationInfo.credential
  if (id !== credentialId) throw new Error('the passkey has another id than its authenticator says')
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
}

/** Its counter. Throws if it was not signed just now, here, for this challenge, by this passkey. */
export async function verifySigned(
  { credentialId, clientData, authenticatorData, signature }: SignedCredential,
  { public_key, counter }: KnownCredential,
  challenge: string,
  party: RelyingParty,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected(challenge, party),
    response: {
      ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    credential: { id: credentialId, publicKey: new Uint8Array(public_key), counter: Number(counter) },
  })
  if (!verified) throw new Error('the signature is wrong')
  if (authenticationInfo.newCounter > MAX_COUNTER) throw new Error('the counter is out of range')
  return authenticationInfo.newCounter
}
