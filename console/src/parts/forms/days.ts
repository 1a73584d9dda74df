// Days as the address bar has them, such as `2026-03-02`.

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

export interface Days {
  from: string
  to: string
}

/** Undefined if it is no day. */
export function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
    ? text
    : undefined
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whole days, the last one included, as the API takes them. */
export function periodOf({ from, to }: Days): { from: string; to: string } {
  return { from: `${from} 00:00:00`, to: `${shiftDay(to < from ? from : to, 1)} 00:00:00` }
}
