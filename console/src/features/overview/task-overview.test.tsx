import { describe, expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import type { Overview } from './overview-figures.tsx'
import { TaskOverview } from './task-overview.tsx'

const task = {
  id: 't',
  taskName: 'Autumn',
  dataSourceName: 'Customers',
  status: 4,
  contactCount: 60,
  doneContacts: 60,
  callCount: 0,
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
    const html = renderHtml(<TaskOverview tasks={[task]} />)
    const [attention = '', rest = ''] = html.split('</section>')
    expect(textOf(attention)).toContain('Needs attention')
    expect(textOf(attention)).toContain('Nobody was called: 60 on a do-not-call list.')
    expect(attention).toMatch(/class="status" style="--status-colour:var\(--console-warn\)"/)
    expect(textOf(rest)).not.toContain('Autumn')
  })

  it('says so in Chinese', () => {
    expect(textOf(renderHtml(<TaskOverview tasks={[task]} />, { language: 'zh' }))).toContain('60')
  })
})
