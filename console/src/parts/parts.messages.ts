import { en } from './parts.messages.en.ts'
import { zh } from './parts.messages.zh.ts'

export const partsMessages = { en, zh }
