import { describe, expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import { ContactStateBadge } from './detail/contacts/contact-state-badge.tsx'
import { WaitBadge, type WaitKind, waitKindOf } from './wait-kind.tsx'

describe('waiting', () => {
  const kinds: WaitKind[] = ['hours', 'retry', 'lines']

  it.each(['en', 'zh'] as const)('for hours, for a retry and for a line look different (%s)', (language) => {
    const shown = kinds.map((kind) => renderHtml(<WaitBadge kind={kind} />, { language }))
    const parts = {
      words: shown.map(textOf),
      icons: shown.map((html) => html.match(/tabler-icon-[a-z0-9-]+/)?.[0]),
      colours: shown.map((html) => html.match(/--status-colour:([^;"]+)/)?.[1]),
    }
    for (const [name, values] of Object.entries(parts)) {
      expect(values, name).not.toContain(undefined)
      expect(new Set(values).size, name).toBe(kinds.length)
    }
  })

  it.each([
    ['outside_window', 'hours'],
    ['recipient_hours', 'hours'],
    ['scheduled', 'hours'],
    ['waiting_for_retry', 'retry'],
    ['waiting_for_line', 'lines'],
    ['waiting_for_trunk', 'lines'],
    ['no_lines', 'lines'],
    ['dialing', undefined],
    [null, undefined],
  ])('%s is a wait for %s', (reason, kind) => {
    expect(waitKindOf(reason)).toBe(kind)
  })

  it('of a contact says for what', () => {
    const badge = (waitReason: string | null) =>
      textOf(renderHtml(<ContactStateBadge state="waiting" waitReason={waitReason} />))
    expect(badge(null)).toBe('Waiting for the next attempt')
    expect(badge('recipient_hours')).toBe('Waiting for calling hours')
    expect(badge('daily_budget')).toBe('Waiting: attempts used up')
    expect(badge('before_call_time')).toBe('Waiting for its own time')
  })
})
