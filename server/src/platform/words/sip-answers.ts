// What carriers answer, in words: what the answer means, and what to change on the trunk. All who show an answer take it from here.
import { en } from './en/sip-answers.ts'
import type { Language } from './languages.ts'
import { zh } from './zh/sip-answers.ts'

export const sipAnswerWords = { en, zh }

interface AnswerWords {
  means: string
  change: string
}

/** A SIP status; or `silence`: no answer; `name`: it does not resolve; `tls`: no encrypted connection can be made. */
export type SipAnswer = number | 'silence' | 'name' | 'tls'

/** For any status that is not a success, also one that has no words of its own. */
export function answerWords(answer: SipAnswer, language: Language = 'en'): AnswerWords {
  const { answers, others } = sipAnswerWords[language]
  const ofClass: Readonly<Record<number, AnswerWords>> = others
  const own: Readonly<Record<SipAnswer, AnswerWords | undefined>> = answers
  return own[answer] ?? ofClass[Math.floor(Number(answer) / 100)] ?? others[4]
}

/** A clause: what the answer means, then what to change. */
export function explainAnswer(answer: SipAnswer, language: Language = 'en'): string {
  const { means, change } = answerWords(answer, language)
  return sipAnswerWords[language].sentence(means, change)
}
