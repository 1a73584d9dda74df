// Puts the number on a do-not-call list.
import { IconPhoneOff } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

const en = {
  title: 'Opt out',
  hint: 'Puts the number on a do-not-call list',
  list: (name: string) => `Adds the number to “${name}”`,
}
const zh: typeof en = {
  title: '不再呼叫',
  hint: '把号码加入禁呼名单',
  list: (name) => `把号码加入“${name}”`,
}
export const optOutWords = { en, zh }

export const optOut: StepKind<StepOf<'optOut'>, typeof en> = {
  icon: IconPhoneOff,
  words: optOutWords,
  name: 'optout',
  blank: () => ({ listId: '' }),
  summary: ({ listId }, words, { nothingYet }, names) =>
    listId ? words.list(names.list(listId)) : nothingYet,
  resultsOf: () => ['optOut'],
}
