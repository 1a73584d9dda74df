import { describe, expect, it } from 'vitest'
import { answer, renderLoaded, textOf } from '../../test/support/render.tsx'
import type { System } from '../session/use-system.ts'
import { Shell } from './shell.tsx'

const down = {
  code: 'gateway_down',
  message: 'The gateway is down.',
  since: '2026-07-01 09:30:00',
  reason: 'connect ECONNREFUSED 127.0.0.1:8088',
}

async function page(problems: object[], language: 'en' | 'zh' = 'en'): Promise<string> {
  const system = {
    timeZone: 'UTC',
    time: '2026-07-01 10:00:00',
    gateway: { kind: 'asterisk', isSimulated: false, trunks: 1 },
    problems,
  } as unknown as System
  const answers = [answer('/api/system', {}, system)]
  // No page has this path: what is shown is of the shell.
  return renderLoaded(<Shell />, { answers, language, at: '/nowhere' })
}

describe('a gateway that is down', () => {
  it('is said on every page, in words', async () => {
    const html = await page([down])
    const [banner = ''] = html.match(/<div class="banner".*?<\/div>/s) ?? []
    expect(textOf(banner)).toMatch(/^The gateway has been down since .*09:30/)
    expect(textOf(banner)).not.toContain('ECONNREFUSED')
    expect(banner).toContain('var(--console-bad)')
    expect(html).toMatch(/role="status"[^>]*>(?:<!--[^>]*-->)*<div class="banner"/)
    expect(textOf(await page([down], 'zh'))).toContain('网关不可用')
  })

  it('is a warning while other nodes dial', async () => {
    const html = await page([{ ...down, code: 'gateway_partly_down', dialers: 3, dialersDown: 1 }])
    expect(textOf(html)).toContain('The gateway is down for 1 of 3 dialers')
    expect(html).toMatch(/class="banner"[^>]*var\(--console-warn\)/)
  })

  it('is not there while it works, nor is what keeps nobody from dialing', async () => {
    for (const problems of [[], [{ code: 'gateway_busy', message: 'Too many calls.' }]])
      expect(await page(problems)).not.toContain('class="banner"')
  })
})
