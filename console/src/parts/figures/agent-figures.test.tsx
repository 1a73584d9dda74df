import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import { AgentFigures, LineCosts } from './agent-figures.tsx'

const agents = {
  ...{ calls: 200, turns: 900, p50Seconds: 0.82, p95Seconds: 1.9, talkedOverCalls: 10, silentCalls: 3 },
  costs: [
    { currency: 'USD', amount: 8.4, perCall: 0.042, perSuccess: 0.21 },
    { currency: 'EUR', amount: 1, perCall: 0.5, perSuccess: null },
  ],
}
const answers = [{ path: '/api/system', data: { timeZone: 'UTC' } }]

it('says how long callees wait, how often the agent errs, and what it costs', () => {
  const text = textOf(renderHtml(<AgentFigures agents={agents} />, { answers }))
  for (const part of [
    '0.82 s (median), 1.9 s (95%)',
    '10 calls (5%)',
    '3 calls (1.5%)',
    'US$8.40, US$0.042 per call, US$0.21 per success',
    '€1.00, €0.50 per call',
  ])
    expect(text).toContain(part)
})

it('says it in Chinese', () => {
  const text = textOf(renderHtml(<AgentFigures agents={agents} />, { answers, language: 'zh' }))
  expect(text).toContain('0.82 秒（中位数），1.9 秒（95%）')
})

it('says what lines cost, and nothing without prices', () => {
  const costs = [{ currency: 'USD', amount: 2.4, perCall: 0.012, perSuccess: 0.06 }]
  const text = textOf(renderHtml(<LineCosts costs={costs} />, { answers }))
  expect(text).toContain('Cost of lines')
  expect(text).toContain('US$2.40, US$0.012 per call, US$0.06 per success')
  expect(textOf(renderHtml(<LineCosts costs={[]} />, { answers }))).not.toContain('Cost')
})
