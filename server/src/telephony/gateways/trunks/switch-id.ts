// The id under which a trunk's switch knows a call. Each trunk has its own for the same attempt, so a call that goes from one trunk to
// the next is a new call there, and it can be computed again: after a restart each trunk is asked about its own id. Only the last
// digits differ from those of the attempt, so that the two are easy to match in a log of the switch.
import { createHash } from 'node:crypto'
import { isId } from '../../../platform/kernel/ids.ts'

const KEPT = '01234567-0123-7012-8012'.length

export function switchIdOf(attemptId: string, trunkId: string): string {
  const hash = createHash('sha256').update(`${trunkId} ${attemptId}`).digest('hex')
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return isId(attemptId) ? `${attemptId.slice(0, KEPT)}${id.slice(KEPT)}` : id
}
