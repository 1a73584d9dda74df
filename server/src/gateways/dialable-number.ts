// A number on its way into a dial string: digits, perhaps after a plus, and nothing that a switch would obey.

export function dialableNumber(phoneNumber: string): string | undefined {
  const digits = phoneNumber.replace(/[\s().-]/g, '')
  return /^\+?\d{3,20}$/.test(digits) ? digits : undefined
}
