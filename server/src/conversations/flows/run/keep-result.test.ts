import { describe, expect, it } from 'vitest'
import type { CallResult } from '../call-result.ts'
import type { FlowStep } from '../flow.ts'
import { keepFields, keepSaid, limitResult, MAX_RESULT_BYTES } from './keep-result.ts'
import { walkFlow } from './walk-flow.ts'

const sizeOf = (result: CallResult) => Buffer.byteLength(JSON.stringify(result))

describe('the result of a call', () => {
  it('has at most 50 fields, however many messages bring them', () => {
    const result: CallResult = { step: 'bot' }
    for (let message = 0; message < 300; message += 1)
      keepFields(
        result,
        Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${message}-${index}`, 'x'])),
      )
    expect(Object.keys(result.fields ?? {})).toHaveLength(50)
    expect(result.notes?.[0]).toEqual({ step: 'bot', code: 'result_full', text: 'f5-0' })
    keepFields(result, { 'f0-0': 'changed' })
    expect(result.fields?.['f0-0']).toBe('changed')
  })

  it('has values of at most 2,000 characters', () => {
    const result: CallResult = {}
    keepFields(result, { latin: 'x'.repeat(3000), emoji: '😀'.repeat(2500) })
    expect([...(result.fields?.['latin'] ?? '')]).toHaveLength(2000)
    expect(result.fields?.['emoji']).toBe('😀'.repeat(2000))
  })

  it('has at most 16 KiB, and gives up what was said for a field', () => {
    const result: CallResult = {}
    for (let index = 0; index < 50; index += 1) keepSaid(result, 'greet', 'ä'.repeat(1000))
    expect(result.said?.length).toBeGreaterThan(3)
    keepFields(result, { answer: 'yes', long: 'ä'.repeat(2000) })
    expect(result.fields).toMatchObject({ answer: 'yes', long: 'ä'.repeat(2000) })
    for (let index = 0; index < 50; index += 1) keepFields(result, { [`more${index}`]: '王'.repeat(2000) })
    expect(sizeOf(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES)
    expect(result.fields?.['answer']).toBe('yes')
    expect(result.notes?.map(({ code }) => code)).toContain('result_full')
  })

  it('has as much room if a platform says what came of it', () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`)
    const fields = Object.fromEntries(names.map((name) => [name, '王'.repeat(1000)]))
    const said = names.map((step) => ({ step, text: 'x'.repeat(1000) }))
    expect(sizeOf(limitResult({ fields, said, agent: 'done' }))).toBeLessThanOrEqual(MAX_RESULT_BYTES)
    expect(limitResult({ agent: 'done' })).toEqual({ agent: 'done' })
  })
})

it('is not multiplied by fields that contain each other', () => {
  const steps: FlowStep[] = Array.from({ length: 49 }, (_, index) => ({
    id: `set${index}`,
    type: 'set',
    field: 'f',
    value: index === 0 ? 'x'.repeat(100) : '{{result.f}}'.repeat(8),
  }))
  const say: FlowStep = { id: 'say', type: 'say', text: '{{result.f}}'.repeat(100) }
  const options = { flow: { steps: [...steps, say] }, field: () => undefined, callbackTime: () => undefined }
  const { result, entries } = walkFlow(options, [])
  expect(result.fields?.['f']).toHaveLength(2000)
  expect(result.said?.[0]?.text).toHaveLength(2000)
  expect(JSON.stringify(entries).length).toBeLessThan(150_000)
})
