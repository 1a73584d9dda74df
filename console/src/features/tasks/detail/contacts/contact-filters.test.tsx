import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../../../test/support/render.tsx'
import { useAddress } from '../../../../parts/use-address.ts'
import { ContactFilters } from './contact-filters.tsx'
import { hrefOfResult, type ResultFilter } from './result-filter.ts'

function Filters() {
  return <ContactFilters task={{ id: 't' } as Schemas['TaskDetail']} address={useAddress('contact-')} />
}

function shown(filter: ResultFilter, language: 'en' | 'zh' = 'en'): string {
  const [at = '', search = ''] = hrefOfResult('t', filter).split('?')
  return textOf(renderHtml(<Filters />, { at, search, language }))
}

it.each<[ResultFilter, string, string]>([
  [{ part: 'verdict', value: 'person' }, 'Who answered: Person', '接听者：真人'],
  [{ part: 'digits', name: 'confirm', value: '' }, 'Keys at “confirm”: none', '“confirm”的按键：无'],
  [{ part: 'field', name: 'mood', value: '50% & more' }, 'mood: 50% & more', 'mood：50% & more'],
  [{ part: 'optOut' }, 'Opted out', '要求不再呼叫'],
])('the filter that a count leads to is said in words: %j', (filter, en, zh) => {
  expect(shown(filter)).toBe(en)
  expect(shown(filter, 'zh')).toBe(zh)
})

it('a filter that does not exist is left out', () => {
  expect(textOf(renderHtml(<Filters />, { at: '/tasks/t', search: 'contact-result=mood' }))).toBe('')
})
