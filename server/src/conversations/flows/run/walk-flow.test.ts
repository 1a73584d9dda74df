import { expect, it } from 'vitest'
import { walkFlow } from './walk-flow.ts'

const options = {
  flow: {
    steps: [
      { id: 'first', type: 'gather' as const, text: 'Press 1.' },
      { id: 'second', type: 'gather' as const, text: 'And again?' },
    ],
  },
  field: () => undefined,
  callbackTime: () => undefined,
}

it('takes a key for the question that is asked, however short ago the one before has ended', () => {
  const { result } = walkFlow(options, [{ wait: true }, { wait: true }, { key: '2' }])
  expect(result.digits).toEqual({ first: '', second: '2' })
})

it('begins at the step that is asked for, as an answered call', () => {
  const { entries, result } = walkFlow({ ...options, fromStep: 'second' }, [{ key: '3' }])
  expect(entries.map(({ step, what }) => [step, what])).toEqual([
    ['second', 'say'],
    ['second', 'key'],
    ['second', 'hangup'],
  ])
  expect(result.digits).toEqual({ second: '3' })
})

it.each(['person', 'machine', 'screening', 'silence', 'unknown'] as const)('is answered by %s', (verdict) => {
  expect(walkFlow(options, [{ verdict }]).result.verdict).toMatchObject({ is: verdict, by: 'detector' })
  expect(walkFlow(options, [{ verdict }, { key: '1' }]).result.verdict?.is).toBe('person')
})

it('names the step that records the whole call, which takes no time', () => {
  const steps = [
    { id: 'tape', type: 'record' as const, what: 'call' as const },
    { id: 'hello', type: 'say' as const, text: 'Hello.' },
  ]
  const { entries } = walkFlow({ ...options, flow: { steps } }, [])
  expect(entries.map(({ step, what }) => [step, what])).toEqual([
    ['tape', 'record'],
    ['hello', 'say'],
  ])
})
