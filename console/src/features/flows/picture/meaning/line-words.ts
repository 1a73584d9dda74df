// What the lines of a picture say: what a key means rather than which one it is, and who answered.
import type { Flow } from '../../flow.ts'
import type { FlowExit } from '../../flow-exits.ts'
import type { pictureMessages } from '../picture.messages.ts'
import { type PictureEdge, type PictureFlow, pictureOf, START } from '../picture-graph.ts'
import { type LineMeaning, meaningsOf } from './line-meaning.ts'

type Words = (typeof pictureMessages)['en']['lines']

export interface LineWordsOptions {
  flow: PictureFlow
  /** As tasks have it. */
  successWhen: string
  /** The first line says how many answered. */
  isCounted: boolean
  t: Words
  /** Says the condition of a way of which nothing better is known. */
  conditionOf(exit: FlowExit): string
}

/** The words and the meaning of each line, by its id; no words for a plain line. */
export function lineWords({ flow, successWhen, isCounted, t, conditionOf }: LineWordsOptions) {
  const meanings = meaningsOf(flow, successWhen)
  const { edges } = pictureOf(flow)
  const isPlainStart = edges.filter(({ from }) => from === START).length === 1
  const wordsOf = ({ id, exit, answerer }: PictureEdge): string => {
    if (answerer) return isPlainStart ? (isCounted ? t.answered : '') : t[answerer]
    if (!exit || exit.word === 'next') return ''
    const meant = meantBy(meanings.get(id), flow, t)
    if (meant !== undefined) return meant
    return (exit.word === undefined ? undefined : t.exits[exit.word]) ?? conditionOf(exit)
  }
  return edges.map((edge) => {
    const { meaning } = meanings.get(edge.id) ?? { meaning: 'person' as const }
    return { id: edge.id, words: wordsOf(edge), meaning }
  })
}

/** Undefined for a line of which only its condition can be said. */
function meantBy(found: LineMeaning | undefined, flow: Pick<Flow, 'steps'>, t: Words): string | undefined {
  if (!found) return undefined
  const { outcome, keys, answerer } = found
  if (!keys) return outcome ? t.outcomes[outcome] : answerer === undefined ? undefined : t.verdicts[answerer]
  const question = flow.steps.find(({ id }) => id === keys.step)
  const given = question && 'keyNames' in question ? keys.keys.map((key) => question.keyNames?.[key]) : []
  const isOne = keys.keys.length === 1 && keys.keys[0]?.length === 1
  const pressed = isOne ? t.key(keys.keys.join()) : t.keys(keys.keys.join(t.comma))
  const isNamed = given.length > 0 && given.every((name) => name?.trim())
  if (isNamed) return t.byKey([...new Set(given)].join(t.comma), pressed)
  if (!outcome) return isOne ? t.onlyKey(keys.keys.join()) : t.onlyKeys(keys.keys.join(t.comma))
  return t.byKey(outcome === 'success' ? t.confirmed : t.outcomes[outcome], pressed)
}
