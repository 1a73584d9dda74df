// The part of a file that a client asks for, as players do when they seek.

/** First and last byte, both included. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Undefined: the whole file. That is also the answer to several ranges and to text that is no range: HTTP allows to ignore the
 * header. `outside`: no byte of the file is in the range.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (size === 0 || (first === '' && last === '')) return undefined
  if (first === '' ? Number(last) === 0 : Number(first) >= size) return 'outside'
  // `-500` is the last 500 bytes.
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? undefined : { start, end }
}
