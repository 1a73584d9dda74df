import { describe, expect, it } from 'vitest'
import { describeLoggedError } from './logged-error.ts'

const PHONE = '13900139000'

/** As the driver makes it. */
function databaseError(code: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: `Failing row contains (${PHONE}).`,
    hint: `Not ${PHONE}.`,
    where: `COPY contact, line 1, column phone_number: "${PHONE}"`,
    internalQuery: `select '${PHONE}'`,
    parameters: [PHONE],
    table: 'contact',
    constraint: 'surprise',
    ...more,
  })
}

const textOf = (error: unknown) => JSON.stringify(describeLoggedError(error))

describe('an error of the database', () => {
  it('says which rule of which table it was about, and nothing of the row', () => {
    const message = 'new row for relation "contact" violates check constraint "surprise"'
    const error = databaseError('23514', message)
    expect(describeLoggedError(error)).toMatchObject({
      message,
      code: '23514',
      table: 'contact',
      constraint: 'surprise',
      stack: expect.stringContaining('logged-error.test.ts'),
    })
    expect(textOf(error)).not.toContain(PHONE)
  })

  it.each([
    [
      '22P02',
      `invalid input syntax for type bigint: "${PHONE}"`,
      'invalid input syntax for type bigint: "…"',
    ],
    [
      '22003',
      `value "${PHONE}" is out of range for type integer`,
      'value "…" is out of range for type integer',
    ],
    ['42601', `syntax error at or near "${PHONE}"`, 'syntax error at or near "…"'],
    ['P0001', `no such number: "${PHONE}"`, 'no such number: "…"'],
    ['42P01', 'relation "contact" does not exist', 'relation "contact" does not exist'],
  ])('of %s has no value in its message either', (code, message, logged) => {
    const described = describeLoggedError(databaseError(code, message))
    expect(described.message).toBe(logged)
    expect(JSON.stringify(described)).not.toContain(PHONE)
  })

  it('is no different as the cause of another, or as one of several', () => {
    const cause = databaseError('23514', 'violates a constraint')
    expect(textOf(new Error('outer', { cause: new Error('inner', { cause }) }))).not.toContain(PHONE)
    expect(describeLoggedError(new Error('outer', { cause })).cause).toMatchObject({ code: '23514' })
    const several = describeLoggedError(new AggregateError([cause, new Error('other')], 'several'))
    expect(several.errors).toMatchObject([{ code: '23514' }, { message: 'other' }])
    expect(JSON.stringify(several)).not.toContain(PHONE)
  })
})

describe('any error', () => {
  it('keeps what helps to find it', () => {
    const error = Object.assign(new TypeError('connect failed'), { code: 'ECONNREFUSED', syscall: 'connect' })
    expect(describeLoggedError(error)).toMatchObject({
      type: 'TypeError',
      message: 'connect failed',
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
  })

  it('that is its own cause comes to an end', () => {
    const error = new Error('round and round')
    error.cause = error
    expect(textOf(error).length).toBeLessThan(20_000)
  })

  it('of another type is described as "not an error"', () => {
    expect(describeLoggedError(PHONE)).toMatchObject({ type: 'string', message: 'not an error' })
    expect(textOf({ phoneNumber: PHONE })).not.toContain(PHONE)
  })
})
