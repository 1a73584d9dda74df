/** One field searches numbers and names: what could be part of a number is searched in the numbers. */
export function searchedBy(text: string | undefined): {
  phone: string | undefined
  name: string | undefined
} {
  const isNumber = text === undefined || /^[\d\s+().\-/]*$/.test(text)
  return isNumber ? { phone: text, name: undefined } : { phone: undefined, name: text }
}
