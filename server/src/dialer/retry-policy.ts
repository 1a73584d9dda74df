// Which ends of a call are final whatever attempts are left. The settling statement applies the list.
import type { CallCause } from './gateway.ts'

/** Another attempt cannot change these. */
export const FINAL_CAUSES: readonly CallCause[] = ['answered', 'invalid_number', 'rejected']
