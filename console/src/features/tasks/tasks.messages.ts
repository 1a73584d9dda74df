import { en } from './tasks.messages.en.ts'
import { zh } from './tasks.messages.zh.ts'

export const tasksMessages = { en, zh }
