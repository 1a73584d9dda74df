// Secrets that the service has to know, such as passwords of carriers, are sealed in the database: AES-256-GCM with the key in the file `secret-key`
// of the data folder, bound to the row that has them. Stored as `sealed:KEY:BYTES`; what does not begin so was stored before there was a key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { keyIdOf, keysIn } from './key-file.ts'

/** In the data folder. */
export const SECRET_KEY_FILE = 'secret-key'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface SecretBox {
  /** `owner`: the row that has the secret, such as `trunk:ID`. Another row cannot use it. */
  seal(secret: string, owner: string): string
  /** Null if there is none, or if this node has no key for it. */
  open(stored: string | null, owner: string): string | null
  /** Of the keys that this node has, the one in use first; none: secrets are stored as they are. */
  keyIds(): string[]
}

/** Without a key: stores secrets as they are. */
export const OPEN_BOX: SecretBox = boxOf(() => [])

/** The file is read again when it has changed, so a renewed key needs no restart. Without the file nothing is sealed. */
export function createSecretBox(file: string): SecretBox {
  let known: { changed: string; keys: NamedKey[] } = { changed: '', keys: [] }
  return boxOf(() => {
    const found = statOf(file)
    const changed = found ? `${found.mtimeMs} ${found.ino} ${found.size}` : ''
    if (changed === known.changed) return known.keys
    try {
      known = { changed, keys: found ? keysIn(readFileSync(file, 'utf8'), file).map(named) : [] }
    } catch (error) {
      // A file that is being copied is read again; until then the keys are those of before.
      if (known.keys.length === 0) throw error
    }
    return known.keys
  })
}

/** Undefined if there is no such file, nor a folder for it. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

interface NamedKey {
  id: string
  key: Buffer
}

const named = (key: Buffer): NamedKey => ({ id: keyIdOf(key), key })

function boxOf(readKeys: () => readonly NamedKey[]): SecretBox {
  return {
    seal(secret, owner) {
      const [first] = readKeys()
      if (!first) return secret
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first.key, iv).setAAD(Buffer.from(owner))
      const bytes = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `sealed:${first.id}:${bytes.toString('base64')}`
    },

    open(stored, owner) {
      const [, id, encoded] = /^sealed:([0-9a-f]{16}):(.+)$/.exec(stored ?? '') ?? []
      if (encoded === undefined) return stored
      const found = readKeys().find((each) => each.id === id)
      if (!found) return null
      const bytes = Buffer.from(encoded, 'base64')
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)).toString('utf8') + decipher.final('utf8')
      } catch {
        // Copied from another row, or changed.
        return null
      }
    },

    keyIds: () => readKeys().map(({ id }) => id),
  }
}
