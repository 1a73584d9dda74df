import { expect, it } from 'vitest'
import { totalCosts } from './call-costs.ts'

it('a call costs its line and its agent, by currency', () => {
  const conversation = {
    ...{ summary: null, pace: null, lineCount: 0 },
    costs: [
      { amount: 0.04, currency: 'USD', of: 'speech' },
      { amount: 0.5, currency: 'EUR', of: '' },
    ],
  }
  expect(totalCosts({ lineCost: { amount: 0.02, currency: 'USD' }, conversation })).toEqual([
    { amount: 0.06, currency: 'USD' },
    { amount: 0.5, currency: 'EUR' },
  ])
  expect(totalCosts({ lineCost: null, conversation: null })).toEqual([])
})
