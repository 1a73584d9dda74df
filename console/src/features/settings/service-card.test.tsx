import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import type { Language } from '../../language/messages.ts'
import type { System } from '../../session/use-system.ts'
import { ServiceCard } from './service-card.tsx'

function textWith(readReplica: System['readReplica'], language: Language = 'en'): string {
  const system = {
    version: '0.2.0',
    timeZone: 'UTC',
    time: '2026-07-01 10:00:00',
    token: { name: 'crm', scope: 'read' },
    readReplica,
  } as System
  return textOf(renderHtml(<ServiceCard system={system} />, { language }))
}

it('shows a replica that is read from, and how far it is behind', () => {
  const replica = { inUse: true, lagSeconds: 0.24, reason: null }
  expect(textWith(replica)).toContain('in use, 0.2 s behind')
  expect(textWith(replica, 'zh')).toContain('使用中，落后 0.2 秒')
})

it('says why the primary answers instead', () => {
  const lagging = textWith({ inUse: false, lagSeconds: 12.5, reason: 'lagging' })
  expect(lagging).toContain('too far behind: the primary database answers')
  expect(lagging).toContain('12.5 s behind')
  expect(textWith({ inUse: false, lagSeconds: null, reason: 'unreachable' })).toContain('not reachable')
  expect(textWith({ inUse: false, lagSeconds: null, reason: null })).toContain('not checked yet')
})

it('says nothing of a replica where there is none', () => {
  expect(textWith(null)).not.toContain('replica')
})
