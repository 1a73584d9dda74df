import { en } from './phone.messages.en.ts'
import { zh } from './phone.messages.zh.ts'

export const phoneMessages = { en, zh }
