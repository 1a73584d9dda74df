// Records the whole call, or a message of the callee.
import { IconPlayerRecord } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

const en = {
  title: 'Record',
  hint: 'Records the call, or a message from the person',
  call: 'The whole call from here on',
  message: 'A message from the person, after a tone',
}
const zh: typeof en = {
  title: '录音',
  hint: '录下通话，或对方的留言',
  call: '从这里起录下整个通话',
  message: '提示音后录下对方的留言',
}
export const recordWords = { en, zh }

export const record: StepKind<StepOf<'record'>, typeof en> = {
  icon: IconPlayerRecord,
  words: recordWords,
  blank: () => ({ what: 'call' }),
  summary: ({ what }, words) => words[what],
}
