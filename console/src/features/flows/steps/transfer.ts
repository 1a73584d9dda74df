// Connects the callee with somebody else.
import { IconArrowForward } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const transferWords = {
  en: {
    title: 'Transfer',
    hint: 'Connects the person to an agent, a queue or another number',
    exits: { notReached: 'if nobody answers there' },
    fields: { timeout: 'Seconds to ring there' },
  },
  zh: {
    title: '转接',
    hint: '把对方接到坐席、队列或另一个号码',
    exits: { notReached: '转接无人接听' },
    fields: { timeout: '振铃秒数' },
  },
}

export const transfer: StepKind<StepOf<'transfer'>> = {
  icon: IconArrowForward,
  words: transferWords,
  blank: () => ({ to: '' }),
  summary: ({ to }, _words, { nothingYet }) => to || nothingYet,
  exits: ({ next }) => [{ name: 'next', word: 'notReached', target: next }],
  texts: ({ to }) => [to],
  resultsOf: () => ['transfer'],
}
