// To which card an arrow key goes.
import type { PlacedNode, PlacedPicture } from './place-picture.ts'

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const
export type Direction = keyof typeof directions
export const isDirection = (key: string): key is Direction => key in directions

/** The card to which an arrow key goes: along a line of the flow if there is one that way, otherwise the nearest. */
export function neighbourOf(
  { nodes, edges }: PlacedPicture,
  id: string,
  direction: Direction,
): string | undefined {
  const here = nodes.find((node) => node.id === id)
  if (!here) return undefined
  const [dx, dy] = directions[direction]
  const center = ({ x, y, width, height }: PlacedNode) => ({ x: x + width / 2, y: y + height / 2 })
  const from = center(here)
  const distance = (node: PlacedNode): number => {
    const to = center(node)
    const [right, down] = [to.x - from.x, to.y - from.y]
    const ahead = right * dx + down * dy
    const aside = Math.abs(right * dy) + Math.abs(down * dx)
    return ahead < 8 || (dx !== 0 && aside > ahead) ? Number.POSITIVE_INFINITY : ahead + 2 * aside
  }
  const nearest = (among: PlacedNode[]) =>
    among
      .filter((node) => distance(node) < Number.POSITIVE_INFINITY)
      .sort((a, b) => distance(a) - distance(b))[0]?.id
  const linked = (one: 'from' | 'to', other: 'from' | 'to') =>
    edges.filter((edge) => edge[one] === id && edge[other] !== id).map((edge) => edge[other])
  if (dy === 0) return nearest(nodes)
  const ids = dy > 0 ? linked('from', 'to') : linked('to', 'from')
  return nearest(nodes.filter((node) => ids.includes(node.id))) ?? ids[0] ?? nearest(nodes)
}
