import { expect, it } from 'vitest'
import { changeText } from './change-text.ts'

it('names fields as the forms do, in both languages', () => {
  const changes = [
    { field: 'lines', before: 100, after: 60 },
    { field: 'callsPerSecond', before: 0, after: 20 },
  ]
  expect(changeText(changes, 'en')).toBe('Lines: 100 → 60; Calls per second: 0 → 20')
  expect(changeText(changes, 'zh')).toBe('线路数：100 → 60；每秒呼叫数：0 → 20')
})

it('says of a new thing what it has, and nothing of what it does not have', () => {
  const changes = [
    { field: 'host', before: null, after: 'sip.example.com' },
    { field: 'callerIds', before: null, after: [] },
    { field: 'description', before: null, after: '' },
    { field: 'prefixRules', before: null, after: [{ match: '+49', strip: 3 }] },
    { field: 'isEnabled', before: null, after: false },
  ]
  expect(changeText(changes, 'en')).toBe(
    'Address of the carrier: sip.example.com; Prefix rules: Begins with +49, Remove digits 3; On: no',
  )
})
