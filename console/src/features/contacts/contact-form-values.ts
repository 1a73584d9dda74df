// The values of the contact form, their conversion to requests, and the fields that API errors belong to.
import { ApiError } from '@carillon/client/errors'
import { useMessages } from '../../language/language-provider.tsx'
import { type Contact, customFields } from '../../parts/forms/custom-fields.ts'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { toLocal, toTimestamp } from '../../parts/forms/local-time.ts'
import { contactsMessages } from './contacts.messages.ts'

interface FieldValue {
  /** Identifies the row in the form. */
  key: string
  name: string
  value: string
  /** Added in this form, so that its name can be edited. */
  isNew: boolean
}

export interface ContactFormValues {
  phoneNumber: string
  /** Of a datetime-local input; empty for none. */
  callTime: string
  callUntil: string
  fields: FieldValue[]
}

/** Offered when the contacts of the data source have no custom fields yet. */
const DEFAULT_NAMES = ['customerName', 'address', 'orderAmount']
const RESERVED_NAMES = ['phoneNumber', 'contactId', 'callTime', 'callUntil']

export function emptyContact(fieldNames: string[]): ContactFormValues {
  const names = fieldNames.length > 0 ? fieldNames : DEFAULT_NAMES
  return {
    ...{ phoneNumber: '', callTime: '', callUntil: '' },
    fields: names.map((name) => ({ key: name, name, value: '', isNew: false })),
  }
}

export function fromContact(contact: Contact, fieldNames: string[]): ContactFormValues {
  const given = new Map(customFields(contact))
  const names = [...new Set([...given.keys(), ...fieldNames])]
  return {
    phoneNumber: contact.phoneNumber,
    callTime: toLocal(contact.callTime),
    callUntil: toLocal(contact.callUntil),
    fields: names.map((name) => ({ key: name, name, value: given.get(name) ?? '', isNew: false })),
  }
}

export function newField(): FieldValue {
  return { key: crypto.randomUUID(), name: '', value: '', isNew: true }
}

const toTime = (local: string) => (local === '' ? null : toTimestamp(local))

export function toNewContact({ phoneNumber, callTime, callUntil, fields }: ContactFormValues) {
  const given = fields.filter(({ value }) => value !== '').map(({ name, value }) => [name.trim(), value])
  return {
    ...Object.fromEntries(given),
    phoneNumber: phoneNumber.trim(),
    ...(callTime !== '' && { callTime: toTime(callTime) }),
    ...(callUntil !== '' && { callUntil: toTime(callUntil) }),
  }
}

/** Contains only changes; null removes a field. */
export function toContactChange(
  contact: Contact,
  { phoneNumber, callTime, callUntil, fields }: ContactFormValues,
) {
  const before = new Map(customFields(contact))
  const after = new Map(fields.map(({ name, value }) => [name.trim(), value]))
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => (before.get(name) ?? '') !== (after.get(name) ?? ''))
    .map((name) => [name, after.get(name) || null])
  const phone = phoneNumber.trim()
  return {
    ...Object.fromEntries(changed),
    ...(phone !== contact.phoneNumber && { phoneNumber: phone }),
    ...(callTime !== toLocal(contact.callTime) && { callTime: toTime(callTime) }),
    ...(callUntil !== toLocal(contact.callUntil) && { callUntil: toTime(callUntil) }),
    contactId: contact.id,
  }
}

export function useContactRules() {
  const { form: t } = useMessages(contactsMessages)
  const rules = useFieldRules()
  return {
    phoneNumber: rules.text({ isRequired: true }),
    callUntil: (until: string, { callTime }: ContactFormValues) =>
      callTime !== '' && until !== '' && until <= callTime ? t.untilBefore : null,
    fields: {
      name: (name: string, { fields }: ContactFormValues, path: string) => {
        const index = Number(path.split('.')[1])
        const field = fields[index]
        if (!field?.isNew || field.value === '') return null
        const trimmed = name.trim()
        if (trimmed === '') return t.nameRequired
        const isTaken = fields.some((other, at) => at !== index && other.name.trim() === trimmed)
        return isTaken || RESERVED_NAMES.includes(trimmed) ? t.nameTaken : null
      },
    },
  }
}

/** Where in the form an error of the API belongs. */
export function placeOfError(error: unknown, { fields }: ContactFormValues): string | undefined {
  const [first] = error instanceof ApiError ? error.errors : []
  if (!first?.field) return undefined
  if (['phoneNumber', 'callTime', 'callUntil'].includes(first.field)) return first.field
  // The service names at most 80 characters of a field.
  const index = fields.findIndex(({ name }) => name.trim().slice(0, 80) === first.field)
  if (index < 0) return undefined
  const isAboutName = fields[index]?.isNew && first.code === 'field_name_invalid'
  return `fields.${index}.${isAboutName ? 'name' : 'value'}`
}
