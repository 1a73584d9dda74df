// A device with a passkey, in software: makes one (ES256, attestation "none") and signs with it, as a browser hands it on. Each value that is signed can be
// made wrong.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

interface Said {
  origin?: string
  rpId?: string
  type?: string
  /** Of the authenticator data: person present and verified, by default. */
  flags?: number
  counter?: number
  challenge?: string
}

export interface SoftPasskey {
  credentialId: string
  create(asked: { challenge: string; rp: { id: string } }, said?: Said): Record<string, string>
  sign(asked: { challenge: string; rpId: string }, said?: Said): Record<string, string>
}

export const ORIGIN = 'http://localhost'
const PRESENT_AND_VERIFIED = 0b101
export const ONLY_PRESENT = 0b001
const HAS_CREDENTIAL = 0b1000000

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** CBOR of short texts, byte strings and small numbers. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...parts: Buffer[]) => Buffer.concat([head(5, parts.length / 2), ...parts])

function publicKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [x, y].map((each) => bytes(Buffer.from(each, 'base64url')))
  const [ofX = Buffer.alloc(0), ofY = Buffer.alloc(0)] = point
  const type = [number(1), number(2), number(3), number(-7), number(-1), number(1)]
  return map(...type, number(-2), ofX, number(-3), ofY)
}

export function createSoftPasskey(): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const id = randomBytes(32)
  let used = 0

  function authenticatorData(
    rpId: string,
    { flags = PRESENT_AND_VERIFIED, counter }: Said,
    more = 0,
  ): Buffer {
    used += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? used)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), count])
  }

  const clientData = (kind: string, challenge: string, said: Said) =>
    JSON.stringify({
      type: said.type ?? kind,
      challenge: said.challenge ?? challenge,
      origin: said.origin ?? ORIGIN,
      crossOrigin: false,
    })

  return {
    credentialId: base64url(id),

    create({ challenge, rp }, said = {}) {
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, publicKeyOf(publicKey)])
      const data = Buffer.concat([authenticatorData(said.rpId ?? rp.id, said, HAS_CREDENTIAL), credential])
      const attestation = map(
        text('fmt'),
        text('none'),
        text('attStmt'),
        map(),
        text('authData'),
        bytes(data),
      )
      return {
        credentialId: base64url(id),
        clientData: base64url(clientData('webauthn.create', challenge, said)),
        attestationObject: base64url(attestation),
      }
    },

    sign({ challenge, rpId }, said = {}) {
      const data = authenticatorData(said.rpId ?? rpId, said)
      const client = Buffer.from(clientData('webauthn.get', challenge, said))
      return {
        credentialId: base64url(id),
        clientData: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
      }
    },
  }
}
