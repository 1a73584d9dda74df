// Asks for keys, with a text or an uploaded audio.
import { IconDialpad } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const GATHER_DEFAULTS = { minDigits: 1, maxDigits: 1, timeout: 5, tries: 1, endKey: '#' }

const en = {
  title: 'Ask for keys',
  hint: 'Asks for one or more keys on the phone',
  exits: { pressed: 'keys pressed', noInput: 'no valid keys' },
  keys: (min: number, max: number) =>
    max === 1 ? '1 key' : min === max ? `${max} keys` : `${min} to ${max} keys`,
  accepts: (keys: string) => `accepts ${[...keys].join(', ')}`,
  tries: (count: number) => `${count} tries`,
}
const zh: typeof en = {
  title: '收集按键',
  hint: '请对方在电话上按一个或多个键',
  exits: { pressed: '已按键', noInput: '没有有效按键' },
  keys: (min, max) => (min === max ? `${max} 个按键` : `${min} 到 ${max} 个按键`),
  accepts: (keys) => `接受 ${[...keys].join('、')}`,
  tries: (count) => `最多 ${count} 次`,
}
export const gatherWords = { en, zh }

export const gather: StepKind<StepOf<'gather'>, typeof en> = {
  icon: IconDialpad,
  words: gatherWords,
  name: 'ask',
  blank: () => ({ tries: 2 }),
  defaults: GATHER_DEFAULTS,
  summary(step, words, shared, names) {
    const { minDigits, maxDigits, tries } = { ...GATHER_DEFAULTS, ...step }
    const input = [
      words.keys(minDigits, maxDigits),
      step.keys && words.accepts(step.keys),
      tries > 1 && words.tries(tries),
    ]
    const parts = [
      step.text,
      step.audioId && shared.audio(names.audio(step.audioId)),
      input.filter(Boolean).join(' · '),
    ]
    return parts.filter(Boolean).join(' — ')
  },
  exits: ({ next, noInput }) =>
    noInput
      ? [
          { name: 'next', word: 'pressed', target: next },
          { name: 'noInput', word: 'noInput', target: noInput },
        ]
      : [{ name: 'next', target: next }],
  withExit: (step, _name, noInput) => ({ ...step, noInput }),
  texts: ({ text, retryText }) => [text, retryText],
  resultsOf: ({ id }) => [`digits.${id}`],
  sentence: ({ text }) => text || undefined,
  isMute: ({ text, audioId }) => !text?.trim() && !audioId,
}
