import { type Static, Type } from 'typebox'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  named,
  operation,
  PageQuery,
  pageOf,
  ref,
  success,
  Timestamp,
} from '../http/route-schema.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import type { ContactRow } from './contacts.queries.ts'
import type { Contacts } from './contacts.service.ts'

const FIELDS_RULE =
  'Besides `phoneNumber`, any custom fields: names of 1-64 characters, values of up to 1000 characters, up to 50 a contact. ' +
  'Numbers and booleans are kept as their text.'

const phoneNumber = Type.String({
  description: 'An optional +, then 3-20 digits, with the separators people type.',
  examples: ['+86 138-0013-8000'],
})
const customField = Type.String({ description: 'A custom field; empty if the contact does not have it.' })
const status = Type.Integer({
  description: '1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: the latest across tasks.',
  examples: [3],
})

const Contact = named(
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
      createTime: Timestamp,
    },
    { additionalProperties: true, description: 'A contact with all of its custom fields.' },
  ),
)
const NewContact = named(
  'NewContact',
  Type.Object(
    { phoneNumber },
    {
      additionalProperties: true,
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
const AddedContact = named(
  'AddedContact',
  Type.Object(
    { id: Id, dataSourceId: Id, phoneNumber, status, createTime: Timestamp },
    { additionalProperties: true, description: 'The supplied fields and what the service adds.' },
  ),
)
const ContactChange = named(
  'ContactChange',
  Type.Object(
    { contactId: Id, phoneNumber: Type.Optional(phoneNumber) },
    {
      additionalProperties: true,
      description: `The fields to change; null takes a custom field away. ${FIELDS_RULE}`,
      examples: [{ contactId: EXAMPLE_ID, address: '上海市浦东新区' }],
    },
  ),
)
const UpdatedContact = named(
  'UpdatedContact',
  Type.Object(
    { id: Id, dataSourceId: Id, phoneNumber, updateTime: Timestamp },
    { additionalProperties: true, description: 'All fields as they are now.' },
  ),
)

export const CONTACTS_TAG = 'Contacts'

export function addContactRoutes(app: Api, contacts: Contacts, timestamps: Timestamps): void {
  for (const schema of [Contact, NewContact, AddedContact, ContactChange, UpdatedContact])
    app.addSchema(schema)
  const tag = CONTACTS_TAG

  app.get(
    '/api/dataSource/:id/contacts',
    operation({
      id: 'listContacts',
      tag,
      summary: 'List the contacts of a data source, newest first',
      scope: 'read',
      params: IdParams,
      query: Type.Object({
        ...PageQuery,
        phoneNumber: Type.Optional(
          Type.String({ maxLength: 100, description: 'Part of the number; separators do not matter.' }),
        ),
      }),
      data: pageOf(ref(Contact)),
      errors: [404],
    }),
    async (request) => {
      const { phoneNumber = '', ...page } = request.query
      const { total, rows } = await contacts.list(request.params.id, { ...page, phoneNumber })
      return success({ total, rows: rows.map(listed) })
    },
  )

  app.post(
    '/api/dataSource/:id/contact/add',
    operation({
      id: 'addContact',
      tag,
      summary: 'Add a contact',
      scope: 'write',
      params: IdParams,
      body: ref(NewContact),
      data: ref(AddedContact),
      errors: [404, 409],
    }),
    async (request) => {
      const row = await contacts.add(request.params.id, request.body)
      return success({
        ...row.fields,
        id: row.id,
        dataSourceId: row.data_source_id,
        phoneNumber: row.phone_number,
        status: row.status,
        createTime: timestamps.format(row.create_time),
      })
    },
  )

  app.post(
    '/api/dataSource/:id/contact/update',
    operation({
      id: 'updateContact',
      tag,
      summary: 'Change a contact',
      scope: 'write',
      params: IdParams,
      body: ref(ContactChange),
      data: ref(UpdatedContact),
      errors: [404, 409],
    }),
    async (request) => {
      const { contactId, ...given } = request.body
      const row = await contacts.update(request.params.id, contactId, given)
      return success({
        ...row.fields,
        id: row.id,
        dataSourceId: row.data_source_id,
        phoneNumber: row.phone_number,
        updateTime: timestamps.format(row.update_time),
      })
    },
  )

  app.post(
    '/api/dataSource/:id/contact/delete',
    operation({
      id: 'deleteContact',
      tag,
      summary: 'Delete a contact',
      description: 'It is never dialed again, in any task.',
      scope: 'write',
      params: IdParams,
      body: Type.Object({ contactId: Id }, { examples: [{ contactId: EXAMPLE_ID }] }),
      data: Type.Null(),
      errors: [404],
    }),
    async (request) => {
      await contacts.remove(request.params.id, request.body.contactId)
      return success(null)
    },
  )

  function listed(row: ContactRow): Static<typeof Contact> {
    return {
      ...row.fields,
      id: row.id,
      dataSourceId: row.data_source_id,
      customerName: row.fields['customerName'] ?? '',
      phoneNumber: row.phone_number,
      address: row.fields['address'] ?? '',
      orderAmount: row.fields['orderAmount'] ?? '',
      status: row.status,
      callCount: row.call_count,
      createTime: timestamps.format(row.create_time),
    }
  }
}
