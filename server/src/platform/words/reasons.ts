// Why tasks and contacts are called or not, and warnings before publishing: codes, parameters and sentences.
import { en } from './en/reasons.ts'
import type { Language } from './languages.ts'
import type { ReasonFacts, WarningFacts } from './reason-facts.ts'
import { zh } from './zh/reasons.ts'

export type ReasonCode = keyof typeof en.reasons
export type WarningCode = keyof typeof en.warnings

export const reasonWords: Record<Language, Record<ReasonCode, (facts: ReasonFacts) => string>> = {
  en: en.reasons,
  zh: zh.reasons,
}
export const warningWords: Record<Language, Record<WarningCode, (facts: WarningFacts) => string>> = {
  en: en.warnings,
  zh: zh.warnings,
}
