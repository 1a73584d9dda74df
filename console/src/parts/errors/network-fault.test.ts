import { expect, it } from 'vitest'
import { faultInWords } from './network-fault.ts'

it.each([
  ['connect ECONNREFUSED 10.0.0.5:8088', '10.0.0.5:8088 refuses the connection'],
  [
    'cannot connect to Asterisk: connect ECONNREFUSED 127.0.0.1:8088',
    'cannot connect to Asterisk: 127.0.0.1:8088 refuses the connection',
  ],
  ['read ECONNRESET', 'it closed the connection'],
  ['getaddrinfo ENOTFOUND pbx.example.com', 'the name pbx.example.com is not known'],
  ['connect ETIMEDOUT 10.0.0.5:8088', '10.0.0.5:8088 does not answer'],
  ['401 Unauthorized', '401 Unauthorized'],
])('says %s in words', (text, expected) => {
  expect(faultInWords(text, 'en')).toBe(expected)
})

it('says it in Chinese', () => {
  expect(faultInWords('connect ECONNREFUSED 10.0.0.5:8088', 'zh')).toBe('10.0.0.5:8088拒绝连接')
})
