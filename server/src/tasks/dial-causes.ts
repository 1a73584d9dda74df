// What the last call of a contact ended with, or why it may never be called.
import { NEVER_REASONS } from '../permission/decide.ts'
import { RETRY_CAUSES } from '../permission/retry-rules.ts'

export const DIAL_CAUSES = [
  'answered',
  'callback',
  'invalid_number',
  'gateway_error',
  ...RETRY_CAUSES,
  ...NEVER_REASONS,
] as const
