// What the words for an error are made of: its code, its parameters and the field it is about.
import type { Schemas } from '@carillon/client'

export type ErrorDetail = Schemas['ErrorDetail']
export type ErrorCode = ErrorDetail['code']

/** The parameters of an error as texts, and its row. */
export type Facts = Record<string, string>

export type ErrorWords = Record<ErrorCode, (facts: Facts, field: string) => string>

export function factsOf({ params, row }: ErrorDetail, separator: string): Facts {
  const given: Record<string, unknown> = { ...params, ...(row !== undefined && { row }) }
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(separator) : String(value),
  ])
  return Object.fromEntries(texts)
}

const MEBIBYTE = 1024 * 1024

/** `20 MiB`, `16 KiB`. */
export function bytes(count: string | undefined): string {
  const number = Number(count)
  return number >= MEBIBYTE ? `${Math.round(number / MEBIBYTE)} MiB` : `${Math.round(number / 1024)} KiB`
}
