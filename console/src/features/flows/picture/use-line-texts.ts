// What the lines of a picture mean, in a colour and in words.
import { useMemo } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { Meaning } from '../../../shell/palette.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { type LineMeaning, meaningsOf } from './line-meaning.ts'
import { pictureMessages } from './picture.messages.ts'
import { type PictureEdge, type PictureFlow, pictureOf, START } from './picture-graph.ts'

type Words = (typeof pictureMessages)['en']['lines']

/** `successWhen`: as tasks have it. `isCounted`: the first line says how many answered. */
export function useLineTexts(flow: PictureFlow, successWhen: string, isCounted: boolean) {
  const { lines: t } = useMessages(pictureMessages)
  const texts = useFlowTexts()
  const found = useMemo(() => {
    const meanings = meaningsOf(flow, successWhen)
    const { edges } = pictureOf(flow)
    const isPlainStart = edges.filter(({ from }) => from === START).length === 1
    const labelOf = ({ id, exit, answerer }: PictureEdge): string => {
      if (answerer) return isPlainStart ? (isCounted ? t.answered : '') : t[answerer]
      if (!exit || exit.word === 'next') return ''
      const meant = wordsOf(meanings.get(id), flow, t)
      if (meant !== undefined) return meant
      return exit.word === undefined ? texts.shortExit(exit) : (t.exits[exit.word] ?? texts.exit(exit))
    }
    const labels = edges.map((edge) => [edge.id, labelOf(edge)] as const)
    const colours = [...meanings].map(([id, { meaning }]) => [id, meaning] as const)
    return { labels, colours }
  }, [flow, successWhen, isCounted, t, texts])
  // The same functions while they say the same: otherwise a letter that is typed would render every line.
  const form = JSON.stringify(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` is all of it
  return useMemo(() => {
    const labels = new Map(found.labels)
    const colours = new Map(found.colours)
    return {
      labelOf: ({ id }: PictureEdge): string => labels.get(id) ?? '',
      meaningOf: (id: string): Meaning => colours.get(id) ?? 'person',
    }
  }, [form])
}

/** Undefined for a line of which only its condition can be said. */
function wordsOf(found: LineMeaning | undefined, flow: PictureFlow, t: Words): string | undefined {
  if (!found) return undefined
  const { outcome, keys, answerer } = found
  if (!keys) return outcome ? t.outcomes[outcome] : answerer === undefined ? undefined : t.verdicts[answerer]
  const question = flow.steps.find(({ id }) => id === keys.step)
  const given = question?.type === 'gather' ? keys.keys.map((key) => question.keyNames?.[key]) : []
  const isOne = keys.keys.length === 1 && keys.keys[0]?.length === 1
  const pressed = isOne ? t.key(keys.keys.join()) : t.keys(keys.keys.join(t.comma))
  const isNamed = given.length > 0 && given.every((name) => name?.trim())
  if (isNamed) return t.byKey([...new Set(given)].join(t.comma), pressed)
  if (!outcome) return isOne ? t.onlyKey(keys.keys.join()) : t.onlyKeys(keys.keys.join(t.comma))
  return t.byKey(outcome === 'success' ? t.confirmed : t.outcomes[outcome], pressed)
}
