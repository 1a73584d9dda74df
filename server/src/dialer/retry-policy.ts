// Which ends of a call are final whatever attempts are left. The settling statement applies the same lists.
import type { CallCause } from './gateway.ts'

/** Another attempt cannot change these. */
export const FINAL_CAUSES: readonly CallCause[] = ['answered', 'invalid_number', 'rejected']

export function isRetried(cause: CallCause, attempt: number, maxDialCount: number): boolean {
  return !FINAL_CAUSES.includes(cause) && attempt < maxDialCount
}
