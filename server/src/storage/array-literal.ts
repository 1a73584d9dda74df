// Writes arrays of plain values in PostgreSQL's syntax. The driver does this too, but checks every element for characters
// that need quoting, which is a large part of the cost of sending thousands of calls a second.

/** For ids, numbers, phone keys and other values that never need quoting. */
export function arrayOf<Item>(
  items: readonly Item[],
  toValue: (item: Item) => string | number | null,
): string {
  let literal = '{'
  for (let index = 0; index < items.length; index += 1) {
    const value = toValue(items[index] as Item)
    if (typeof value === 'string' && !PLAIN.test(value))
      throw new Error(`"${value}" is not a plain value for an array`)
    literal += index === 0 ? value : `,${value}`
  }
  return `${literal}}`
}

const PLAIN = /^[\w+-]+$/

/** For texts, which may need quoting. */
export function textArrayOf<Item>(items: readonly Item[], toText: (item: Item) => string): string {
  let literal = '{'
  for (let index = 0; index < items.length; index += 1) {
    const text = toText(items[index] as Item)
    const value =
      PLAIN.test(text) && text.toUpperCase() !== 'NULL' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
    literal += index === 0 ? value : `,${value}`
  }
  return `${literal}}`
}
