import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { printable, printableLines } from './printable.ts'

const EVIL = 'a\u001b[2Jb\u009b31mc\u007fd\u202ee\nf'

function capture() {
  const lines: string[] = []
  return { log: createLog({ level: 'info', destination: { write: (line) => lines.push(line) } }), lines }
}

it('a log has no control characters but line ends, and still says what was logged', () => {
  const { log, lines } = capture()
  log.child({ node: EVIL }).info({ name: EVIL, err: new Error(EVIL) }, EVIL)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[^\p{Cc}\u202e]+\n$/u)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    node: EVIL,
    name: EVIL,
    msg: EVIL,
    err: { message: EVIL },
  })
})

it('every logger that is made of it has no rows in its errors', () => {
  const { log, lines } = capture()
  const err = Object.assign(new Error('refused'), { severity: 'ERROR', code: '23514', detail: '13900139000' })
  log.warn({ err }, 'one')
  log.child({ part: 'dialer' }).warn({ err }, 'two')
  log.error(err)
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(JSON.parse(line).err).toMatchObject({ message: 'refused', code: '23514' })
  expect(lines.join('')).not.toContain('13900139000')
})

it('printable text shows what a terminal would act on', () => {
  expect(printable(EVIL)).toBe('a\\u001b[2Jb\\u009b31mc\\u007fd\\u202ee\\u000af')
  expect(printableLines('one\ttwo\nthree\r\u001b[0m')).toBe('one\ttwo\nthree\\u000d\\u001b[0m')
  expect(printable('王小明 Ünal שלום')).toBe('王小明 Ünal שלום')
})
