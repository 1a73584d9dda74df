// Parts of pages that are not needed to show the page: loaded when they are used for the first time, or once the page is idle.
import { type ComponentType, lazy, Suspense, useState } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

const loads = new Set<() => Promise<unknown>>()

/** Loads all parts of the pages loaded so far, so that they open at once, even without a connection. */
export function preloadParts(): void {
  for (const load of loads) load().catch(() => undefined)
}

function lazily<Props extends object>(load: Load<Props>) {
  loads.add(load)
  return lazy(async () => ({ default: await load() }))
}

/** A part that is loaded when it is shown for the first time. */
export function lazyPart<Props extends object>(load: Load<Props>) {
  const Part = lazily(load)
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** A dialog or drawer that is loaded when one of its props differs from `closed` for the first time. */
export function lazyDialog<Props extends object>(load: Load<Props>, closed: Partial<Props>) {
  const Dialog = lazily(load)
  const names = Object.keys(closed) as (keyof Props)[]
  const isOpen = (props: Props) => names.some((name) => props[name] !== closed[name])

  return function LazyDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(false)
    if (isOpen(props) && !wasOpen) setWasOpen(true)
    if (!wasOpen) return null
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
