import { describe, expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import type { Overview } from './overview.ts'
import { AttentionTasks, TaskOverview } from './task-overview.tsx'

const task = {
  id: 't',
  taskName: 'Autumn',
  dataSourceName: 'Customers',
  status: 4,
  contactCount: 60,
  doneContacts: 60,
  callCount: 0,
  endings: { successful: 0, unsuccessful: 0, machine: 0, notAnswered: 0, failed: 0 },
  isConfirmation: false,
  callsPerMinute: 0,
  expectedEndTime: null,
  isWaiting: false,
  reason: {
    code: 'nobody_called',
    message: 'Nobody was called: 60 on a do-not-call list.',
    skips: [{ reason: 'do_not_call', contacts: 60 }],
  },
} as unknown as Overview['tasks'][number]

describe('a task that called nobody', () => {
  it('needs attention, is amber and says why', () => {
    const attention = renderHtml(<AttentionTasks tasks={[task]} />)
    const rest = renderHtml(<TaskOverview tasks={[task]} />)
    expect(textOf(attention)).toContain('Needs attention')
    expect(textOf(attention)).toContain('Nobody was called: 60 on a do-not-call list.')
    expect(attention).toMatch(/class="status" style="--status-colour:var\(--console-warn\)"/)
    expect(textOf(rest)).not.toContain('Autumn')
  })

  it('says so in Chinese', () => {
    expect(textOf(renderHtml(<AttentionTasks tasks={[task]} />, { language: 'zh' }))).toContain('60')
  })
})

describe('the bar of a task', () => {
  const called = {
    ...{ ...task, status: 1, contactCount: 10, doneContacts: 4, callCount: 6, isConfirmation: true },
    endings: { successful: 2, unsuccessful: 1, machine: 0, notAnswered: 3, failed: 0 },
    reason: { code: 'dialing', message: 'It is dialing.', calls: 1 },
  } as unknown as Overview['tasks'][number]

  it('has a part for each outcome, and the rest for people who are not done', () => {
    const html = renderHtml(<TaskOverview tasks={[called]} />)
    const parts = [...html.matchAll(/flex-grow:(\d+)(?:;--status-colour:var\(--meaning-(\w+)\))?/g)]
    expect(parts.map(([, grow, meaning]) => [Number(grow), meaning])).toEqual([
      [2, 'success'],
      [1, 'answered'],
      [3, 'silent'],
      [6, undefined],
    ])
  })

  it.each([
    ['en', 'Confirmed: 2, '],
    ['zh', '已确认：2, '],
  ] as const)('is said in words, in %s', (language, words) => {
    expect(renderHtml(<TaskOverview tasks={[called]} />, { language })).toContain(`aria-label="${words}`)
  })
})
