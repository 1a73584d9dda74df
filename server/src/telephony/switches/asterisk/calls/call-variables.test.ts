import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callVariables } from './call-variables.ts'

const variablesOf = (fields: Record<string, string>, taskName = 'task') =>
  callVariables(
    { attemptId: 'a', taskId: 't', contactId: 'c', phoneNumber: '1', details: { taskName, fields } },
    '123',
  )

describe('the variables of a call', () => {
  it('say whose call it is', () => {
    expect(variablesOf({}, 'Reminders')).toEqual({
      CARILLON_ATTEMPT_ID: 'a',
      CARILLON_TASK_ID: 't',
      CARILLON_CONTACT_ID: 'c',
      CARILLON_PHONE_NUMBER: '123',
      CARILLON_TASK_NAME: 'Reminders',
    })
  })

  it('have the contact’s fields under names that a dialplan can read', () => {
    expect(variablesOf({ customerName: 'Ann', 'order id': '7', 姓名: '王', 'x)': 'y' })).toMatchObject({
      CARILLON_FIELD_CUSTOMERNAME: 'Ann',
      CARILLON_FIELD_ORDER_ID: '7',
      CARILLON_FIELD_姓名: '王',
      CARILLON_FIELD_X_: 'y',
    })
  })

  it('tell fields apart whose names look alike', () => {
    expect(variablesOf({ 'a b': '1', 'a-b': '2', A_B: '3' })).toMatchObject({
      CARILLON_FIELD_A_B: '1',
      CARILLON_FIELD_A_B_2: '2',
      CARILLON_FIELD_A_B_3: '3',
    })
  })

  it('hold values as they are, except for line ends and the like', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what Asterisk would take for a function
    const value = '${SHELL(ls)}, "a" \\ ü'
    expect(variablesOf({ x: value })['CARILLON_FIELD_X']).toBe(value)
    expect(variablesOf({ x: 'a\r\nAction: Originate\0' })['CARILLON_FIELD_X']).toBe('a Action: Originate ')
  })

  it('leave out the last fields rather than be too large for Asterisk', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`f${index}`, '值'.repeat(1000)]),
    )
    const variables = variablesOf(fields)
    expect(variables).toHaveProperty('CARILLON_FIELD_F0')
    expect(variables).not.toHaveProperty('CARILLON_FIELD_F49')
  })

  it('are never functions, never more than Asterisk takes, and always text it understands', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 50 }), text, (fields, taskName) => {
        const variables = variablesOf(fields, taskName)
        for (const [name, value] of Object.entries(variables)) {
          expect(name).toMatch(/^CARILLON_[\p{L}\p{N}_]*$/u)
          expect(value).not.toMatch(/\p{Cc}/u)
          expect(value.isWellFormed()).toBe(true)
        }
        expect(Buffer.byteLength(JSON.stringify(variables))).toBeLessThan(38_000)
      }),
    )
  })
})
