import { expect, it } from 'vitest'
import type { Flow } from '../flow.ts'
import { type DiffWords, diffFlows } from './flow-diff.ts'

const words: DiffWords = {
  name: 'name',
  ofFlow: ({ language = '', steps }) => [
    { label: 'language', text: language },
    { label: 'first', text: steps[0]?.id ?? '' },
  ],
  ofField: (_step, label, value) => ({ label, text: String(value) }),
  ofExit: ({ name, condition = '', to = 'end' }) => ({ label: name, text: `${condition} ${to}`.trim() }),
}

/** A line for each change, as `changed ask: text Press [-1-]{+2+}`. */
function shown(before: Flow, after: Flow): string[] {
  return diffFlows(before, after, words).map(({ kind, step, lines }) => {
    const texts = lines.map(({ label, parts }) => {
      const text = parts.map((part) => (part.kind === 'same' ? part.text : marked(part.kind, part.text)))
      return `${label} ${text.join('')}`
    })
    return `${kind} ${step?.id ?? 'call'}: ${texts.join('; ')}`
  })
}
const marked = (kind: string, text: string) => (kind === 'added' ? `{+${text}+}` : `[-${text}-]`)

const flow: Flow = {
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1', keys: '12', noInput: 'bye' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }], next: 'bye' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ],
}
const [ask, choice, thanks, bye] = flow.steps as [
  Flow['steps'][0],
  Flow['steps'][0],
  Flow['steps'][0],
  Flow['steps'][0],
]

it('is empty for the same flow, and for one that only spells out what holds anyway', () => {
  expect(shown(flow, flow)).toEqual([])
  const spelled = {
    steps: [{ ...ask, timeout: 5, tries: 1 } as typeof ask, choice, { ...thanks, next: 'bye' }, bye],
  } as Flow
  expect(shown(flow, spelled)).toEqual([])
})

it('has what changed in a step, with the words', () => {
  const next = { ...ask, text: 'Press 2', tries: 3, noInput: 'thanks' } as typeof ask
  expect(shown(flow, { ...flow, steps: [next, choice, thanks, bye] })).toEqual([
    'changed ask: text Press [-1-]{+2+}; tries [-1-]{+3+}; noInput [-bye-]{+thanks+}',
  ])
})

it('has steps that came and went in their place, and where their neighbours lead now', () => {
  const wait = { id: 'wait', type: 'say', text: 'One moment.' } as typeof bye
  expect(shown(flow, { steps: [ask, choice, wait, bye] })).toEqual([
    'removed thanks: text [-Thank you.-]; next [-bye-]',
    'added wait: text {+One moment.+}; next {+bye+}',
  ])
})

it('has conditions, and the settings of the whole call', () => {
  const cases = [
    { when: 'digits.ask == "2"', next: 'thanks' },
    { when: 'digits.ask == "3"', next: 'bye' },
  ]
  const after = { language: 'zh-CN', steps: [ask, { ...choice, cases } as typeof choice, thanks, bye] }
  expect(shown(flow, after)).toEqual([
    'changed call: language {+zh-CN+}',
    'changed choice: case 0 digits.ask == "[-1-]{+2+}" thanks; case 1 {+digits.ask == "3" bye+}',
  ])
})

it('takes a step of another type for another step', () => {
  const tone = { id: 'thanks', type: 'play', audioId: 'bell' } as typeof thanks
  expect(shown(flow, { steps: [ask, choice, tone, bye] })).toEqual([
    'removed thanks: text [-Thank you.-]; next [-bye-]',
    'added thanks: audioId {+bell+}; next {+bye+}',
  ])
})

it('takes a step that does the same under another name for renamed, wherever it is named', () => {
  const cases = [{ when: 'digits.question == "1"', next: 'thankyou' }]
  const after = {
    steps: [
      { ...ask, id: 'question', tries: 1 },
      { ...choice, id: 'way', cases },
      { ...thanks, id: 'thankyou' },
      bye,
    ],
  } as Flow
  expect(shown(flow, after)).toEqual([
    'renamed question: name [-ask-]{+question+}',
    'renamed way: name [-choice-]{+way+}',
    'renamed thankyou: name [-thanks-]{+thankyou+}',
  ])
})

it('has what else changed around a step that was renamed', () => {
  const after = { steps: [ask, choice, { ...thanks, id: 'thankyou', next: 'ask' }, bye] } as Flow
  const led = { ...choice, cases: [{ when: 'digits.ask == "1"', next: 'bye' }] }
  expect(shown(flow, { steps: [ask, led, ...after.steps.slice(2)] } as Flow)).toEqual([
    'changed choice: case 0 digits.ask == "1" [-thankyou-]{+bye+}',
    'renamed thankyou: name [-thanks-]{+thankyou+}; next [-bye-]{+ask+}',
  ])
})

it('takes a step with another name and other words for another step, and names that were swapped for changes', () => {
  const other = { ...thanks, id: 'thankyou', text: 'Thanks a lot.' } as typeof thanks
  expect(shown(flow, { steps: [ask, choice, other, bye] })).toContain(
    'added thankyou: text {+Thanks a lot.+}; next {+bye+}',
  )
  const swapped = {
    steps: [ask, choice, { ...thanks, text: 'Goodbye.' }, { ...bye, text: 'Thank you.' }],
  } as Flow
  expect(shown(flow, swapped).map((line) => line.split(':')[0])).toEqual(['changed thanks', 'changed bye'])
})

it('says with which step the call begins', () => {
  const [before, after] = [
    { steps: [thanks, bye] },
    {
      steps: [
        { ...bye, next: 'thanks' },
        { ...thanks, next: 'bye' },
      ],
    },
  ]
  expect(shown(before as Flow, after as Flow)).toEqual([
    'changed call: first [-thanks-]{+bye+}',
    'changed bye: next [-end-]{+thanks+}',
  ])
})
