// Keeps a table still while the pointer or the keyboard is on it, or rows are selected: new rows wait until the user asks for
// them or leaves the table.
import { useState } from 'react'

interface Page<Row> {
  total: number
  rows: Row[]
}

interface Calm<Row> {
  /** Says what is asked for: another page or filter is shown at once. */
  key: string
  found: { data: Page<Row> | undefined; isPlaceholderData: boolean }
  keyOf(row: Row): string
  hasSelection: boolean
}

interface CalmPage<Row> {
  /** The rows in the order in which they were first shown, each as it is now. */
  page: Page<Row> | undefined
  /** Undefined if nothing waits. */
  waiting: { newCount: number; show(): void } | undefined
  /** For the table to tell whether the pointer or the focus is on it. */
  onHand(isOnTable: boolean): void
}

export function useCalmPage<Row>({ key, found, keyOf, hasSelection }: Calm<Row>): CalmPage<Row> {
  const { data, isPlaceholderData } = found
  const [held, setHeld] = useState<{ key: string; page: Page<Row> }>()
  const [isOnTable, onHand] = useState(false)
  if (!data || isPlaceholderData) return { page: data, waiting: undefined, onHand }
  const isCalm = (isOnTable || hasSelection) && held?.key === key && held.page.rows.length > 0
  if (!isCalm || sameRows(held.page.rows, data.rows, keyOf)) {
    if (held?.key !== key || held.page !== data) setHeld({ key, page: data })
    return { page: data, waiting: undefined, onHand }
  }
  const { rows, total } = held.page
  const now = new Map(data.rows.map((row) => [keyOf(row), row]))
  return {
    page: { total, rows: rows.map((row) => now.get(keyOf(row)) ?? row) },
    waiting: { newCount: Math.max(0, data.total - total), show: () => setHeld({ key, page: data }) },
    onHand,
  }
}

function sameRows<Row>(shown: Row[], now: Row[], keyOf: (row: Row) => string): boolean {
  return shown.length === now.length && shown.every((row, index) => keyOf(row) === keyOf(now[index] as Row))
}
