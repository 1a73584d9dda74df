import { en } from './own-phones.messages.en.ts'
import { zh } from './own-phones.messages.zh.ts'

export const ownPhoneMessages = { en, zh }
