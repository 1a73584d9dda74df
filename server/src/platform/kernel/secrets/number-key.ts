// The key with which erased numbers are kept on do-not-call lists: 32 bytes in a file of the data folder, outside the database. Whoever has it can
// find an erased number by trying all numbers.
import { createHmac } from 'node:crypto'
import { numberDigits } from '../phone/phone-key.ts'
import { ensureKeyFile } from './key-file.ts'

/** In the data folder. */
export const NUMBER_KEY_FILE = 'number-key'
const BLOCK_BYTES = 64

/** Makes the file if there is none. */
export async function readNumberKey(file: string): Promise<Buffer> {
  const [key] = await ensureKeyFile(file)
  return key as Buffer
}

/** As the function erased_key of the schema makes it. */
export function erasedKey(key: Buffer, phoneKey: string): string {
  return `#${createHmac('sha256', key).update(numberDigits(phoneKey)).digest('hex')}`
}

/** For the sessions of the database: the inner and the outer block of HMAC. */
export function hmacBlocks(key: Buffer): string {
  const block = (mask: number) => Buffer.alloc(BLOCK_BYTES, mask).map((byte, at) => byte ^ (key[at] ?? 0))
  return Buffer.concat([block(0x36), block(0x5c)]).toString('hex')
}
