// What is sent by e-mail and chat, in both languages.
import { en } from './en/notifications.ts'
import { zh } from './zh/notifications.ts'

export const notificationWords = { en, zh }
