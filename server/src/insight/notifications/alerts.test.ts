import { describe, expect, it } from 'vitest'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { createTimestamps } from '../../platform/kernel/timestamps.ts'
import { alertsOf } from './alerts.ts'

const time = new Date('2026-03-02T01:30:00Z')
const since = new Date('2026-03-01T23:00:00Z')
const zone = { timestamps: createTimestamps('Asia/Shanghai'), offsetAt: () => 8 * 3_600_000 }
const message = ''
const off = { code: 'webhook_off', since, message } as const

const view = {
  time,
  problems: [
    { ...off, reason: 'a.example.com' },
    { ...off, reason: 'b.example.com' },
    { code: 'forgetting_late', reason: 'calls', message },
    { code: 'number_key_missing', message },
  ],
  attention: [
    { taskId: '1', taskName: 'Spring', status: TaskStatus.FAILED, code: 'failed', message },
    { taskId: '2', taskName: 'Autumn', status: TaskStatus.RUNNING, code: 'number_key_missing', message },
  ],
} as unknown as Parameters<typeof alertsOf>[0]
const down = { trunkId: '7', trunkName: 'Main', code: 'no_node', facts: {} } as const

describe.each(['en', 'zh'] as const)('what needs attention, in %s', (language) => {
  const alerts = alertsOf(
    view,
    [
      { ...down, node: 'a' },
      { ...down, node: 'b' },
    ],
    { zone, language },
  )

  it('is told once for each thing, and not for tasks that a problem of the service holds up', () => {
    expect(alerts.map(({ key, kind }) => [key, kind])).toEqual([
      ['webhook_off:a.example.com', 'webhook'],
      ['webhook_off:b.example.com', 'webhook'],
      ['forgetting_late', 'upkeep'],
      ['number_key_missing', 'service'],
      ['trunk:7:no_node', 'trunk'],
      ['task:1:failed', 'task'],
    ])
  })

  it('is a sentence that names what it is about', () => {
    const [webhook, , , , trunk, task] = alerts.map((each) => each.message)
    expect(webhook).toContain('a.example.com')
    expect(trunk).toContain('Main')
    expect(task).toContain('Spring')
    expect(alerts.every((each) => /[\p{L}]{2}/u.test(each.message))).toBe(true)
    expect(alerts.every((each) => /\p{Script=Han}/u.test(each.message) === (language === 'zh'))).toBe(true)
  })
})
