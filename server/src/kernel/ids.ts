// Ids are UUIDv7: sortable by time of creation, and any node makes them without asking another.
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

// Randomness for 256 ids at a time: asking the system for sixteen bytes takes longer than all the rest of an id.
const random = new Uint8Array(16 * 256)
let drawn = random.length
let lastMs = 0
let sequence = 0

/** Later ids of this process sort after earlier ones, within a millisecond too. */
export function newId(): string {
  if (drawn === random.length) {
    randomFillSync(random)
    drawn = 0
  }
  const bytes = random.subarray(drawn, drawn + 16)
  drawn += 16
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // 31 bits, so that there is room to count up from it.
    sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) >>> 1
  } else {
    sequence += 1
  }
  return v7({ random: bytes, msecs: lastMs, seq: sequence })
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whatever is not of this shape names nothing: it is answered like an id that does not exist. */
export function isId(text: string): boolean {
  return shape.test(text)
}
