import { useForm } from '@mantine/form'
import { expect, it } from 'vitest'
import { renderHtml } from '../../../../test/support/render.tsx'
import { defaultsOf } from '../../../parts/forms/defaults.ts'
import { LimitFields } from './limit-fields.tsx'
import { fromPermission, toPermission } from './permission-values.ts'
import { emptyTask, type TaskFormValues } from './task-form-values.ts'

const settings = {
  ...defaultsOf('NewTask'),
  budgets: [
    { attempts: 3, days: 1 },
    { attempts: 7, days: 7, per: 'case' as const },
  ],
  caseField: 'debtId',
  caseQuietDays: 7,
}

function Form({ values }: { values: Partial<TaskFormValues> }) {
  return <LimitFields form={useForm<TaskFormValues>({ initialValues: { ...emptyTask, ...values } })} />
}

it('keeps budgets per number and per case apart, and gives them back as they were', () => {
  const values = fromPermission(settings)
  expect(values).toMatchObject({
    budgets: ['3/1'],
    caseBudgets: ['7/7'],
    caseField: 'debtId',
    caseQuietDays: 7,
  })
  const { budgets, caseField, caseQuietDays } = toPermission(values)
  expect({ budgets, caseField, caseQuietDays }).toEqual({
    ...{ budgets: settings.budgets, caseField: 'debtId', caseQuietDays: 7 },
  })
})

it('sends no budget per case without a field that says it', () => {
  const sent = toPermission({ ...fromPermission(settings), caseField: ' ' })
  expect(sent).toMatchObject({ budgets: [{ attempts: 3, days: 1 }], caseField: null, caseQuietDays: null })
})

it('asks for the budgets per case once a field is named', () => {
  expect(renderHtml(<Form values={{}} />)).not.toContain('Attempts per case')
  const html = renderHtml(<Form values={fromPermission(settings)} />)
  expect(html).toContain('Attempts per case')
  expect(html).toContain('Days without calls about the case after a person answered')
})
