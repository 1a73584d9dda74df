import { en } from './do-not-call.messages.en.ts'
import { zh } from './do-not-call.messages.zh.ts'

export const doNotCallMessages = { en, zh }
