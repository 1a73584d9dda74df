import { expect, it } from 'vitest'
import { diffWords } from './word-diff.ts'

/** `[-removed-]` and `{+added+}`. */
function shown(before: string, after: string): string {
  return diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
}

it.each([
  ['', '', ''],
  ['Hello.', 'Hello.', 'Hello.'],
  ['', 'Hello there', '{+Hello there+}'],
  ['Hello there', '', '[-Hello there-]'],
  ['Press 1 to confirm', 'Press 2 to confirm', 'Press [-1 -]{+2 +}to confirm'],
  ['Press 1', 'Please press 1 now', '[-Press -]{+Please press +}1 {+now+}'],
  ['Hello there', 'Hello there friend', 'Hello there {+friend+}'],
  ['one two three', 'four five six', '[-one two three-]{+four five six+}'],
  ['Hello {{name|there}}!', 'Hello {{name|you}}!', 'Hello [-{{name|there}}-]{+{{name|you}}+}!'],
  ['  two  spaces', '  two  spaces', '  two  spaces'],
])('%j to %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

it('tells words of Chinese apart', () => {
  expect(shown('您好，请按1确认预约。', '您好，请按2确认预约。')).toBe('您好，请按[-1-]{+2+}确认预约。')
  expect(shown('谢谢您的来电', '感谢您的来电')).toBe('[-谢谢-]{+感谢+}您的来电')
})

it('loses nothing: each side can be read off', () => {
  const pairs = [
    ['a b c d e f', 'b x d y f a'],
    ['We call you again. Goodbye.', 'Goodbye! We will call again.'],
    ['{{a}}{{b}} c', 'c {{b}}{{a}}'],
  ] as const
  for (const [before, after] of pairs) {
    const parts = diffWords(before, after)
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    expect(without('removed')).toBe(after)
    expect(without('added').replace(/\s/g, '')).toBe(before.replace(/\s/g, ''))
  }
})

it('takes the longest texts of a step in no time', () => {
  const words = (step: number) => Array.from({ length: 1000 }, (_, index) => (index * step) % 97).join(' ')
  expect(diffWords(words(1), words(3)).some(({ kind }) => kind === 'same')).toBe(true)
})
