import { en } from './builder.messages.en.ts'
import { zh } from './builder.messages.zh.ts'

export const builderMessages = { en, zh }
