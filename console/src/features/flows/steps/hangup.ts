// Ends the call.
import { IconPhoneEnd } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepKind } from './step-kind.ts'

export const hangupWords = {
  en: { title: 'Hang up', hint: 'Ends the call' },
  zh: { title: '挂断', hint: '结束通话' },
}

export const hangup: StepKind<StepOf<'hangup'>> = {
  icon: IconPhoneEnd,
  words: hangupWords,
  blank: () => ({}),
  exits: () => [],
}
