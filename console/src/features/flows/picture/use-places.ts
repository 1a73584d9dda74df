// Where the cards and lines of a picture are. Fifty steps take a third of a second to be placed, so a worker does it; until it has
// answered, a picture stays as it is.
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { type PictureEdge, type PictureFlow, pictureOf, START } from './picture-graph.ts'
import type { PlacedPicture, PlacingRequest, Room } from './place-picture.ts'

interface PlacesOptions {
  flow: PictureFlow
  /** Of a line, beside its words. */
  labelRoom: number
  /** What the picture has on the page; undefined until it is known. */
  room: Room | undefined
  /** Of a card. */
  minHeight: number
}

/** The places depend on the form of the flow and on the labels of its lines, not on its sentences. */
export function usePlaces({ flow, labelRoom, room, minHeight }: PlacesOptions) {
  const { values } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const picture = useMemo(() => pictureOf(flow), [flow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `values` are those of the language, and the texts of lines need nothing else
  const labels = useMemo(() => {
    const isPlainStart = picture.edges.filter(({ from }) => from === START).length === 1
    const labelOf = ({ exit, answerer }: PictureEdge): string => {
      if (answerer) return isPlainStart ? '' : (values['verdict']?.[answerer] ?? '')
      if (!exit || exit.word === 'next') return ''
      return texts.shortExit(exit)
    }
    return new Map(picture.edges.map((edge) => [edge.id, labelOf(edge)]))
  }, [picture, values])
  const labelOf = useCallback(({ id }: PictureEdge) => labels.get(id) ?? '', [labels])
  const form = useMemo(() => JSON.stringify([picture, [...labels]]), [picture, labels])
  const [width, height] = [rough(room?.width), rough(room?.height)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` has everything that the places depend on
  const request = useMemo((): PlacingRequest | undefined => {
    if (width === 0 || height === 0) return undefined
    const widths = picture.edges.map((edge) => [edge.id, widthOf(labelOf(edge)) + labelRoom] as const)
    return { picture, labelWidths: Object.fromEntries(widths), room: { width, height }, minHeight }
  }, [form, labelRoom, width, height, minHeight])
  return { placed: usePlaced(request), labelOf }
}

/** A picture is not placed anew for a few pixels more. */
const rough = (pixels = 0): number => Math.round(pixels / 80) * 80

const MAX_LABEL = 150

/** About as wide as the browser sets it. */
function widthOf(label: string): number {
  if (label === '') return 0
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12.5 : 6.6), 0)
  return Math.min(letters + 16, MAX_LABEL)
}

/** The last picture that was placed; undefined until there is one. */
function usePlaced(request: PlacingRequest | undefined): PlacedPicture | undefined {
  const [placed, setPlaced] = useState<PlacedPicture>()
  const [fault, setFault] = useState<Error>()
  const worker = useRef<Worker>(undefined)
  const latest = useRef<PlacingRequest>(undefined)
  useEffect(() => {
    const placing = new Worker(new URL('./place-picture.worker.ts', import.meta.url), { type: 'module' })
    worker.current = placing
    // Fifty cards take long to be shown, too: in small parts, between which the page answers.
    placing.onmessage = ({ data }: MessageEvent<PlacedPicture>) => startTransition(() => setPlaced(data))
    placing.onerror = ({ message }) => setFault(new Error(message || 'the picture could not be placed'))
    if (latest.current) placing.postMessage(latest.current)
    return () => placing.terminate()
  }, [])
  useEffect(() => {
    latest.current = request
    if (request) worker.current?.postMessage(request)
  }, [request])
  // Shown by what is around the picture, with a way to try again.
  if (fault) throw fault
  return placed
}
