// Why a number may not be called, in a few words: by the codes of the reasons.
import { callWords } from '@carillon/server/words/calls'
import type { Messages } from '../../language/messages.ts'

export const denialMessages: Messages<Record<string, string | undefined>> = {
  en: callWords.en.denials,
  zh: callWords.zh.denials,
}
