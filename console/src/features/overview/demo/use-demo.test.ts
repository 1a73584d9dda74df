import { expect, it } from 'vitest'
import { DEMO_STEPS, withStep } from './use-demo.ts'

it('the guide leaves when each of its steps was followed', () => {
  const demo = { taskId: 't', dataSourceId: 'd' }
  const [last = 'own', ...others] = DEMO_STEPS
  const nearly = others.reduce<ReturnType<typeof withStep>>((at, step) => at && withStep(at, step), demo)
  expect(nearly?.done).toHaveLength(DEMO_STEPS.length - 1)
  expect(nearly && withStep(nearly, others[0] ?? last)).toEqual(nearly)
  expect(nearly && withStep(nearly, last)).toBeNull()
})
