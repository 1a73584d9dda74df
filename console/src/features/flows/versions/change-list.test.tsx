// What changed in a flow, in both languages.
import { expect, it } from 'vitest'
import { renderHtml } from '../../../../test/support/render.tsx'
import type { Flow } from '../flow.ts'
import { ChangeList } from './change-list.tsx'

const before: Flow = {
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1.', keys: '1' },
    { id: 'person', type: 'transfer', to: 'queue:sales', timeout: 20 },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ],
}
const after: Flow = {
  onMachine: { do: 'hangup' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 2.', keys: '1', interrupt: false },
    { id: 'person', type: 'transfer', to: 'queue:sales', timeout: 40 },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}

/** Its lines: each step with its kind, then what changed in it. */
function linesOf(language: 'en' | 'zh', to: Flow = after): string[] {
  const html = renderHtml(<ChangeList label="Changes" before={before} after={to} />, { language })
  return html
    .split(/<li|<p /)
    .slice(1)
    .map((line) =>
      `<${line}`
        .replace(/<(?!\/?(del|ins)\b)[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

it('has each step, its settings by their names in the builder, and words that came and went', () => {
  expect(linesOf('en')).toEqual([
    'The whole call changed',
    'When a machine answers <del>continue as with a person</del><ins>hang up</ins>',
    'Ask for keys ask changed',
    'Text Press <del>1</del><ins>2</ins> .',
    'A key interrupts what is being said <ins>no</ins>',
    'Transfer person changed',
    'Seconds to ring there <del>20</del><ins>40</ins>',
    'if nobody answers there <del>bye</del><ins>thanks</ins>',
    'Say bye removed',
    'Text <del>Goodbye.</del>',
    'then <del>the call ends</del>',
    'Say thanks added',
    'Text <ins>Thank you.</ins>',
    'then <ins>the call ends</ins>',
  ])
  expect(linesOf('zh').slice(0, 5)).toEqual([
    '整个通话 修改',
    '机器接听时 <del>与真人接听时一样继续</del><ins>挂断</ins>',
    '收集按键 ask 修改',
    '文字 Press <del>1</del><ins>2</ins> .',
    '按键可打断播报 <ins>否</ins>',
  ])
})

it.each([
  ['en', 'Say', 'renamed', 'Name of the step'],
  ['zh', '播报文字', '改名', '步骤名称'],
] as const)('has the old and the new name of a step that was renamed (%s)', (language, type, kind, label) => {
  const renamed = { steps: before.steps.map((step) => (step.id === 'bye' ? { ...step, id: 'end' } : step)) }
  expect(linesOf(language, renamed)).toEqual([`${type} end ${kind}`, `${label} <del>bye</del><ins>end</ins>`])
})

it('says so if nothing changed', () => {
  expect(
    renderHtml(<ChangeList label="Changes" before={before} after={before} />, { language: 'zh' }),
  ).toContain('两者相同。')
})
