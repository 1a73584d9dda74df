// Goes to the step of the first case that is true.
import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { StepOf } from '../flow.ts'
import type { StepExit, StepKind } from './step-kind.ts'

export const branchWords = {
  en: {
    title: 'Branch',
    hint: 'Continues with different steps, depending on the keys pressed or who answered',
    exits: { otherwise: 'otherwise' },
  },
  zh: { title: '分支', hint: '根据按键或接听者转到不同的步骤', exits: { otherwise: '否则' } },
}

export const branch: StepKind<StepOf<'branch'>> = {
  icon: IconArrowsSplit2,
  words: branchWords,
  blank: (condition) => ({ cases: [{ when: condition, next: '' }] }),
  exits: ({ cases, next }) => [
    ...cases.map(
      (one, at): StepExit => ({
        name: `case ${at}`,
        condition: one.when,
        target: one.next,
        mustBeChosen: true,
      }),
    ),
    { name: 'next', word: 'otherwise', target: next },
  ],
  withExit(step, name, target) {
    const at = Number(name.slice('case '.length))
    const cases = step.cases.map((one, index) => (index === at ? { ...one, next: target ?? '' } : one))
    return { ...step, cases }
  },
  withConditions: (step, change) => ({
    ...step,
    cases: step.cases.map((one) => ({ ...one, when: change(one.when) })),
  }),
  canShow: ({ cases }) => Array.isArray(cases) && cases.every(isCase),
}

function isCase(each: unknown): boolean {
  return typeof (each as { when?: unknown } | null)?.when === 'string'
}
