import { expect, it } from 'vitest'
import { readProviderAnswer } from './provider.ts'
import { signInMessages } from './sign-in.messages.ts'

it.each([
  ['#done=%2F', { returnTo: '/' }],
  ['#done=%2Ftasks%3Fpage%3D2%26status%3DRUNNING', { returnTo: '/tasks?page=2&status=RUNNING' }],
  ['#done=%2F%2Fevil.example', { returnTo: '/' }],
  ['#done=https%3A%2F%2Fevil.example', { returnTo: '/' }],
  ['#done=%2F%5Cevil.example', { returnTo: '/' }],
  ['#failed=stale', { refusal: 'stale' }],
  ['', { refusal: '' }],
])('%s is %j', (hash, answer) => {
  expect(readProviderAnswer(hash)).toEqual(answer)
})

it('has a text for each refusal in each language', () => {
  const { en, zh } = signInMessages
  expect(Object.keys(zh.refusals)).toEqual(Object.keys(en.refusals))
})
