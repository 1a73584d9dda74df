// Says a text.
import { IconMessage } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const sayWords = {
  en: { title: 'Say', hint: 'Speaks a text, with the fields of the contact' },
  zh: { title: '播报文字', hint: '播报一段文字，可包含联系人的字段' },
}

export const say: StepKind<StepOf<'say'>> = {
  icon: IconMessage,
  words: sayWords,
  blank: () => ({ text: '' }),
  summary: ({ text }, _words, { nothingYet }) => text || nothingYet,
  texts: ({ text }) => [text],
  sentence: ({ text }) => text,
}
