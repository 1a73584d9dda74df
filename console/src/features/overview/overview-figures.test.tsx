import { expect, it } from 'vitest'
import { figuresIn, renderHtml } from '../../../test/support/render.tsx'
import { FiguresSkeleton } from '../../parts/figures/figure.tsx'
import type { System } from '../../session/use-system.ts'
import { type Overview, OverviewFigures } from './overview-figures.tsx'

it('the figures have the shape of their skeleton', () => {
  const none = { calls: 0, answered: 0, successes: 0, contactRate: 0, successRate: 0, talkSeconds: 0 }
  const overview = {
    today: { ...none, previous: none },
    lines: { inUse: 0, limit: 5 },
    tasks: [],
  } as unknown as Overview
  const system = {
    time: '2026-07-01 10:00:00',
    limits: { lines: 5, callsPerSecond: 0 },
    linesInUse: 0,
    callsPerSecond: 0,
  } as System
  const html = renderHtml(<OverviewFigures system={system} overview={overview} history={undefined} />)
  expect(figuresIn(html)).toEqual(figuresIn(renderHtml(<FiguresSkeleton />)))
})
