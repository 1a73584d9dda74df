import { en } from './settings.messages.en.ts'
import { zh } from './settings.messages.zh.ts'

export const settingsMessages = { en, zh }
