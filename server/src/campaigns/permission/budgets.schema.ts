// Windows of attempts and the quiet period as callers give and read them: of the service, and of a task.
import { Type } from 'typebox'
import { oneOf, orNull } from '../../platform/http/schemas/route-schema.ts'
import { type GivenWindow, MAX_BUDGET_DAYS } from './budgets.ts'

const MAX_WINDOWS = 10
const MAX_ATTEMPTS = 10_000

const attempts = Type.Integer({
  minimum: 1,
  maximum: MAX_ATTEMPTS,
  description: 'Max number of calls to one number.',
  examples: [7],
})
const days = Type.Integer({
  minimum: 1,
  maximum: MAX_BUDGET_DAYS,
  description: 'In any so many times 24 hours.',
  examples: [7],
})
const window = { attempts, days }

export const budgets = (description: string) =>
  Type.Array(Type.Object(window, { additionalProperties: false }), {
    maxItems: MAX_WINDOWS,
    description,
    examples: [[{ attempts: 7, days: 7 }]],
  })

const per = oneOf(['number', 'case'], {
  description:
    'What is counted: calls to one number, or calls about one case, which is what `caseField` of the contact says. Absent: per number.',
})

/** Of a task, which may count some of them per case. */
export const taskBudgets = (description: string) =>
  Type.Unsafe<GivenWindow[]>(
    Type.Array(Type.Object({ ...window, per: Type.Optional(per) }, { additionalProperties: false }), {
      maxItems: MAX_WINDOWS,
      description,
      examples: [[{ attempts: 7, days: 7, per: 'case' }]],
    }),
  )

export const quietDays = (description: string) =>
  orNull(Type.Integer({ minimum: 1, maximum: MAX_BUDGET_DAYS, description, examples: [7] }))
