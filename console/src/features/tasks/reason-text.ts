// Why a task or a contact does what it does, in the language of the page, made from the code of the reason and its facts.
import { useLanguage } from '../../language/language-provider.tsx'
import type { Language } from '../../language/messages.ts'
import { useFormat } from '../../language/use-format.ts'
import { faultText } from '../../parts/error-text.ts'
import { faultInWords } from '../../parts/network-fault.ts'
import { en } from './reason-words.en.ts'
import type { Reason, ReasonCode, ReasonWords } from './reason-words.ts'
import { zh } from './reason-words.zh.ts'

export const reasonWords: Record<Language, ReasonWords> = { en, zh }

/** A code that this console does not know is shown as the service's message. */
export function useReasonText(): (reason: Reason) => string {
  const { language } = useLanguage()
  const format = useFormat()
  return (reason) => {
    const words: ReasonWords[ReasonCode] | undefined = reasonWords[language][reason.code]
    const why = faultText(reason.reasonCode, language) ?? faultInWords(reason.reason ?? '', language)
    return words?.(reason, { time: format.shortTime, why }) ?? reason.message
  }
}
