import { expect, it } from 'vitest'
import { toneVariable } from './status-badge.tsx'

it('a state has a colour of the console, and what came of calls one of the palette', () => {
  expect(toneVariable('warn')).toBe('--console-warn')
  expect(toneVariable('machine')).toBe('--meaning-machine')
})
