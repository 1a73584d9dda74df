import { en } from './overview.messages.en.ts'
import { zh } from './overview.messages.zh.ts'

export const overviewMessages = { en, zh }
