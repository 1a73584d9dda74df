import { en } from './import.messages.en.ts'
import { zh } from './import.messages.zh.ts'

export const importMessages = { en, zh }
