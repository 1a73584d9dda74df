import { en } from './numbers.messages.en.ts'
import { zh } from './numbers.messages.zh.ts'

export const numbersMessages = { en, zh }
