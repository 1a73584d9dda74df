// Keeps a table still while the pointer or the keyboard is on it, or rows are selected: rows that come and go wait until the user
// asks for them or leaves the table. What is known of a row that stays is shown at once.
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
  waiting: { newCount: number; changedCount: number; show(): void } | undefined
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
  const shown = new Set(rows.map(keyOf))
  const [come, gone] = [
    [...now.keys()].filter((each) => !shown.has(each)),
    rows.filter((row) => !now.has(keyOf(row))),
  ]
  return {
    page: { total, rows: rows.map((row) => now.get(keyOf(row)) ?? row) },
    waiting: {
      newCount: Math.max(0, data.total - total),
      // More may have changed on other pages. The same rows in another order are a change, too.
      changedCount: Math.max(come.length, gone.length, Math.abs(data.total - total), 1),
      show: () => setHeld({ key, page: data }),
    },
    onHand,
  }
}

function sameRows<Row>(shown: Row[], now: Row[], keyOf: (row: Row) => string): boolean {
  return shown.length === now.length && shown.every((row, index) => keyOf(row) === keyOf(now[index] as Row))
}
