// Why a task or a contact does what it does, in the language of the page, made from the code of the reason and its facts.
import type { Schemas } from '@carillon/client'
import type { ReasonFacts } from '@carillon/server/words/reason-facts'
import { reasonWords } from '@carillon/server/words/reasons'
import { useLanguage } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { faultText } from '../../parts/errors/error-text.ts'
import { faultInWords } from '../../parts/errors/network-fault.ts'

type Reason = Schemas['TaskReason'] | Schemas['ContactReason']

/** A code that this console does not know is shown as the service's message. */
export function useReasonText(): (reason: Reason) => string {
  const { language } = useLanguage()
  const format = useFormat()
  return (reason) => {
    const words: ((facts: ReasonFacts) => string) | undefined = reasonWords[language][reason.code]
    const time = (timestamp: string | undefined) => timestamp && format.shortTime(timestamp)
    const { until, since, nextTime, ...facts } = reason
    const times = { until: time(until), since: time(since), nextTime: time(nextTime) }
    const why = faultText(reason.reasonCode, language) ?? faultInWords(reason.reason ?? '', language)
    return words?.({ ...facts, ...times, why }) ?? reason.message
  }
}
