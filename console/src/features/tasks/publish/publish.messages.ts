import { en } from './publish.messages.en.ts'
import { zh } from './publish.messages.zh.ts'

export const publishMessages = { en, zh }
