// What every answer of the service has in common, said once.

import { expect } from 'vitest'
import { definitionOf, ERROR_CODES, type ErrorCode } from '../../src/platform/words/error-codes.ts'
import type { FaultDefinition } from '../../src/platform/words/faults/fault-definition.ts'
import { type Fault, faults } from '../../src/platform/words/faults.ts'
import type { Answer } from './test-app.ts'

/** The answer's data, after making sure that it is a success in both places. */
export function expectSuccess<Data>(answer: Answer<Data>): Data {
  const { status, body } = answer
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 200,
    code: 0,
    message: 'success',
  })
  expect(Object.keys(body).sort()).toEqual(['code', 'data', 'message'])
  return body.data
}

/** An error in both places, without data, that says what is wrong. */
export function expectError(answer: Answer, status: number, message: string | RegExp = /./): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      code: status,
      message: expect.stringMatching(message),
      data: null,
      errors: expect.toSatisfy(areKnownErrors, 'to have known codes with all their parameters'),
    },
  })
}

/** Whether programs can read an error: known codes, with all their parameters and no others but the step of a flow. */
export function areKnownErrors(given: unknown): boolean {
  const errors = given as { code: ErrorCode; field: string | null; params: object }[]
  if (!Array.isArray(errors) || errors.length === 0) return false
  return errors.every(({ code, field, params }) => {
    if (!ERROR_CODES.includes(code) || field === undefined) return false
    const { faults: reasons, ...own } = definitionOf(code)
    const { reason } = params as { reason: Fault }
    if (reasons && !reasons.includes(reason)) return false
    const { params: kinds = {} }: FaultDefinition = reasons ? faults[reason] : own
    const known = Object.entries(reasons ? { reason: 'text', ...kinds } : kinds)
    const isComplete = known.every(([name, kind]) => kind.endsWith('?') || name in params)
    const { step: _, ...rest } = params as { step?: string }
    const others = field?.startsWith('flow.') ? rest : params
    return isComplete && Object.keys(others).every((name) => known.some(([each]) => each === name))
  })
}

export const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** Of the right shape, and nobody's. */
export const UNKNOWN_ID = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
