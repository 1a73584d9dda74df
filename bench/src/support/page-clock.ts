// Measures in a browser how long the user waits: from an input event, by the browser's own time stamp, until the next frame is
// painted, and until the page shows what was asked for.
import type { Page } from 'playwright-core'

export interface Waited {
  /** Of the slowest of the events: until the next paint. */
  paintMs: number
  /** From the last event until the result is painted. */
  shownMs: number
  /** Processor time of the page's main thread until then: it depends little on what else the machine does. */
  workMs: number
}

/** Runs in the page. `pageClock.begin` gets a function that says whether the result is shown. */
const IN_PAGE = `
  const clock = { events: [], isShown: undefined, end: undefined }
  const afterPaint = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => then(performance.now())
    channel.port2.postMessage(undefined)
  })
  // After the paint, so that looking for the result does not delay it.
  const look = (now) => {
    if (!clock.isShown || clock.events.length === 0 || !clock.isShown()) return
    clock.isShown = undefined
    clock.end(now)
  }
  let isAwaitingPaint = false
  const lookAfterPaint = () => {
    if (!clock.isShown || isAwaitingPaint) return
    isAwaitingPaint = true
    afterPaint((now) => {
      isAwaitingPaint = false
      look(now)
    })
  }
  const note = ({ type, timeStamp: start, isTrusted, buttons }) => {
    if (!clock.isShown || !isTrusted || (type === 'pointermove' && buttons === 0)) return
    const event = { start, paint: undefined }
    clock.events.push(event)
    afterPaint((now) => {
      event.paint = now
      look(now)
    })
  }
  for (const type of ['pointerdown', 'pointermove', 'click', 'keydown', 'input'])
    addEventListener(type, note, { capture: true, passive: true })
  new MutationObserver(lookAfterPaint).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  globalThis.pageClock = {
    begin(isShown) {
      if (isShown()) throw new Error('the result is shown before anything was done')
      clock.events = []
      clock.isShown = isShown
      clock.result = new Promise((resolve) => { clock.end = resolve }).then((end) => ({
        paintMs: Math.max(...clock.events.map(({ start, paint }) => (paint ?? end) - start)),
        shownMs: end - clock.events.at(-1).start,
      }))
    },
    result: () => clock.result,
    async until(isReady) {
      while (!isReady()) await new Promise((resolve) => requestAnimationFrame(resolve))
    },
  }
`

export async function installClock(page: Page): Promise<void> {
  await page.addInitScript({ content: `(() => {${IN_PAGE}})()` })
}

/** Until an expression in the page is true. The page's own protections refuse Playwright's way of waiting for one. */
export async function until(page: Page, isReady: string): Promise<void> {
  await page.evaluate(`pageClock.until(() => Boolean(${isReady}))`)
}

/** `isShown` is an expression in the page; `before` in it is the value of `state` before the input. */
export async function waitFor(
  page: Page,
  { act, isShown, state = 'undefined' }: { act: () => Promise<unknown>; isShown: string; state?: string },
): Promise<Waited> {
  const worked = await workMeter(page)
  await page.evaluate(`{ const before = ${state}; pageClock.begin(() => Boolean(${isShown})) }`)
  await act()
  const waited = await page.evaluate<Omit<Waited, 'workMs'>>('pageClock.result()')
  return { ...waited, workMs: await worked() }
}

/** Milliseconds of the main thread since the meter was made. */
async function workMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await read()
  return async () => {
    const after = await read()
    await session.detach()
    return after - before
  }
}

/** A request of the page by itself, with its answer read: what no page can be faster than. */
export async function timeRequest(page: Page, path: string, token: string): Promise<number> {
  return await page.evaluate(`(async () => {
    const start = performance.now()
    const answer = await fetch(${JSON.stringify(path)}, { headers: { authorization: ${JSON.stringify(`Bearer ${token}`)} } })
    await answer.json()
    return performance.now() - start
  })()`)
}
