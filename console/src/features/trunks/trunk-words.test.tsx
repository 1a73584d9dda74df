import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import type { Language } from '../../language/messages.ts'
import { TrunkCalls, TrunkNodes } from './trunk-health-drawer.tsx'
import { type Condition, TrunkState } from './trunk-state.tsx'
import { TestSteps } from './trunk-test-drawer.tsx'

const none = { calls: 0, answered: 0, shortCalls: 0, answerRate: null, talkSeconds: 0, media: null }

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

const good: Condition = {
  ...{ id: 'a', state: 'reachable', code: null, facts: {}, message: null },
  ...{ isAtDailyLimit: false, callerIds: [], nodes: [], lastHour: none },
}

it.each<[boolean, Condition['state'], string | null, RegExp]>([
  [true, 'registered', 'registered', /^Registered$/],
  [true, 'down', 'registration_rejected', /^Down The carrier refuses the registration: check the user name/],
  [true, 'heldBack', 'held_back', /^Held back Calls were refused/],
  [false, 'registered', 'registered', /^Off$/],
])('shows how a trunk is: %s, %s, %s', (isOn, state, code, words) => {
  const condition: Condition = { ...good, state, code }
  expect(textOf(renderHtml(<TrunkState isOn={isOn} condition={condition} />))).toMatch(words)
})

it('shows how each node sees a trunk, and how the sound is, in words', () => {
  const node: Condition['nodes'][number] = {
    ...{ node: 'dialer-1 4711', state: 'down', code: 'registration_rejected', facts: {}, message: null },
    ...{ registration: 'rejected', roundTripMs: 12.4, liveCalls: 2 },
    media: { calls: 2, loss: 0.02, jitterMs: 8.2, mes: 84.4 },
  }
  const shown = (nodes: Condition['nodes'], language: Language = 'en') =>
    textOf(renderHtml(<TrunkNodes nodes={nodes} />, { language }))
  expect(shown([node])).toMatch(
    /Down on the node dialer-1 4711 The carrier refuses.*Answers after 12 ms · 2 live calls Fair sound 2% .* 8 ms .* MES 84/,
  )
  expect(shown([node], 'zh')).toMatch(/不可用 节点 dialer-1 4711 .*声音一般 丢包 2%/)
  expect(shown([{ ...node, media: { calls: 1, loss: 0, jitterMs: 60, mes: null } }])).toContain('Poor sound')
  expect(shown([])).toContain('No node runs this trunk now.')
})

it('shows what came of the calls of a day, and what the carrier answered', () => {
  const bucket = {
    time: '2026-11-17 10:00:00',
    ...none,
    calls: 8,
    answered: 4,
    shortCalls: 1,
    answerRate: 0.5,
    media: { calls: 3, loss: 0.02, jitterMs: 8.2, mes: null },
  }
  const answers = [{ sipStatus: 486, calls: 4, lastTime: '2026-11-17 10:00:00', message: '' }]
  const shown = textOf(renderHtml(<TrunkCalls history={{ step: 900, buckets: [bucket], answers }} />))
  expect(shown).toMatch(/8 calls, 50% of them answered, 1 over within 6 seconds/)
  expect(shown).toMatch(/Fair sound 2% of the packets are lost, 8 ms of jitter/)
  expect(shown).toMatch(/SIP 486, 4×: .*busy/)
  const empty = { step: 900, buckets: [{ ...bucket, ...none }], answers: [] }
  expect(textOf(renderHtml(<TrunkCalls history={empty} />))).toContain('No calls in this period')
})

it('says which caller IDs are not shown, and why', () => {
  const callerIds = [
    { callerId: '+49301', calls: 3, restUntil: null, answerRate: null, poolAnswerRate: null },
    {
      ...{ callerId: '+49302', calls: 5, answerRate: 0.1, poolAnswerRate: 0.4 },
      restUntil: '2026-11-18 12:00:00',
    },
  ]
  const condition = { ...good, isAtDailyLimit: true, callerIds }
  const shown = (language: Language) =>
    textOf(renderHtml(<TrunkState isOn condition={condition} />, { language }))
  expect(shown('en')).toMatch(
    /^Reachable Every caller ID has reached.* \+49302 is not shown until .*12:00.*: 10% of its calls were answered, and 40% /,
  )
  expect(shown('en')).not.toContain('+49301')
  expect(shown('zh')).toMatch(/当天的呼叫上限.*\+49302 在 .*12:00.* 10%，其他号码为 40%/)
})

it('does not know at first', () => {
  expect(textOf(renderHtml(<TrunkState isOn condition={undefined} />))).toBe('Not known yet')
})
