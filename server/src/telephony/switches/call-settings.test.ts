import { describe, expect, it } from 'vitest'
import { createSettings } from '../../platform/kernel/settings.ts'
import { readCallerIds, takeInTurn } from './call-settings.ts'

const read = (text: string) => readCallerIds(createSettings({ CALLER_ID: text }))

describe('caller ids', () => {
  it('are none, one or several', () => {
    expect(read('')).toEqual([])
    expect(read('+493012345')).toEqual(['+493012345'])
    expect(read(' 4001 ,4002,, 4003')).toEqual(['4001', '4002', '4003'])
  })

  it.each(['Carillon', '12', '4001;x', '4001 4002', '"A" <4001>'])('must be numbers, not %j', (text) => {
    expect(() => read(text)).toThrow(/^CALLER_ID must be numbers of 3 to 20 digits/)
  })

  it('are taken in turn', () => {
    const next = takeInTurn(['a', 'b', 'c'])
    expect([next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a'])
    const always = takeInTurn(['only'])
    expect([always(), always()]).toEqual(['only', 'only'])
    expect(takeInTurn([])()).toBeUndefined()
  })
})
