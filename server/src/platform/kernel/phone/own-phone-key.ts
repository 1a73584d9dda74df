// The key of an own phone among live calls and call records, where other calls have the key of their number. No phone number has this
// form, so a contact can never have it.

const PREFIX = 'phone:'

export function ownPhoneKey(id: string): string {
  return `${PREFIX}${id}`
}

export function isOwnPhoneKey(phoneKey: string): boolean {
  return phoneKey.startsWith(PREFIX)
}
