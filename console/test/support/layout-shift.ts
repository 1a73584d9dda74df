// What moves on a page while it loads, as the browser counts it. Answers come one by one, each after the page has been painted: in a
// quick run many come between two frames, and what they would move on a slow line is not seen.
import type { Page, Route } from 'playwright-core'

export interface Shift {
  value: number
  /** What moved, and from where to where. */
  moved: string[]
}

/** Call it before the page is opened for the first time; it counts from each load on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    const nameOf = (node: Node | null | undefined): string =>
      node instanceof Element
        ? `${node.localName}.${node.getAttribute('class') ?? ''}`
        : `“${node?.textContent ?? ''}”`
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)} ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let last = Promise.resolve()
  await page.route(/\/api\/(?!events)/, (route) => {
    const answer = route.fetch()
    last = last.then(() => fulfil(route, answer)).catch(() => undefined) // the page has gone on
    return last
  })
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

async function fulfil(route: Route, answer: ReturnType<Route['fetch']>): Promise<void> {
  await route.fulfill({ response: await answer })
  await painted(route.request().frame().page())
}

/** After what is there now was painted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
