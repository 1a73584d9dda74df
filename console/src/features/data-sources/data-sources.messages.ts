import { en } from './data-sources.messages.en.ts'
import { zh } from './data-sources.messages.zh.ts'

export const dataSourcesMessages = { en, zh }
