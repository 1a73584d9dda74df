import { useEffect, useRef, useState } from 'react'

/** Files dropped anywhere on the page; says whether some are being dragged over it. */
export function useFileDrop(isEnabled: boolean, onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ isEnabled, onDrop })
  latest.current = { isEnabled, onDrop }
  useEffect(() => {
    // Every element that is entered tells, and every one that is left.
    let entered = 0
    const leave = () => {
      entered = 0
      setOver(false)
    }
    const handlers = {
      dragenter: () => {
        entered += 1
        setOver(true)
      },
      dragleave: () => {
        entered -= 1
        if (entered <= 0) leave()
      },
      dragover: (event: DragEvent) => {
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      },
      drop: (event: DragEvent) => {
        leave()
        latest.current.onDrop([...(event.dataTransfer?.files ?? [])])
      },
    }
    const listen = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser leaves the page to show the file.
      event.preventDefault()
      if (latest.current.isEnabled) handlers[event.type as keyof typeof handlers](event)
    }
    const types = Object.keys(handlers) as (keyof typeof handlers)[]
    for (const type of types) window.addEventListener(type, listen)
    return () => {
      for (const type of types) window.removeEventListener(type, listen)
    }
  }, [])
  return isOver && isEnabled
}
