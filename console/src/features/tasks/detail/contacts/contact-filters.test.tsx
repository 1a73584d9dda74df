import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, renderHtml, textOf } from '../../../../../test/support/render.tsx'
import { useAddress } from '../../../../parts/use-address.ts'
import type { WayTaken } from '../../../flows/flow-exits.ts'
import { ContactFilters } from './contact-filters.tsx'
import { hrefOfResult, type ResultFilter } from './result-filter.ts'
import { hrefOfWay } from './way-filter.ts'

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

const choice = {
  id: 'choice',
  type: 'branch' as const,
  cases: [
    { when: 'digits.ask == "1"', next: 'end' },
    { when: 'result.mood == "good"', next: 'end' },
  ],
}
const versions = answer(
  '/api/task/{id}/flow/versions',
  { params: { path: { id: 't' } } },
  {
    rows: [
      { version: 2, isCurrent: true, actor: '', time: '', calls: 0, flow: { steps: [choice] } },
      {
        version: 1,
        isCurrent: false,
        actor: '',
        time: '',
        calls: 0,
        flow: { steps: [{ ...choice, cases: [] }] },
      },
    ],
  },
)

it.each<[WayTaken, number | undefined, string, string]>([
  [{ fromStep: 'ask' }, undefined, 'Reached step “ask”', '到达步骤“ask”'],
  [{ fromStep: 'ask', exit: '' }, undefined, 'Went on from step “ask”', '从步骤“ask”继续'],
  [{ fromStep: 'ask', exit: 'hungUp' }, undefined, 'Hung up at “ask”', '在“ask”挂断'],
  [{ fromStep: 'choice', exit: 'case:1' }, undefined, 'Took “1” at step “choice”', '在步骤“choice”走了“1”'],
  [
    { fromStep: 'choice', exit: 'case:2' },
    2,
    'Took “Result field “mood” is good” at step “choice”, version 2',
    '在步骤“choice”走了“结果字段“mood”为 good”，版本 2',
  ],
  [
    { fromStep: 'choice', exit: 'case:1' },
    1,
    'Took “case 1” at step “choice”, version 1',
    '在步骤“choice”走了“情况 1”，版本 1',
  ],
  [
    { fromStep: 'ask', exit: 'keys:1,keys:*,keys,noInput' },
    undefined,
    'Took “1, *, several keys, no valid keys” at step “ask”',
    '在步骤“ask”走了“1、*、多个按键、无有效按键”',
  ],
  [
    { fromStep: 'person', exit: 'transfer:busy,transfer:declined' },
    undefined,
    'Took “Busy, Not accepted” at step “person”',
    '在步骤“person”走了“忙线、未接受”',
  ],
  [{ answerer: 'machine', firstStep: 'ask' }, undefined, 'Who answered: Machine', '接听者：机器'],
  [
    { answerer: 'machine', firstStep: 'ask' },
    2,
    'Who answered: Machine Reached step “ask”, version 2',
    '接听者：机器 到达步骤“ask”，版本 2',
  ],
])('the way that a number of a picture leads to is said in words: %j', (taken, version, en, zh) => {
  const [at = '', search = ''] = hrefOfWay('t', taken, version).split('?')
  const said = (language: 'en' | 'zh') =>
    textOf(renderHtml(<Filters />, { at, search, language, answers: [versions] }))
  expect(said('en')).toBe(en)
  expect(said('zh')).toBe(zh)
})

it('those who are in a call now are a state', () => {
  expect(hrefOfWay('t', 'live', 3)).toBe('/tasks/t?tab=contacts&contact-state=dialing')
})

it('a filter that does not exist is left out', () => {
  expect(textOf(renderHtml(<Filters />, { at: '/tasks/t', search: 'contact-result=mood' }))).toBe('')
})
