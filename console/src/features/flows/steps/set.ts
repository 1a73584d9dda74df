// Sets a result field, or asks for another call.
import { IconPencil } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const setWords = {
  en: { title: 'Set a result field', hint: 'Saves a value in the result of the call' },
  zh: { title: '设置结果字段', hint: '在通话结果中保存一个值' },
}

export const set: StepKind<StepOf<'set'>> = {
  icon: IconPencil,
  words: setWords,
  blank: () => ({ field: '', value: '' }),
  summary: ({ field, value }, _words, { nothingYet }) => (field ? `${field} = ${value}` : nothingYet),
  texts: ({ value }) => [value],
  resultsOf: ({ field }) => [`result.${field}`],
}
