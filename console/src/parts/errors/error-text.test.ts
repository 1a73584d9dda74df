import { beforeAll, expect, it } from 'vitest'
import { errorText, loadErrorWords } from './error-text.ts'

beforeAll(() => Promise.all([loadErrorWords('en'), loadErrorWords('zh')]))

it.each(['en', 'zh'] as const)('says for how long to wait after too many requests, in %s', (language) => {
  const params = { seconds: 47, running: 4, work: 'exports', of: 'token' }
  for (const reason of ['rate_limited', 'too_many_at_once', 'too_many_invalid_tokens']) {
    const fault = { field: null, code: 'too_many_requests', params: { ...params, reason } } as const
    expect(errorText(fault, language)).toContain('47')
  }
})
