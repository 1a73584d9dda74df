import { en } from './flows.messages.en.ts'
import { zh } from './flows.messages.zh.ts'

export const flowsMessages = { en, zh }
