import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  largeReads,
  operation,
  PageQuery,
  pageOf,
  ref,
  success,
} from '../http/schemas/route-schema.ts'
import { text } from '../http/schemas/text-schema.ts'
import { sendPage } from '../http/send-stream.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import type { ContactPage } from './contact-list.ts'
import type { ContactRow } from './contacts.queries.ts'
import { AddedContact, Contact, ContactChange, NewContact, UpdatedContact } from './contacts.schema.ts'
import type { Contacts, GivenFields } from './contacts.service.ts'

export const CONTACTS_TAG = 'Contacts'

/** A search by name reads the names of the whole list. */
export const searchedName = text({
  maxLength: 100,
  description: 'Part of the display name, in any case: the field that `nameField` of the data source names.',
})

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
          text({ maxLength: 100, description: 'Part of the number; separators do not matter.' }),
        ),
        name: Type.Optional(searchedName),
      }),
      data: pageOf(ref(Contact)),
      errors: [404],
      work: largeReads,
    }),
    async (request, reply) => {
      const { phoneNumber = '', name = '', ...filter } = request.query
      const page = await contacts.list(request.params.id, { ...filter, phoneNumber, name })
      if (page.rest) return sendPage(reply, page.total, partsOf(page), listed)
      return success({ total: page.total, rows: page.first.map(listed) })
    },
  )

  app.post(
    '/api/dataSource/:id/contact/add',
    keepingNumberTexts(
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
    ),
    async (request) => {
      const { phoneNumber, ...fields } = request.body
      const row = await contacts.add(request.params.id, { ...asTexts(request, fields), phoneNumber })
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
    keepingNumberTexts(
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
    ),
    async (request) => {
      const { contactId, phoneNumber, ...fields } = request.body
      const given = { ...asTexts(request, fields), ...(phoneNumber !== undefined && { phoneNumber }) }
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

async function* partsOf({ first, rest }: ContactPage): AsyncGenerator<ContactRow[]> {
  yield first
  if (rest) yield* rest
}

function keepingNumberTexts<Options extends { config: object }>(options: Options): Options {
  return { ...options, config: { ...options.config, keepsNumberTexts: true } }
}

/** Numbers as they were written, booleans as their names. */
function asTexts({ numberTexts }: FastifyRequest, fields: object): GivenFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, string | number | boolean | null]) => [
      name,
      value === null ? null : (numberTexts?.get(name) ?? String(value)),
    ]),
  )
}
