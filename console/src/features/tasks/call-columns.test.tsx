import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../test/support/render.tsx'
import { type Call, useCallColumns } from './call-columns.tsx'

const call = { startTime: '2026-03-01 09:00:00', trunkId: null, trunkName: null, callerId: null }

function Started({ of }: { of: Call }) {
  return useCallColumns()
    .find(({ id }) => id === 'start')
    ?.cell(of)
}

const started = (facts: Partial<Call>, language: 'en' | 'zh' = 'en') =>
  textOf(renderHtml(<Started of={{ ...call, ...facts } as Call} />, { language }))

it('says which number was shown and which trunk was taken, if there are trunks', () => {
  expect(started({})).toMatch(/09:00:00$/)
  const route = { trunkId: 'a', trunkName: 'Berlin', callerId: '+4930901820' }
  expect(started(route)).toMatch(/09:00:00 from \+4930901820 via Berlin$/)
  expect(started(route, 'zh')).toMatch(/09:00:00 主叫 \+4930901820 经由中继 Berlin$/)
  expect(started({ ...route, trunkName: null })).toMatch(/via a deleted trunk$/)
})
