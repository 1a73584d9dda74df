// Where the cards and lines of a picture are. Fifty steps take a third of a second to be placed, so a worker does it; until it has
// answered, a picture stays as it is.
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { type PictureEdge, type PictureFlow, pictureOf } from './picture-graph.ts'
import type { PlacedPicture, PlacingRequest, Room } from './place-picture.ts'

interface PlacesOptions {
  flow: PictureFlow
  labelOf(edge: PictureEdge): string
  /** Of a line, beside its words. */
  labelRoom: number
  /** Whether also a line without words has that room. */
  isRoomForAll: boolean
  hasStreams: boolean
  /** What the picture has on the page; undefined until it is known. */
  room: Room | undefined
  /** Of a card. */
  minHeight: number
}

/** The places depend on the form of the flow and on the labels of its lines, not on its sentences or numbers. */
export function usePlaces(options: PlacesOptions): PlacedPicture | undefined {
  const { flow, labelOf, labelRoom, isRoomForAll, hasStreams, room, minHeight } = options
  const picture = useMemo(() => pictureOf(flow), [flow])
  const widths = useMemo(
    () =>
      picture.edges.map((edge) => {
        const words = widthOf(labelOf(edge))
        return [edge.id, words === 0 && !isRoomForAll ? 0 : words + labelRoom] as const
      }),
    [picture, labelOf, labelRoom, isRoomForAll],
  )
  const form = useMemo(() => JSON.stringify([picture, widths]), [picture, widths])
  const [width, height] = [rough(room?.width), rough(room?.height)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` has everything that the places depend on
  const request = useMemo((): PlacingRequest | undefined => {
    if (width === 0 || height === 0) return undefined
    const labelWidths = Object.fromEntries(widths)
    return { picture, labelWidths, room: { width, height }, hasStreams, minHeight }
  }, [form, width, height, hasStreams, minHeight])
  return usePlaced(request)
}

/** A picture is not placed anew for a few pixels more. */
const rough = (pixels = 0): number => Math.round(pixels / 80) * 80

const MAX_WORDS = 170
/** Of a pill around its words: its dot, and the room at both ends. */
const PILL_ENDS = 38

/** About as wide as the browser sets it. */
function widthOf(label: string): number {
  if (label === '') return 0
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 13.5 : 7.2), 0)
  return Math.min(letters, MAX_WORDS) + PILL_ENDS
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
