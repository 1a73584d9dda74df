// Drags a step to another place by its handle, with a mouse, a pen or a finger. The step moves when it is let go.
import { type PointerEvent, useState } from 'react'

interface Drag {
  from: number
  to: number
}

export function useStepDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const isOn = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId)

  return {
    /** For the handle of a step. */
    handlers: (from: number) => ({
      onPointerDown(event: PointerEvent): void {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from, to: from })
      },
      onPointerMove(event: PointerEvent): void {
        if (!isOn(event)) return
        const to = placeOf(event, from)
        setDrag({ from, to })
        cardsAround(event)[to]?.scrollIntoView({ block: 'nearest' })
      },
      onPointerUp(event: PointerEvent): void {
        const to = placeOf(event, from)
        if (isOn(event) && to !== from) onMove(from, to)
      },
      /** Also when the browser takes the pointer away. */
      onLostPointerCapture: () => setDrag(undefined),
    }),

    /** For the card of a step: whether it is dragged, and on which side of it the step would be put. */
    marks(index: number) {
      if (!drag) return {}
      if (index === drag.from) return { 'data-dragged': true }
      return index === drag.to ? { 'data-drop': drag.to < drag.from ? 'before' : 'after' } : {}
    },
  }
}

function cardsAround({ currentTarget }: PointerEvent): Element[] {
  return [...(currentTarget.closest('ol')?.children ?? [])]
}

/** After all other steps whose middle is above the pointer. */
function placeOf(event: PointerEvent, from: number): number {
  return cardsAround(event).filter((card, index) => {
    const { top, height } = card.getBoundingClientRect()
    return index !== from && top + height / 2 < event.clientY
  }).length
}
