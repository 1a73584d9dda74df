// The time between attempts as a person says it: a number of seconds, minutes, hours or days.

const UNITS = [86_400, 3600, 60, 1] as const
export type IntervalUnit = '1' | '60' | '3600' | '86400'
export const intervalUnits: IntervalUnit[] = ['1', '60', '3600', '86400']

/** In the largest unit that makes it a whole number. */
export function splitInterval(seconds: number): { value: number; unit: IntervalUnit } {
  const unit = seconds === 0 ? 60 : (UNITS.find((each) => seconds % each === 0) ?? 1)
  return { value: seconds / unit, unit: String(unit) as IntervalUnit }
}

export function joinInterval(value: number | string, unit: IntervalUnit): number {
  return Number(value) * Number(unit)
}

/** What was typed: a number, or the text if it is none. */
export function readNumber(text: string): number | string {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}
