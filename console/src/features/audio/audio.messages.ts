import { en } from './audio.messages.en.ts'
import { zh } from './audio.messages.zh.ts'

export const audioMessages = { en, zh }
