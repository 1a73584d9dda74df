// Arrays of plain values as PostgreSQL reads them. The driver writes arrays too, but looks at every element for what may
// need quoting, which is much of what sending thousands of calls a second costs.

/** Of ids, numbers, phone keys and the like: values that need no quotes, nor any care. */
export function arrayOf<Item>(
  items: readonly Item[],
  toValue: (item: Item) => string | number | null,
): string {
  let literal = '{'
  for (let index = 0; index < items.length; index += 1) {
    const value = toValue(items[index] as Item)
    if (typeof value === 'string' && !PLAIN.test(value))
      throw new Error(`"${value}" is no plain value for an array`)
    literal += index === 0 ? value : `,${value}`
  }
  return `${literal}}`
}

const PLAIN = /^[\w+-]+$/
