// Contacts in requests and answers of the API, and the rules for their fields.
import { Type } from 'typebox'
import { type FieldRule, type NameRule, rule } from '../../platform/http/schemas/field-rule.ts'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { storable, storableRule } from '../../platform/http/schemas/text-schema.ts'
import { timeOrNull } from '../../platform/http/schemas/time-range.ts'
import { INVISIBLE_PATTERN } from '../../platform/kernel/invisible-text.ts'
import { PHONE_NUMBER_MAX_LENGTH, PHONE_NUMBER_PATTERN } from '../../platform/kernel/phone/phone-number.ts'
import {
  FIELD_NAME_PATTERN,
  MAX_FIELD_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  MAX_FIELDS,
  MAX_FIELDS_BYTES,
  OWNED_NAMES,
} from './contact-fields.ts'
import { IMPORT_FAILURE_CODES } from './import-failures.ts'

const FIELDS_RULE =
  `Besides \`phoneNumber\`, any custom fields: names of 1-${MAX_FIELD_NAME_LENGTH} characters, values of up to ` +
  `${MAX_FIELD_LENGTH} characters, at most ${MAX_FIELDS} in a request and on a contact, which as JSON are at most ` +
  `${MAX_FIELDS_BYTES} bytes (UTF-8) together, and ${MAX_FIELD_NAMES_PER_DATA_SOURCE} different names in a data source. ` +
  'Numbers and booleans are stored as their text, digit for digit. A number that many JSON libraries round, because it is greater than ' +
  '9007199254740991, is refused: send it as a string.'

const tooManyDigits = rule('too_many_digits', 'has too many digits for a number: send it as a string')
const nameLength: NameRule = {
  fault: 'field_name_length',
  message: `must have 1 to ${MAX_FIELD_NAME_LENGTH} characters`,
}
const tooManyFields: FieldRule = {
  message: `a contact has at most ${MAX_FIELDS} custom fields`,
  detail: { fault: 'too_many_fields', params: { max: MAX_FIELDS } },
}

const customFields = {
  additionalProperties: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: MAX_FIELD_LENGTH,
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: storable.pattern,
    'x-rules': { pattern: storableRule, minimum: tooManyDigits, maximum: tooManyDigits },
  },
  propertyNames: {
    minLength: 1,
    maxLength: MAX_FIELD_NAME_LENGTH,
    pattern: FIELD_NAME_PATTERN,
    not: { enum: [...OWNED_NAMES] },
    allOf: [
      {
        not: { pattern: INVISIBLE_PATTERN },
        'x-name-rules': {
          not: { fault: 'field_name_invisible', message: 'is no field name: it has no visible character' },
        },
      },
    ],
    'x-name-rules': {
      minLength: nameLength,
      maxLength: nameLength,
      pattern: {
        fault: 'field_name_space',
        message: 'must not begin or end with white space, nor contain a NUL character',
      },
      not: { fault: 'field_reserved', message: 'is set by the service and cannot be given' },
    },
  },
  'x-maxFieldsBytes': MAX_FIELDS_BYTES,
  'x-rules': { maxProperties: tooManyFields },
}

export const phoneNumber = Type.String({
  description: 'An optional +, then 3-20 digits, with the separators people type.',
  examples: ['+86 138-0013-8000'],
})
/** In requests. The pattern is only documented: the service checks the number itself, with a more precise message. */
export const givenPhoneNumber = Type.String({
  ...phoneNumber,
  'x-documented': { pattern: PHONE_NUMBER_PATTERN, maxLength: PHONE_NUMBER_MAX_LENGTH },
})
/** In requests: null removes a time. */
const givenTimes = {
  callTime: Type.Optional(
    timeOrNull('No task calls the contact before this time, in the time zone of the service.'),
  ),
  callUntil: Type.Optional(timeOrNull('No task calls it from this time on. Must be later than callTime.')),
}
const callTimes = {
  callTime: { ...TimestampOrNull, description: 'It is not called before this time.' },
  callUntil: { ...TimestampOrNull, description: 'It is not called from this time on.' },
  withdrawTime: {
    ...TimestampOrNull,
    description: 'When it was withdrawn: no task calls it. Null if it is not.',
  },
}
const customField = Type.String({ description: 'A custom field; empty if the contact does not have it.' })
const status = Type.Integer({
  description: '1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: the latest across tasks.',
  examples: [3],
})

export const Contact = named(
  'Contact',
  Type.Object(
    {
      id: Id,
      dataSourceId: Id,
      customerName: customField,
      phoneNumber,
      address: customField,
      orderAmount: customField,
      status,
      callCount: Type.Integer({ description: 'Calls made to the contact, in all tasks.' }),
      ...callTimes,
      createTime: Timestamp,
    },
    { additionalProperties: true, description: 'A contact with all of its custom fields.' },
  ),
)

export const NewContact = named(
  'NewContact',
  Type.Object(
    { phoneNumber: givenPhoneNumber, ...givenTimes },
    {
      ...customFields,
      maxProperties: MAX_FIELDS + 3,
      description: FIELDS_RULE,
      examples: [
        {
          phoneNumber: '13800138000',
          customerName: '王小明',
          address: '北京市朝阳区',
          orderAmount: '299.50',
        },
      ],
    },
  ),
)

export const AddedContact = named(
  'AddedContact',
  Type.Object(
    { id: Id, dataSourceId: Id, phoneNumber, status, ...callTimes, createTime: Timestamp },
    { additionalProperties: true, description: 'The supplied fields and what the service adds.' },
  ),
)

export const ContactChange = named(
  'ContactChange',
  Type.Object(
    { contactId: Id, phoneNumber: optional(givenPhoneNumber), ...givenTimes },
    {
      ...customFields,
      propertyNames: {
        ...customFields.propertyNames,
        not: { enum: [...OWNED_NAMES].filter((name) => name !== 'contactId') },
      },
      maxProperties: MAX_FIELDS + 4,
      description: `The fields to change; null removes a custom field. ${FIELDS_RULE}`,
      examples: [{ contactId: EXAMPLE_ID, address: '上海市浦东新区' }],
    },
  ),
)

export const ContactName = named(
  'ContactName',
  Type.Object(
    { contactId: optional(Id), phoneNumber: optional(givenPhoneNumber) },
    {
      description: 'A contact of the data source, by its id or by its number: one of the two is required.',
      examples: [{ contactId: EXAMPLE_ID }],
    },
  ),
)

export const UpdatedContact = named(
  'UpdatedContact',
  Type.Object(
    { id: Id, dataSourceId: Id, phoneNumber, ...callTimes, updateTime: Timestamp },
    { additionalProperties: true, description: 'All fields as they are now.' },
  ),
)

/** Why a row of a file was not imported. */
export const failureCode = {
  code: oneOf([...IMPORT_FAILURE_CODES]),
  params: Type.Unsafe<Record<string, string | number>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number'] },
    description: 'The parameters of the code, by name.',
  }),
}
