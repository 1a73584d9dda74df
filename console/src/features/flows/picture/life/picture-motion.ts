// What moves in the picture of a running task. All of it ends and is removed by itself, and nothing is laid out anew for it: dots go along
// the lines by `offset-path`, and numbers are counted up within labels that keep their place.

/** On the whole page; a wall shows several pictures. */
const MAX_DOTS = 40
/** Of one line at once. */
const MAX_DOTS_OF_LINE = 4
const DOT_MS = 1600
/** Until the next numbers come, so that the dots of all calls do not start together. */
const SPREAD_MS = 1300
const SHIMMER_MS = 1400
const FLASH_MS = 1200
/** More numbers than this change at once rather than one by one. */
const MAX_COUNTED = 24
const COUNT_STEPS = 8
const COUNT_MS = 480

export interface Moved {
  id: string
  from: number
  to: number
  path: string
  color: string
}

/** `layer`: behind the cards and labels of the picture. */
export function showCalls(layer: HTMLElement, moved: Moved[], numberText: (count: number) => string): void {
  const picture = layer.closest<HTMLElement>('.picture')
  if (!picture || moved.length === 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    for (const { id } of moved) flash(countOf(picture, id))
    return
  }
  sendDots(layer, picture, moved)
  if (moved.length <= MAX_COUNTED) countUp(picture, moved, numberText)
}

const countOf = (picture: HTMLElement, id: string) =>
  picture.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"] .picture-count`)

function sendDots(layer: HTMLElement, picture: HTMLElement, moved: Moved[]): void {
  let free = MAX_DOTS - document.querySelectorAll('.picture-call').length
  for (const { id, from, to, path, color } of moved) {
    const wanted = Math.min(to - from, MAX_DOTS_OF_LINE)
    if (free < wanted) shimmer(picture, id)
    for (let dot = 0; dot < Math.min(wanted, free); dot += 1)
      sendDot(layer, { path, color, delay: Math.random() * SPREAD_MS })
    free = Math.max(free - wanted, 0)
  }
}

function sendDot(layer: HTMLElement, { path, color, delay }: { path: string; color: string; delay: number }) {
  const dot = document.createElement('span')
  dot.className = 'picture-call'
  dot.style.offsetPath = `path("${path}")`
  dot.style.background = color
  layer.append(dot)
  const frames = [
    { offsetDistance: '0%', opacity: 0 },
    { opacity: 1, offset: 0.12 },
    { opacity: 1, offset: 0.88 },
    { offsetDistance: '100%', opacity: 0 },
  ]
  const motion = dot.animate(frames, { duration: DOT_MS, delay, fill: 'backwards', easing: 'ease-in-out' })
  // Also when the picture is gone before the dot has arrived.
  const end = () => dot.remove()
  motion.onfinish = end
  motion.oncancel = end
}

function shimmer(picture: HTMLElement, id: string): void {
  picture
    .querySelector(`.react-flow__edge[data-id="${CSS.escape(id)}"] .react-flow__edge-path`)
    ?.animate([{ opacity: 0.75, offset: 0.5 }], { duration: SHIMMER_MS, easing: 'ease-in-out' })
}

function flash(count: HTMLElement | null): void {
  // The number alone: what can be touched around it is larger.
  const number = count?.querySelector('span') ?? count
  number?.animate(
    [{ backgroundColor: 'color-mix(in srgb, var(--console-busy) 30%, transparent)' }, {}],
    FLASH_MS,
  )
}

/** React has set the new numbers; they are shown from the old ones on, a few times and not in each frame. */
function countUp(picture: HTMLElement, moved: Moved[], numberText: (count: number) => string): void {
  const counted = moved.flatMap(({ id, from, to }) => {
    const count = countOf(picture, id)
    const text = (count?.querySelector('span') ?? count)?.firstChild
    return text ? [{ text, from, to, last: text.nodeValue, shown: text.nodeValue }] : []
  })
  const start = performance.now()
  let step = -1
  const show = (now: number) => {
    const next = Math.min(Math.floor(((now - start) / COUNT_MS) * COUNT_STEPS), COUNT_STEPS)
    if (next > step) {
      step = next
      for (const each of counted) {
        // A later number was set meanwhile.
        if (each.text.nodeValue !== each.shown) continue
        const { from, to, last } = each
        each.shown =
          step === COUNT_STEPS ? last : numberText(Math.round(from + ((to - from) * step) / COUNT_STEPS))
        each.text.nodeValue = each.shown
      }
    }
    if (step < COUNT_STEPS) requestAnimationFrame(show)
  }
  show(start)
}
