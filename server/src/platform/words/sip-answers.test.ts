import { expect, it } from 'vitest'
import { answerWords, explainAnswer, sipAnswerWords } from './sip-answers.ts'

it('say what an answer means and what to change, in both languages', () => {
  expect(explainAnswer(403)).toMatch(
    /^the carrier does not accept this caller ID.*: check the caller ID \(a number of your account is usually wanted\)/,
  )
  expect(explainAnswer(403, 'zh')).toMatch(/^运营商不接受该主叫号码.*：请检查主叫号码/)
  expect(explainAnswer('silence')).toMatch(/does not answer at all.*firewall/)
})

it.each([
  ...[400, 401, 402, 403, 404, 407, 408, 410, 415, 420, 421, 422, 423, 480, 482, 483, 484, 486, 488],
  ...[500, 502, 503, 504, 603, 604, 606, 607, 608],
])('has words of its own for %d', (status) => {
  for (const language of ['en', 'zh'] as const)
    expect(Object.values(sipAnswerWords[language].others)).not.toContain(answerWords(status, language))
})

it.each([
  [302, /another address/],
  [481, /as it is sent/],
  [513, /cannot handle/],
  [600, /not accepted anywhere/],
  [799, /as it is sent/],
])('has words for %d, by its first digit', (status, words) => {
  expect(explainAnswer(status)).toMatch(words)
})
