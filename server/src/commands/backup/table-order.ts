// The order in which tables can be filled: those that rows refer to come first.
import type { TableRow } from './schema.queries.ts'

export function inOrderOfReferences(tables: readonly TableRow[]): TableRow[] {
  const ordered: TableRow[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refers_to }) => !refers_to.some((name) => names.has(name)))
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
