// Ids are UUIDv7 (RFC 9562): sortable by time of creation, and created on any node without coordination. Every call needs
// one, so they are assembled from few pieces: the time digits once per millisecond, random digits in advance.
import { randomBytes, randomInt } from 'node:crypto'

/** 26 bits count the ids of a millisecond. The count starts in the lower half, so that it has room to grow. */
const HALF = 2 ** 25
const RANDOM_DIGITS = 12

let lastMs = 0
let timePart = ''
let sequence = 0
let random = ''
let drawn = 0

/** Later ids of this process sort after earlier ones, even within a millisecond or when the clock is set back. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    const digits = now.toString(16).padStart(12, '0')
    timePart = `${digits.slice(0, 8)}-${digits.slice(8)}-`
    sequence = randomInt(HALF)
  } else {
    sequence += 1
  }
  if (drawn === random.length) {
    random = randomBytes(RANDOM_DIGITS * 128).toString('hex')
    drawn = 0
  }
  const versionPart = (0x7000 | (sequence >>> 14)).toString(16)
  const variantPart = (0x8000 | (sequence & 0x3fff)).toString(16)
  const randomPart = random.slice(drawn, drawn + RANDOM_DIGITS)
  drawn += RANDOM_DIGITS
  return `${timePart}${versionPart}-${variantPart}-${randomPart}`
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Text of any other shape is answered like an id that does not exist. */
export function isId(text: string): boolean {
  return shape.test(text)
}

/** An id that is never used: passed to a statement in place of text that is not an id. */
export const UNUSED_ID = '00000000-0000-0000-0000-000000000000'

/** Before all ids: where reading in their order begins. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** When an id was created, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
