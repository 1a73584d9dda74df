import { expect, it } from 'vitest'
import { placeOf } from './transfer-dialog.tsx'

it.each([
  [' +49 (30) 901-820 ', 'tel:+4930901820'],
  ['115', 'tel:115'],
  ['sip:desk@pbx.example', 'sip:desk@pbx.example'],
  ['queue:sales', 'queue:sales'],
])('%s is the place %s', (text, place) => {
  expect(placeOf(text)).toBe(place)
})
