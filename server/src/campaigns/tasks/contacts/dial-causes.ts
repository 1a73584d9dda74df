// What the last call of a contact ended with, or why it may never be called.

import { CALL_CAUSES } from '../../../platform/kernel/call-causes.ts'
import { NEVER_REASONS } from '../../permission/decide.ts'

export const DIAL_CAUSES = [...CALL_CAUSES, ...NEVER_REASONS] as const
