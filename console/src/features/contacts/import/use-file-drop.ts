import { useEffect, useRef, useState } from 'react'

/** Calls `onDrop` for files that are dropped anywhere on the page; returns whether files are being dragged over it. */
export function useFileDrop(isEnabled: boolean, onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ isEnabled, onDrop })
  latest.current = { isEnabled, onDrop }
  useEffect(() => {
    // Every element that the files enter or leave sends an event.
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
      // Otherwise the browser would leave the page and open the file.
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
