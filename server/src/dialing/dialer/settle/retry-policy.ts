// Which ends of a call are final whatever attempts are left, and how long a contact waits after a call that was refused.
// The settling statements apply both.
import type { CallCause } from '../../../platform/words/calls.ts'

/** Another attempt cannot change these. */
export const FINAL_CAUSES: readonly CallCause[] = ['answered', 'invalid_number', 'rejected']

/** A contact whose calls are refused this many times in a row is done. */
export const MAX_REFUSALS = 5

const FIRST_REFUSAL_PAUSES = 2
const REFUSAL_GROWTH = 4

/** How long the contact waits after its first refusal, its second and so on, in milliseconds. */
export function refusalPausesMs(faultPauseMs: number): number[] {
  return Array.from(
    { length: MAX_REFUSALS - 1 },
    (_, index) => faultPauseMs * FIRST_REFUSAL_PAUSES * REFUSAL_GROWTH ** index,
  )
}
