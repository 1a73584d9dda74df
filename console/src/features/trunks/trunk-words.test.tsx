import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import type { Language } from '../../language/messages.ts'
import { type Condition, TrunkState } from './trunk-state.tsx'
import { TestSteps } from './trunk-test-drawer.tsx'

type Test = Parameters<typeof TestSteps>[0]['test']
type Step = Test['steps'][number]

const step = (facts: Pick<Step, 'step' | 'status' | 'code'> & Partial<Step>): Step => ({
  facts: {},
  message: 'from the service',
  time: '2026-11-17 10:00:05',
  ...facts,
})

function stepsIn(language: Language, steps: Step[], endTime: string | null = null): string {
  const test: Test = { id: 'a', trunkId: 'b', phoneNumber: '123456', startTime: '', steps, endTime }
  return textOf(renderHtml(<TestSteps test={test} />, { language }))
}

const refused = step({ step: 'answer', status: 'failed', code: 'refused', facts: { answer: 403 } })

it('shows each step in words, in both languages', () => {
  const en = stepsIn('en', [refused], '2026-11-17 10:00:06')
  expect(en).toMatch(
    /^Answer of the carrier Failed 10:00:05 SIP 403: the carrier does not accept this caller ID/,
  )
  expect(en).toMatch(/The test stopped here\.$/)
  expect(stepsIn('zh', [refused])).toMatch(
    /运营商的应答 失败 10:00:05 SIP 403：运营商不接受该主叫号码.*测试进行中/,
  )
})

it('says that the trunk works only if sound was heard in both directions', () => {
  const sound = (status: Step['status'], code: string) => [step({ step: 'sound', status, code })]
  const end = '2026-11-17 10:00:09'
  expect(stepsIn('en', sound('ok', 'both_ways'), end)).toContain('The trunk works.')
  expect(stepsIn('en', sound('skipped', 'not_measured'), end)).not.toContain('The trunk works.')
})

it('shows the sentence of the service for a code of a newer one', () => {
  expect(stepsIn('en', [step({ step: 'answer', status: 'ok', code: 'new' })])).toContain('from the service')
})

it.each<[boolean, Condition['state'], string | null, RegExp]>([
  [true, 'registered', 'registered', /^Registered$/],
  [true, 'down', 'registration_rejected', /^Down The carrier refuses the registration: check the user name/],
  [false, 'registered', 'registered', /^Off$/],
])('shows how a trunk is: %s, %s, %s', (isOn, state, code, words) => {
  const condition: Condition = { id: 'a', state, code, facts: {}, message: null }
  expect(textOf(renderHtml(<TrunkState isOn={isOn} condition={condition} />))).toMatch(words)
})

it('does not know at first', () => {
  expect(textOf(renderHtml(<TrunkState isOn condition={undefined} />))).toBe('Not known yet')
})
