import { expect, it } from 'vitest'
import { newestOf } from './fetch-binaries.ts'

it('finds the newest package of a major version', () => {
  const versions = [
    '16.14.0-beta.17',
    '17.2.0-beta.15',
    '17.10.0-beta.9',
    '17.10.0-beta.17',
    '17.9.0-beta.17',
    '18.4.0-beta.17',
  ]
  expect(newestOf('17', versions)).toBe('17.10.0-beta.17')
  expect(newestOf('16', versions)).toBe('16.14.0-beta.17')
  expect(newestOf('1', versions)).toBeUndefined()
})
