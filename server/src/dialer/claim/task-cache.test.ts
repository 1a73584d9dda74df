import { describe, expect, it } from 'vitest'
import { createTaskCache } from './task-cache.ts'

describe('tasks of which only denied contacts were read', () => {
  it('take part in every other claim, whichever of them was read last', () => {
    const cache = createTaskCache(() => 0)
    const row = {
      is_running: true,
      name: 'task',
      priority: 3,
      daily_start: null,
      daily_end: null,
      weekdays: null,
      holidays: [],
      is_by_recipient: false,
      start_at: null,
      end_at: null,
      data_source_id: 'list',
      is_open_list: false,
      has_recalls: false,
      flow_id: null,
      success_when: 'answered',
      max_agents: null,
    }
    cache.update(
      [
        { ...row, id: 'a' },
        { ...row, id: 'b' },
        { ...row, id: 'c' },
      ],
      true,
      '1:1:',
      0,
    )
    const note = (id: string, wasDenied: boolean, wasCalled: boolean) => {
      const task = cache.get(id)
      if (task) cache.noteDenials(task, wasDenied, wasCalled)
    }
    expect(cache.takeWaiting()).toEqual(new Set())
    note('a', true, false)
    expect(cache.takeWaiting()).toEqual(new Set(['a']))
    note('b', true, false)
    expect(cache.takeWaiting()).toEqual(new Set())
    expect(cache.takeWaiting()).toEqual(new Set(['a', 'b']))
    note('b', true, true)
    cache.takeWaiting()
    expect(cache.takeWaiting()).toEqual(new Set(['a']))
    note('a', false, true)
    cache.takeWaiting()
    expect(cache.takeWaiting()).toEqual(new Set())
  })
})
