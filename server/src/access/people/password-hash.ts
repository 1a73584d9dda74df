// Hashes of passwords: scrypt, whose memory makes guessing dear. It runs in Node's threads, two at a time, because one takes 128 MB and a third of
// a second; a few more wait, and whoever comes then is told to come again. The parameters are stored with each hash.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { TooManyRequests } from '../../platform/kernel/errors.ts'

/** Log2 of N: 2^17 with r = 8 and p = 1. */
export const PASSWORD_COST = 17
const BLOCK = 8
const BYTES = 32
const MAX_AT_ONCE = 2
const MAX_WAITING = 60
const RETRY_SECONDS = 5

export interface PasswordHashes {
  make(password: string): Promise<string>
  /** Takes as long for an unknown person, whose hash is null. */
  fits(password: string, hash: string | null): Promise<boolean>
}

export function createPasswordHashes(cost = PASSWORD_COST): PasswordHashes {
  const waiting: (() => void)[] = []
  let running = 0
  const nobody = `scrypt:${cost}:${BLOCK}:1:${randomBytes(16).toString('base64')}:${randomBytes(BYTES).toString('base64')}`

  async function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    if (running >= MAX_AT_ONCE) {
      if (waiting.length >= MAX_WAITING)
        throw new TooManyRequests({ fault: 'sign_ins_waiting', params: { seconds: RETRY_SECONDS } })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    async make(password) {
      const salt = randomBytes(16)
      const hash = await inTurn(() => derive(password, salt, cost, BLOCK, 1))
      return ['scrypt', cost, BLOCK, 1, salt.toString('base64'), hash.toString('base64')].join(':')
    },

    async fits(password, hash) {
      const [, n, r, p, salt = '', kept = ''] = (hash ?? nobody).split(':')
      const found = await inTurn(() =>
        derive(password, Buffer.from(salt, 'base64'), Number(n), Number(r), Number(p)),
      )
      return timingSafeEqual(found, Buffer.from(kept, 'base64')) && hash !== null
    },
  }
}

function derive(password: string, salt: Buffer, cost: number, r: number, p: number): Promise<Buffer> {
  // The same letters are one password, however a keyboard composes them.
  const given = password.normalize('NFKC')
  const options: ScryptOptions = { N: 2 ** cost, r, p, maxmem: 128 * r * 2 ** cost + 2 ** 20 }
  return new Promise((resolve, reject) =>
    scrypt(given, salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
