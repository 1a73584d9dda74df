/** A number after the name of its contact, if that has one. */
export function namedNumber(name: string | null | undefined, phoneNumber: string): string {
  return [name, phoneNumber].filter(Boolean).join(' · ')
}
