// The test of a trunk and the state of a trunk: codes, parameters and sentences.
import { en } from './en/trunk-tests.ts'
import type { Language } from './languages.ts'
import { explainAnswer, type SipAnswer } from './sip-answers.ts'
import type { TrunkFacts } from './trunk-facts.ts'
import { zh } from './zh/trunk-tests.ts'

export const trunkTestWords = { en, zh }

export type TrunkStepName = keyof typeof en.steps
export type TrunkOutcome = keyof typeof en.outcomes
export type TrunkStateName = keyof typeof en.states

/** In the order in which they happen. */
export const TRUNK_STEPS = Object.keys(en.steps) as TrunkStepName[]
export const TRUNK_STATES = Object.keys(en.states) as TrunkStateName[]

/** What is stored of an outcome: its parameters, and the answer that its sentence explains. */
export interface TrunkOutcomeFacts extends Omit<TrunkFacts, 'explanation'> {
  answer?: SipAnswer | undefined
}

/** Undefined for an outcome that is not known here, such as one of a newer service. */
export function outcomeSentence(
  code: string,
  { answer, ...facts }: TrunkOutcomeFacts,
  language: Language = 'en',
): string | undefined {
  const words: Readonly<Record<string, ((facts: TrunkFacts) => string) | undefined>> =
    trunkTestWords[language].outcomes
  const explanation = answer === undefined ? undefined : explainAnswer(answer, language)
  const sipStatus = typeof answer === 'number' ? answer : undefined
  const sentence = words[code]?.({ ...facts, sipStatus, explanation })
  return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
