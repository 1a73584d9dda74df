import { en } from './webhooks.messages.en.ts'
import { zh } from './webhooks.messages.zh.ts'

export const webhookMessages = { en, zh }
