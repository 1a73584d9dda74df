import { en } from './permission.messages.en.ts'
import { zh } from './permission.messages.zh.ts'

export const permissionMessages = { en, zh }
