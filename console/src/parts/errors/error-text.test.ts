import { expect, it } from 'vitest'
import { errorText } from './error-text.ts'

it.each(['en', 'zh'] as const)('says for how long to wait after too many requests, in %s', (language) => {
  const params = { seconds: 47, running: 4, work: 'exports', of: 'token' }
  for (const code of ['too_many_requests', 'too_many_at_once', 'too_many_invalid_tokens'] as const)
    expect(errorText({ field: null, code, params } as never, language)).toContain('47')
})
