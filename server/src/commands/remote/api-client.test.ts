import { expect, it } from 'vitest'
import { unencryptedWarning } from './api-client.ts'

it.each(['https://calls.example.com', 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
  'says nothing about %s',
  (url) => {
    expect(unencryptedWarning(url)).toBeUndefined()
  },
)

it.each(['http://calls.example.com', 'http://10.0.0.5:3000'])('warns that %s is not encrypted', (url) => {
  expect(unencryptedWarning(url)).toMatch(
    /^Warning: the access token and all data are sent to .* unencrypted/,
  )
})
