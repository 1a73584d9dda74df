// Contacts, in requests and in files.
import type { FaultDefinition } from './fault-definition.ts'

export const contactFaults = {
  phone_invalid: {
    code: 'phone_invalid',
    meaning: 'the value has too few or too many digits, or other characters',
  },
  phone_decimal: { code: 'phone_invalid', meaning: 'the phone number ends in a decimal such as .0' },
  phone_shortened: {
    code: 'phone_invalid',
    meaning: 'a spreadsheet has shortened the phone number to a form such as 1.38E+10',
  },
  prefix_invalid: { code: 'invalid', meaning: 'the value is not how a phone number begins' },
  duplicate: {
    meaning: 'a contact of the data source has this number',
    params: { number: 'text', contactId: 'text' },
  },
  field_reserved: { code: 'field_name_invalid', meaning: 'the service sets this field itself' },
  field_name_length: {
    code: 'field_name_invalid',
    meaning: 'the name of a custom field has too few or too many characters',
    params: { name: 'text', min: 'number', max: 'number' },
  },
  field_name_space: {
    code: 'field_name_invalid',
    meaning: 'the name of a custom field begins or ends with white space, or contains NUL',
    params: { name: 'text' },
  },
  field_name_invisible: {
    code: 'field_name_invalid',
    meaning: 'the name of a custom field has no visible character',
    params: { name: 'text' },
  },
  too_many_fields: {
    code: 'limit_exceeded',
    meaning: 'the contact has too many custom fields',
    params: { max: 'number' },
  },
  fields_too_large: {
    code: 'limit_exceeded',
    meaning: 'the custom fields of the contact are too large together',
    params: { maxBytes: 'number' },
  },
  too_many_field_names: {
    code: 'limit_exceeded',
    meaning: 'the contacts of the data source have too many different custom fields',
    params: { max: 'number' },
  },
} as const satisfies Record<string, FaultDefinition>
