import { expect, it } from 'vitest'
import { protectiveTask } from './new-task-values.ts'
import { emptyTask, toBody } from './task-form-values.ts'

it('starts with values that protect people, and leaves the rest to the defaults of the API', () => {
  const { dailyStartTime, dailyEndTime, windowZone, callInterval, ...rest } = toBody(protectiveTask)
  expect({ dailyStartTime, dailyEndTime, windowZone, callInterval }).toEqual({
    dailyStartTime: '09:00',
    dailyEndTime: '20:00',
    windowZone: 'recipient',
    callInterval: 3600,
  })
  expect(toBody(emptyTask)).toMatchObject({ ...rest, dailyStartTime: null, dailyEndTime: null })
})
