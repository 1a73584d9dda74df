import { en } from './trunks.messages.en.ts'
import { zh } from './trunks.messages.zh.ts'

export const trunkMessages = { en, zh }
