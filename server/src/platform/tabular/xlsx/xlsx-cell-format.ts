// Formats numbers as a person sees them. A cell stores 45292 or 13800138000 or 0.30000000000000004; its number format turns
// that into a date, a padded phone number, 12.50 or 12%. Only digits matter here: thousands separators, currency signs and
// other decoration are left out, and a number shown in scientific notation is written in full.

export type CellFormat =
  | { kind: 'general' }
  | { kind: 'date'; hasDate: boolean; hasTime: boolean; isElapsed: boolean }
  | { kind: 'number'; minInteger: number; minDecimals: number; maxDecimals: number; isPercent: boolean }

export const GENERAL: CellFormat = { kind: 'general' }

const MAX_CODE_LENGTH = 255
const SECONDS_A_DAY = 86_400
const LAST_SERIAL = 2_958_465 // 9999-12-31

/** Built-in formats, which files refer to by number; 27-36 and 50-58 are those of Chinese Excel. */
const BUILT_IN: [from: number, to: number, code: string][] = [
  [1, 1, '0'],
  [2, 2, '0.00'],
  [3, 3, '0'],
  [4, 4, '0.00'],
  [9, 9, '0%'],
  [10, 10, '0.00%'],
  [14, 17, 'yyyy'],
  [18, 21, 'h'],
  [22, 22, 'yyyy h'],
  [27, 31, 'yyyy'],
  [32, 35, 'h'],
  [36, 36, 'yyyy'],
  [37, 38, '0'],
  [39, 40, '0.00'],
  [41, 42, '0'],
  [43, 44, '0.00'],
  [45, 45, 'h'],
  [46, 46, '[h]'],
  [47, 47, 'h'],
  [50, 54, 'yyyy'],
  [55, 56, 'h'],
  [57, 58, 'yyyy'],
]

export function builtInFormat(id: number): CellFormat {
  const code = BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2]
  return code === undefined ? GENERAL : parseFormatCode(code)
}

export function parseFormatCode(code: string): CellFormat {
  const bare = code.slice(0, MAX_CODE_LENGTH).replace(/"[^"]*"|\\.|_.|\*./g, '')
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(bare)
  const section = bare.replace(/\[[^[\]]*\]/g, '').split(';', 1)[0] ?? ''
  const dateCode = section.replace(/AM\/PM|A\/P/gi, 'h')
  if (isElapsed || (/[ymdhs]/i.test(dateCode) && !/general/i.test(section))) {
    const hasTime = isElapsed || /[hs]/i.test(dateCode)
    // A lone m is a month; beside hours or seconds it is minutes.
    return { kind: 'date', hasDate: !isElapsed && (/[yd]/i.test(dateCode) || !hasTime), hasTime, isElapsed }
  }
  // Scientific notation, fractions and numbers shown in thousands hide digits.
  if (!/[0#?]/.test(section) || /E[+-]|\/|,[^0#?,]*$/i.test(section)) return GENERAL
  const [integer = '', decimals = ''] = section.replace(/[^0#?.]/g, '').split('.')
  return {
    kind: 'number',
    minInteger: integer.replace(/[^0]/g, '').length,
    minDecimals: decimals.replace(/[^0]/g, '').length,
    maxDecimals: decimals.length,
    isPercent: section.includes('%'),
  }
}

export function formatNumber(raw: string, format: CellFormat, date1904: boolean): string {
  const isWhole = /^(?:0|[1-9]\d*)$/.test(raw)
  // Some programs store more than 15 digits, which a float would lose.
  if (isWhole && format.kind === 'general') return raw
  if (isWhole && format.kind === 'number' && !format.isPercent && format.minDecimals === 0) {
    return raw.padStart(format.minInteger, '0')
  }
  const exact = Number(raw)
  if (raw === '' || !Number.isFinite(exact)) return raw
  const value = Number(exact.toPrecision(15)) // Excel shows no more
  if (format.kind === 'date') return formatDate(exact, format, date1904) ?? String(value)
  if (format.kind === 'number' && Math.abs(value) < 1e19) return formatDigits(value, format)
  return Math.abs(value) < 1e21 ? fullDigits(value) : String(value)
}

function formatDigits(
  value: number,
  { minInteger, minDecimals, maxDecimals, isPercent }: CellFormat & { kind: 'number' },
): string {
  const places = Math.min(maxDecimals, 20)
  const size = Math.abs(value) * (isPercent ? 100 : 1)
  // Excel rounds halves up in decimal: the small addend is below 15 digits and makes 1.005 round like an exact half.
  const [integer = '', decimals = ''] = (size * (1 + 1e-15)).toFixed(places).split('.')
  let kept = decimals
  while (kept.length > minDecimals && kept.endsWith('0')) kept = kept.slice(0, -1)
  const digits = integer.padStart(minInteger, '0') + (kept && `.${kept}`)
  return (value < 0 && /[1-9]/.test(digits) ? '-' : '') + digits + (isPercent ? '%' : '')
}

/** String() uses exponents below 1e-6. */
function fullDigits(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

function formatDate(
  value: number,
  { hasDate, hasTime, isElapsed }: CellFormat & { kind: 'date' },
  date1904: boolean,
): string | undefined {
  if (value < 0 || value > LAST_SERIAL + 1) return undefined
  const seconds = Math.round(value * SECONDS_A_DAY)
  if (isElapsed) return clock(seconds)
  const time = clock(seconds % SECONDS_A_DAY)
  const day = hasTime ? Math.floor(seconds / SECONDS_A_DAY) : Math.floor(value)
  // Day 0 of the 1900 calendar is how a bare time of day is stored.
  if (!hasDate || (day === 0 && !date1904)) return time
  // That calendar has a 29 February 1900, which never existed: the days before it are shifted by one.
  const unixDay = date1904 ? day - 24_107 : day - (day < 60 ? 25_568 : 25_569)
  const date = new Date(unixDay * SECONDS_A_DAY * 1000).toISOString().slice(0, 10)
  return hasTime ? `${date} ${time}` : date
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
