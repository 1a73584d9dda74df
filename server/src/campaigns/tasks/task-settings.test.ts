import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, readSettings, storedSettings } from './task-settings.ts'

describe('the settings of a task', () => {
  it('that were stored before a setting existed have its default', () => {
    expect(readSettings({ priority: 1 })).toEqual({ ...DEFAULT_SETTINGS, priority: 1 })
  })

  it('are stored as they were given: null is a value, and what was not given stays as it is', () => {
    const given = {
      priority: undefined,
      dailyEndTime: null,
      weekdays: [7, 1, 7],
      calendarIds: ['b', 'a', 'b'],
    }
    expect(storedSettings(given)).toEqual({ dailyEndTime: null, weekdays: [1, 7], calendarIds: ['b', 'a'] })
  })

  it('are stored without the flow, which has a row of its own', () => {
    const flow = { steps: [] }
    const stored = storedSettings({ ...DEFAULT_SETTINGS, flow, maxDialCount: 7 })
    expect(stored).not.toHaveProperty('flow')
    expect(readSettings(stored, flow)).toEqual({ ...DEFAULT_SETTINGS, flow, maxDialCount: 7 })
  })
})
