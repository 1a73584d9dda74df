// What the cards and lines of a picture say.
import { useMemo } from 'react'
import type { Format } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { stepWords } from '../steps/steps.ts'
import { pictureMessages } from './picture.messages.ts'
import type { CountTexts } from './picture-context.ts'
import {
  END,
  isOpenEnd,
  nodeIdOf,
  type PictureEdge,
  type PictureFlow,
  SCREENING,
  START,
} from './picture-graph.ts'
import type { PlacedPicture } from './place-picture.ts'

interface CardTextsOptions {
  flow: PictureFlow
  placed: PlacedPicture
  labelOf(edge: PictureEdge): string
}

export function useCardTexts({ flow, placed, labelOf }: CardTextsOptions) {
  const t = useMessages(pictureMessages)
  const words = useMessages(flowsMessages)
  const types = useMessages(stepWords)
  const { named } = useMessages(partsMessages)
  const texts = useFlowTexts()
  const format = useFormat()
  return useMemo(
    () => cardTexts({ flow, placed, labelOf, t, words, types, named, texts, format }),
    [flow, placed, labelOf, t, words, types, named, texts, format],
  )
}

interface Sources extends CardTextsOptions {
  t: (typeof pictureMessages)['en']
  words: (typeof flowsMessages)['en']
  types: (typeof stepWords)['en']
  named: (typeof partsMessages)['en']['named']
  texts: ReturnType<typeof useFlowTexts>
  format: Format
}

function cardTexts({ flow, placed, labelOf, t, words, types, named, texts, format }: Sources) {
  const { exits } = words
  const steps = new Map(flow.steps.map((step) => [nodeIdOf(step), step]))
  const fixed: Record<string, string> = { [START]: t.start, [SCREENING]: t.screening, [END]: exits.end }
  const nameOf = (id: string): string => fixed[id] ?? steps.get(id)?.id ?? (isOpenEnd(id) ? exits.open : '')
  const ways = new Map<string, string[]>()
  for (const edge of placed.edges) {
    const text = t.leadsTo(labelOf(edge) || exits.next, nameOf(edge.to))
    ways.set(edge.from, [...(ways.get(edge.from) ?? []), text])
  }
  const counted = (where: string, text: string, what = text) => ({ text, label: t.showContacts(where, what) })
  const countOf: CountTexts = {
    edge(edge, count, total) {
      const text = format.number(count)
      const part = total > 0 ? count / total : 0
      const isShare = count > 0 && part > 0 && part <= 1
      const share = !isShare ? '' : part < 0.005 ? t.hardlyAny : format.percent(Math.round(part * 100) / 100)
      return { ...counted(nameOf(edge.from), text, named(labelOf(edge) || exits.next, text)), share }
    },
    number: (count) => format.number(count),
    now: (step, count) => counted(step, t.inStep(format.number(count))),
    hungUp: (step, count) => counted(step, t.hungUp(format.number(count))),
    machines: (step, count) => counted(step, t.machines(format.number(count))),
  }
  return {
    titleOf(id: string): string {
      const step = steps.get(id)
      if (step) return types[step.type].title
      if (isOpenEnd(id)) return t.open
      return id === START ? t.start : id === END ? t.end : t.screening
    },
    textOf(id: string): string {
      const step = steps.get(id)
      if (step) return texts.summary(step)
      return id === SCREENING ? (flow.onScreening?.say ?? '') : ''
    },
    exitsOf: (id: string) => (ways.get(id) ?? []).join(', '),
    countOf,
  }
}
