import { en } from './contacts.messages.en.ts'
import { zh } from './contacts.messages.zh.ts'

export const contactsMessages = { en, zh }
