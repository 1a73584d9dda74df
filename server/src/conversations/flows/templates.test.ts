import { expect, it } from 'vitest'
import { fillTemplate, placesIn } from './templates.ts'

const FIELDS: Record<string, string> = { name: 'Ann', 'first name': 'Bo' }
const fill = (text: string) => fillTemplate(text, (name) => FIELDS[name])

it.each([
  ['Hello {{name}}.', 'Hello Ann.'],
  ['Hello {{ name }}.', 'Hello Ann.'],
  ['Hello {{first name}}.', 'Hello Bo.'],
  ['Hello {{who|you}}.', 'Hello you.'],
  ['Hello {{ who | you two }}.', 'Hello you two.'],
  ['Hello {{who}}.', 'Hello .'],
  ['{{|x}} {{}} {name} {{{name}}}', '{{|x}} {{}} {name} {Ann}'],
])('fills "%s"', (text, expected) => {
  expect(fill(text)).toBe(expected)
})

it('reads the places of a text', () => {
  expect(placesIn('{{ a b }} {{c|}} {{d| e }}')).toEqual([
    { name: 'a b', fallback: undefined },
    { name: 'c', fallback: '' },
    { name: 'd', fallback: 'e' },
  ])
})

// It took 13 s for 144 characters, and minutes for so many.
it('is done at once with a place that is never closed', () => {
  const text = `{{${' '.repeat(1000)}|${' '.repeat(1000)}x`
  expect(fill(text)).toBe('{{ | x')
})
