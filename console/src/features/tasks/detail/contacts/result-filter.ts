// The contacts of a task by what came of their last answered call: in the address, in requests and in words.
import type { InitOf } from '@carillon/client'
import { useMessages } from '../../../../language/language-provider.tsx'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import type { Address } from '../../../../parts/use-address.ts'
import { resultsMessages } from '../../results.messages.ts'

type ContactQuery = NonNullable<NonNullable<InitOf<'get', '/api/task/{id}/contacts'>['params']>['query']>
type ResultPart = NonNullable<ContactQuery['result']>

export interface ResultFilter {
  part: ResultPart
  /** The gather step or the result field. */
  name?: string | undefined
  value?: string | undefined
}

const PARTS = {
  verdict: true,
  digits: true,
  field: true,
  transfer: true,
  agent: true,
  optOut: true,
  callback: true,
  recording: true,
  hungUp: true,
} satisfies Record<ResultPart, true>

const isPart = (text: string | undefined): text is ResultPart => text !== undefined && text in PARTS

/** What removes the filter from the address. */
export const NO_RESULT = { result: undefined, 'result-name': undefined, 'result-value': undefined }

/** The contacts that a count of the results counts. */
export function hrefOfResult(taskId: string, { part, name, value }: ResultFilter): string {
  const params = new URLSearchParams({ tab: 'contacts', 'contact-result': part })
  if (name !== undefined) params.set('contact-result-name', name)
  if (value !== undefined) params.set('contact-result-value', value)
  return `/tasks/${taskId}?${params}`
}

/** Undefined if the address has none, or one that does not exist. */
export function resultOfAddress(address: Pick<Address, 'get'>): ResultFilter | undefined {
  const part = address.get('result')
  return isPart(part)
    ? { part, name: address.get('result-name'), value: address.get('result-value') }
    : undefined
}

export function queryOfResult(
  filter: ResultFilter | undefined,
): Pick<ContactQuery, 'result' | 'resultName' | 'resultValue'> {
  if (!filter) return {}
  const { part, name, value } = filter
  return {
    result: part,
    ...(name !== undefined && { resultName: name }),
    ...(value !== undefined && { resultValue: value }),
  }
}

/** Such as “Who answered: Person”. */
export function useResultText(): (filter: ResultFilter) => string {
  const t = useMessages(resultsMessages)
  const { named } = useMessages(partsMessages)
  return ({ part, name = '', value }) => {
    const titles: Record<ResultPart, string> = {
      verdict: t.verdict,
      digits: t.digits(name),
      field: name,
      transfer: t.transfer,
      agent: t.agent,
      optOut: t.optOut,
      callback: t.callbacks,
      recording: t.recorded,
      hungUp: t.hungUps,
    }
    const words: Partial<Record<ResultPart, Record<string, string>>> = {
      verdict: t.verdicts,
      digits: { '': t.noKeys },
      transfer: t.transfers,
      agent: t.agents,
    }
    return value === undefined ? titles[part] : named(titles[part], words[part]?.[value] ?? value)
  }
}
