import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callCounterOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  largeReads,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTime } from '../../platform/http/schemas/time-range.ts'
import { sendPage } from '../../platform/http/send-stream.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ContactPage } from './contact-list.ts'
import type { ContactRow } from './contacts.queries.ts'
import {
  AddedContact,
  Contact,
  ContactChange,
  ContactName,
  NewContact,
  UpdatedContact,
} from './contacts.schema.ts'
import type { Contacts, GivenFields } from './contacts.service.ts'

export const CONTACTS_TAG = 'Contacts'

/** A search by name reads the names of the whole list. */
export const searchedName = text({
  maxLength: 100,
  description: 'Part of the display name, in any case: the field that `nameField` of the data source names.',
})

export function addContactRoutes(app: Api, contacts: Contacts, timestamps: Timestamps): void {
  for (const schema of [Contact, NewContact, AddedContact, ContactChange, ContactName, UpdatedContact])
    app.addSchema(schema)
  const tag = CONTACTS_TAG

  app.get(
    '/api/dataSource/:id/contacts',
    readOperation({
      id: 'listContacts',
      needs: 'seeNumbers',
      bound: 'dataSource',
      tag,
      summary: 'List the contacts of a data source, newest first',
      query: Type.Object({
        ...PageQuery,
        phoneNumber: Type.Optional(
          text({ maxLength: 100, description: 'Part of the number; separators do not matter.' }),
        ),
        name: Type.Optional(searchedName),
      }),
      data: pageOf(ref(Contact)),
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
        needs: 'operate',
        bound: 'dataSource',
        params: IdParams,
        body: ref(NewContact),
        data: ref(AddedContact),
        errors: [404, 409],
      }),
    ),
    async (request) => {
      const { phoneNumber, callTime, callUntil, ...fields } = request.body
      const given = { ...asTexts(request, fields), phoneNumber }
      const times = givenTimes({ callTime, callUntil })
      const row = await contacts.add(request.params.id, given, times, callCounterOf(request))
      return success({
        ...row.fields,
        id: row.id,
        dataSourceId: row.data_source_id,
        phoneNumber: row.phone_number,
        status: row.status,
        ...timesOf(row),
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
        needs: 'operate',
        bound: 'dataSource',
        params: IdParams,
        body: ref(ContactChange),
        data: ref(UpdatedContact),
        errors: [404, 409],
      }),
    ),
    async (request) => {
      const { contactId, phoneNumber, callTime, callUntil, ...fields } = request.body
      const given = { ...asTexts(request, fields), ...(phoneNumber !== undefined && { phoneNumber }) }
      const times = givenTimes({ callTime, callUntil })
      return success(changed(await contacts.update(request.params.id, contactId, given, times)))
    },
  )

  app.post(
    '/api/dataSource/:id/contact/withdraw',
    operation({
      id: 'withdrawContact',
      tag,
      summary: 'Withdraw a contact: it stays in the list, and is not called',
      description:
        'From the next claim on, no task calls it. Where it waits, it is done; a live call goes on. `restore` undoes it.',
      needs: 'operate',
      bound: 'dataSource',
      params: IdParams,
      body: ref(ContactName),
      data: ref(UpdatedContact),
      errors: [404],
    }),
    async (request) => success(changed(await contacts.withdraw(request.params.id, nameIn(request.body)))),
  )

  app.post(
    '/api/dataSource/:id/contact/restore',
    operation({
      id: 'restoreContact',
      tag,
      summary: 'Undo the withdrawal of a contact',
      description:
        'Tasks that have not come to it call it again. A task that has skipped it because it was withdrawn calls it after a recall.',
      needs: 'operate',
      bound: 'dataSource',
      params: IdParams,
      body: ref(ContactName),
      data: ref(UpdatedContact),
      errors: [404],
    }),
    async (request) => success(changed(await contacts.restore(request.params.id, nameIn(request.body)))),
  )

  app.post(
    '/api/dataSource/:id/contact/delete',
    operation({
      id: 'deleteContact',
      tag,
      summary: 'Delete a contact',
      description: 'It is never dialed again, in any task.',
      needs: 'operate',
      bound: 'dataSource',
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

  /** If the wall clock shows a time twice, the contact may be called as long as possible. */
  function givenTimes(given: {
    callTime?: string | null | undefined
    callUntil?: string | null | undefined
  }) {
    return {
      callTime: readTime('callTime', given.callTime, 'first', timestamps),
      callUntil: readTime('callUntil', given.callUntil, 'last', timestamps),
    }
  }

  function timesOf({ call_time, call_until, withdraw_time }: ContactRow) {
    return {
      callTime: timestamps.formatOrNull(call_time),
      callUntil: timestamps.formatOrNull(call_until),
      withdrawTime: timestamps.formatOrNull(withdraw_time),
    }
  }

  function changed(row: ContactRow): Static<typeof UpdatedContact> {
    return {
      ...row.fields,
      id: row.id,
      dataSourceId: row.data_source_id,
      phoneNumber: row.phone_number,
      ...timesOf(row),
      updateTime: timestamps.format(row.update_time),
    }
  }

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
      ...timesOf(row),
      createTime: timestamps.format(row.create_time),
    }
  }
}

async function* partsOf({ first, rest }: ContactPage): AsyncGenerator<ContactRow[]> {
  yield first
  if (rest) yield* rest
}

/** Null is the same as leaving it out. */
function nameIn({ contactId, phoneNumber }: Static<typeof ContactName>) {
  return { contactId: contactId ?? undefined, phoneNumber: phoneNumber ?? undefined }
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
