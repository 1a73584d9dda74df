// Both languages say the same things: every catalogue has the same words in each, none of them empty, with the same values
// filled in. What the stories of the console prove in one language holds in the other then.
import { describe, expect, it } from 'vitest'

type Words = Record<string, unknown>

const modules = import.meta.glob<Words>(
  [
    '../**/*.messages.ts',
    '../**/*-words.ts',
    '../features/flows/steps/*.ts',
    '../parts/errors/failed-actions.ts',
    '../parts/errors/field-names.ts',
  ],
  {
    eager: true,
  },
)
/** Those that the console shares with the service have a file for each language. */
const shared = import.meta.glob<{ en?: Words; zh?: Words }>(
  '../../../server/src/platform/words/{en,zh}/*.ts',
  {
    eager: true,
  },
)

const catalogues = [
  ...Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module)
      .filter((entry): entry is [string, { en: Words; zh: Words }] => isCatalogue(entry[1]))
      .map(([name, words]) => ({ name: `${file.replace('../', '')} ${name}`, ...words })),
  ),
  ...Object.entries(shared).flatMap(([file, { en }]) => {
    const { zh } = shared[file.replace('/en/', '/zh/')] ?? {}
    return en ? [{ name: file.slice(file.indexOf('words/')), en, zh: zh ?? {} }] : []
  }),
]

function isCatalogue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'en' in value && 'zh' in value
}

/** Every word of a catalogue by its path, such as `form.title`. */
function leavesOf(words: unknown, path = ''): Map<string, unknown> {
  if (typeof words !== 'object' || words === null) return new Map([[path, words]])
  return new Map(
    Object.entries(words).flatMap(([key, value]) => [...leavesOf(value, path ? `${path}.${key}` : key)]),
  )
}

/** Which of its arguments a sentence contains; undefined for one that needs more than texts or numbers. */
function filledIn(sentence: unknown, make: (place: number) => unknown): string | undefined {
  if (typeof sentence !== 'function') return undefined
  const values = Array.from({ length: Math.max(sentence.length, 1) }, (_, place) => make(place))
  try {
    const text: unknown = sentence(...values)
    return typeof text === 'string'
      ? values.map((value) => (text.includes(String(value)) ? 'x' : '-')).join('')
      : undefined
  } catch {
    return undefined
  }
}

const isUntranslated = (en: unknown, zh: unknown) => en === zh && /[a-z]{3,} [a-z]{3,}/.test(String(en))

it('finds the catalogues', () => {
  expect(catalogues.length).toBeGreaterThan(20)
  expect(Object.keys(shared).length).toBeGreaterThan(10)
})

describe.each(catalogues)('$name', ({ en, zh }) => {
  const [english, chinese] = [leavesOf(en), leavesOf(zh)]
  const paths = [...english.keys()]

  it('has the same words in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual(paths.toSorted())
    expect(paths.filter((path) => typeof chinese.get(path) !== typeof english.get(path))).toEqual([])
  })

  it('has no empty and no untranslated words', () => {
    const isEmpty = (words: Map<string, unknown>, path: string) => /^\s*$/.test(String(words.get(path)))
    const emptyInOne = paths.filter((path) => isEmpty(english, path) !== isEmpty(chinese, path))
    expect(emptyInOne).toEqual([])
    expect(paths.filter((path) => isUntranslated(english.get(path), chinese.get(path)))).toEqual([])
  })

  it.each([
    ['texts', (place: number) => `«${place}»`],
    ['numbers', (place: number) => 7001 + place],
  ] as const)('fills the same %s into its sentences', (_kind, make) => {
    const differing = paths.filter(
      (path) => filledIn(english.get(path), make) !== filledIn(chinese.get(path), make),
    )
    expect(differing).toEqual([])
  })
})
