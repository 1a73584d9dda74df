import { en } from './preview.messages.en.ts'
import { zh } from './preview.messages.zh.ts'

export const previewMessages = { en, zh }
