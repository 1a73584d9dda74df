// Which part of a picture is seen, and how large.
import { type OnMove, useReactFlow, type Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { START } from './picture-graph.ts'
import type { PlacedPicture, Room } from './place-picture.ts'

/** Of the panel that lies over the right side of a picture while a card is open. */
const PANEL_WIDTH = 340
const MARGIN = 12
/** Sentences can be read from this size on. */
const READABLE_ZOOM = 0.85
/** A picture that would have to be smaller than this is not shown as a whole: nobody could read it. */
const MIN_WHOLE_ZOOM = 0.64
/** With this many cards it may be smaller: the form of a short call says much, and one step leads to the next. */
const FEW_CARDS = 20
const MIN_SHORT_ZOOM = 0.45
/** Of a picture that is built: whatever can be touched in it is at least 24 px large from here on, without covering anything else. */
export const MIN_BUILD_ZOOM = 0.65
/** In a smaller picture the numbers are no links: there would be no room for all that can be touched. */
export const MIN_TARGET_ZOOM = MIN_SHORT_ZOOM

/** Everything, in the middle of its room. */
export function wholeOf(placed: PlacedPicture, room: Room): Viewport {
  const scale = (size: number, own: number) => (size - 2 * MARGIN) / Math.max(own, 1)
  const zoom = Math.min(scale(room.width, placed.width), scale(room.height, placed.height), 1)
  return {
    x: (room.width - placed.width * zoom) / 2,
    y: (room.height - placed.height * zoom) / 2,
    zoom,
  }
}

/** Whether all of it can be read at once. */
export const isReadable = (placed: PlacedPicture, room: Room, minZoom: number): boolean =>
  wholeOf(placed, room).zoom >=
  Math.max(placed.nodes.length > FEW_CARDS ? MIN_WHOLE_ZOOM : MIN_SHORT_ZOOM, minZoom)

/** Everything, or how it begins if that would be too small. */
export function firstView(placed: PlacedPicture, room: Room, minZoom: number): Viewport {
  return isReadable(placed, room, minZoom) ? wholeOf(placed, room) : beginningOf(placed, room)
}

function beginningOf(placed: PlacedPicture, room: Room, zoom = READABLE_ZOOM): Viewport {
  const start = placed.nodes.find(({ id }) => id === START)
  const middle = start ? start.x + start.width / 2 : 0
  const leftmost = room.width - MARGIN - placed.width * zoom
  return {
    x: Math.min(MARGIN, Math.max(room.width / 2 - middle * zoom, leftmost)),
    y: MARGIN,
    zoom,
  }
}

interface ViewportOptions {
  placed: PlacedPicture | undefined
  room: Room
  /** The card whose details are open. */
  selected: string | undefined
  /** Only to be looked at: it is always seen as a whole. */
  isStill: boolean
  /** It is not made smaller than this. */
  minZoom: number
}

/** Stays as it begins, until somebody moves the picture. While a card is open, it and its neighbours can be read. */
export function useViewport({ placed, room, selected, isStill, minZoom }: ViewportOptions) {
  const { getViewport, setViewport } = useReactFlow()
  const hasMoved = useRef(false)
  const { width, height } = room
  const home = (of: PlacedPicture, within: Room) =>
    isStill ? wholeOf(of, within) : firstView(of, within, minZoom)
  const onMoveStart = useCallback<OnMove>((event) => {
    if (event) hasMoved.current = true
  }, [])
  const fit = useCallback(() => {
    hasMoved.current = false
    if (!placed) return
    const whole = wholeOf(placed, { width, height })
    void setViewport(whole.zoom >= minZoom ? whole : beginningOf(placed, { width, height }, minZoom))
  }, [placed, width, height, minZoom, setViewport])
  /** Moves the picture no further than it has to. Whether it had to be moved. */
  function bringIntoSight(id: string, least = 0): boolean {
    const node = placed?.nodes.find((each) => each.id === id)
    if (!node || width === 0) return false
    const before = getViewport()
    const zoom = Math.max(before.zoom, least)
    const right = width - (selected === undefined ? 0 : PANEL_WIDTH)
    /** Where the picture begins: its size changes around the middle of the card. */
    const move = (from: number, start: number, size: number, space: number) => {
      const moved = from + (start + size / 2) * (before.zoom - zoom)
      return moved + wayInto(moved + start * zoom, size * zoom, space)
    }
    const x = move(before.x, node.x, node.width, right)
    const y = move(before.y, node.y, node.height, height)
    if (x === before.x && y === before.y && zoom === before.zoom) return false
    void setViewport({ x, y, zoom })
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the picture, its room or the open card changes
  useEffect(() => {
    if (!placed || width === 0) return
    if (selected !== undefined) bringIntoSight(selected, hasMoved.current ? 0 : READABLE_ZOOM)
    else if (!hasMoved.current) void setViewport(home(placed, room))
  }, [placed, width, height, selected])
  return {
    /** Where the picture is when it appears. */
    begin: placed && home(placed, room),
    onMoveStart,
    fit,
    /** Gives a card of a picture the focus, and moves it into sight. */
    reveal(picture: HTMLElement | null, id: string): void {
      const card = picture?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
      card?.focus({ preventScroll: true })
      if (bringIntoSight(id)) hasMoved.current = true
    },
  }
}

/** How far something has to be moved to be inside of a room. */
function wayInto(start: number, size: number, room: number): number {
  const end = start + size + MARGIN
  if (start >= MARGIN && end <= room) return 0
  return start < MARGIN ? MARGIN - start : Math.max(room - end, MARGIN - start)
}
