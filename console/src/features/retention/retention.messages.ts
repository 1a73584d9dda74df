import { en } from './retention.messages.en.ts'
import { zh } from './retention.messages.zh.ts'

export const retentionMessages = { en, zh }
