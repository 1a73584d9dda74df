import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { createSettings, InvalidSetting } from './settings.ts'

describe('a setting', () => {
  it('is text without outer white space; empty is absent', () => {
    const settings = createSettings({ A: ' x y ', B: '  ' })
    expect([settings.text('A'), settings.text('B'), settings.text('C')]).toEqual([
      'x y',
      undefined,
      undefined,
    ])
  })

  it('that is needed says what for', () => {
    expect(createSettings({ A: 'x' }).required('A', 'why')).toBe('x')
    expect(() => createSettings({ A: ' ' }).required('A', 'the name of a user')).toThrow(
      new InvalidSetting('A is needed: the name of a user'),
    )
  })

  it('that is a choice is one of those there are', () => {
    const read = (value: string) => createSettings({ A: value }).oneOf('A', ['red', 'green'], 'red')
    expect([read(''), read('green')]).toEqual(['red', 'green'])
    expect(() => read('blue')).toThrow('A must be one of red, green, not "blue"')
  })

  it.each(['-1', '0', '11', '1.5', '1e1', 'ten', '0x1', '٣', '1'.repeat(10)])(
    'that is a number from 1 to 10 is not %s',
    (value) => {
      const { wholeNumber } = createSettings({ A: value })
      expect(() => wholeNumber('A', { default: 5, min: 1, max: 10 })).toThrow(
        `A must be a whole number from 1 to 10, not "${value}"`,
      )
    },
  )

  it('that is a number is read, or what it usually is', () => {
    const { wholeNumber, optionalNumber } = createSettings({ A: ' 7 ' })
    const range = { min: 1, max: 10 }
    expect(wholeNumber('A', { ...range, default: 5 })).toBe(7)
    expect(wholeNumber('B', { ...range, default: 5 })).toBe(5)
    expect(optionalNumber('B', range)).toBeUndefined()
  })
})

describe('a secret', () => {
  it('comes from the environment, or from a file, without its line end', async () => {
    const file = join(await temporaryFolder(), 'secret')
    await writeFile(file, 'from a file\n')
    expect(createSettings({ A: 'given' }).secret('A')).toBe('given')
    expect(createSettings({ A_FILE: file }).secret('A')).toBe('from a file')
    expect(createSettings({}).secret('A')).toBeUndefined()
  })

  it('is given once', () => {
    expect(() => createSettings({ A: 'x', A_FILE: '/y' }).secret('A')).toThrow(
      'A and A_FILE are both set: keep one',
    )
  })

  it('in a file that cannot be read is refused, not left out', () => {
    expect(() => createSettings({ A_FILE: '/nowhere/secret' }).secret('A')).toThrow(
      /^A_FILE cannot be read: ENOENT/,
    )
  })
})

describe('the settings that are given', () => {
  it('are those that were asked for, with what is secret marked', () => {
    const settings = createSettings({
      A: ' x ',
      B: 'hidden',
      C: 'http://user:word@host/',
      D: 'unknown',
      E: ' ',
    })
    settings.text('A')
    settings.secret('B')
    settings.text('C')
    settings.text('E')
    settings.text('PATH')
    expect(settings.given()).toEqual([
      { name: 'A', value: 'x', isSecret: false },
      { name: 'B', value: 'hidden', isSecret: true },
      { name: 'C', value: 'http://user:word@host/', isSecret: true },
    ])
  })
})
