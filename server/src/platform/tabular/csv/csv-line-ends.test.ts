import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withCrlf } from './csv-line-ends.ts'

it('ends lines in CRLF, and leaves line breaks inside quotes alone', () => {
  expect(withCrlf(Buffer.from('a,b\n张,"x\ny ""z""\n"\n,\n')).toString()).toBe(
    'a,b\r\n张,"x\ny ""z""\n"\r\n,\r\n',
  )
})

it('does so for any cells', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '张') })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      const file = (lineEnd: string) =>
        rows
          .map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',') + lineEnd)
          .join('')
      expect(withCrlf(Buffer.from(file('\n'))).toString()).toBe(file('\r\n'))
    }),
  )
})
