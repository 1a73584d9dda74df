// What the lines of a picture mean, in a colour and in words.
import { useMemo } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import type { Meaning } from '../../../../shell/palette.ts'
import { useFlowTexts } from '../../flow-texts.ts'
import { pictureMessages } from '../picture.messages.ts'
import type { PictureEdge, PictureFlow } from '../picture-graph.ts'
import { lineWords } from './line-words.ts'

export function useLineTexts(flow: PictureFlow, successWhen: string, isCounted: boolean) {
  const { lines: t } = useMessages(pictureMessages)
  const { shortExit } = useFlowTexts()
  const found = useMemo(
    () => lineWords({ flow, successWhen, isCounted, t, conditionOf: shortExit }),
    [flow, successWhen, isCounted, t, shortExit],
  )
  // The same functions while they say the same: otherwise a letter that is typed would render every line.
  const form = JSON.stringify(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` is all of it
  return useMemo(() => {
    const byId = new Map(found.map((line) => [line.id, line]))
    return {
      labelOf: ({ id }: PictureEdge): string => byId.get(id)?.words ?? '',
      meaningOf: (id: string): Meaning => byId.get(id)?.meaning ?? 'person',
    }
  }, [form])
}
