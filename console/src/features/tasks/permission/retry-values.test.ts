import { expect, it } from 'vitest'
import { toRetryRows, toRetryRules } from './retry-values.ts'

it.each([
  [{ delay: 90 }, 90, 'second'],
  [{ delay: 300 }, 5, 'minute'],
  [{ delay: 7200 }, 2, 'hour'],
  [{ delay: 86_400 }, 1, 'day'],
  [{ delay: 0 }, 0, 'second'],
  [{ count: 2 }, '', 'minute'],
] as const)('shows %j as a wait of %j %s, and gives it back', (busy, delay, unit) => {
  const rows = toRetryRows({ busy })
  expect(rows).toMatchObject([{ cause: 'busy', delay, unit }])
  expect(toRetryRules(rows)).toEqual({ busy })
})
