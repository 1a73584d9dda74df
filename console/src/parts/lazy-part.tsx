// Parts of pages that are not needed to show the page: loaded when they are used for the first time, or once the page is idle.
// If one of them throws, only it is replaced, by words and a way to try again.
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { PartBoundary } from './errors/error-boundary.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

const loads = new Set<() => Promise<unknown>>()

/** Loads all parts of the pages loaded so far, so that they open at once, even without a connection. */
export function preloadParts(): void {
  for (const load of loads) load().catch(() => undefined)
}

/**
 * A part that is loaded when it is shown for the first time. If it has `onClose`, it is a dialog or a drawer. `shape` takes its room
 * until then.
 */
export function lazyPart<Props extends object>(load: Load<Props>, shape: ReactNode = null) {
  loads.add(load)
  const prepare = () => lazy(async () => ({ default: await load() }))
  let current = prepare()
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState<LazyExoticComponent<ComponentType<Props>>>(current)
    // What could not be loaded stays so: another try needs another component.
    const renew = () => {
      current = prepare()
      setPart(current)
    }
    return (
      <PartBoundary onClose={closerOf(props)} onRetry={renew}>
        <Suspense fallback={shape}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

/** A dialog or drawer that is loaded when one of its props differs from `closed` for the first time. */
export function lazyDialog<Props extends object>(load: Load<Props>, closed: Partial<Props>) {
  const Dialog = lazyPart(load)
  const names = Object.keys(closed) as (keyof Props)[]
  const isOpen = (props: Props) => names.some((name) => props[name] !== closed[name])

  return function LazyDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(false)
    if (isOpen(props) && !wasOpen) setWasOpen(true)
    return wasOpen ? <Dialog {...props} /> : null
  }
}

function closerOf(props: object): (() => void) | undefined {
  const { onClose } = props as { onClose?: () => void }
  return onClose
}
