import { expect, it } from 'vitest'
import { defaultsOf } from '../../../parts/forms/defaults.ts'
import { emptyTask, toBody } from './task-form-values.ts'

it('is, with nothing filled in, what the service takes for a task without settings', () => {
  expect(toBody(emptyTask)).toEqual({
    ...defaultsOf('NewTask'),
    ...{ taskName: '', taskDesc: '', dataSourceId: '' },
  })
})
