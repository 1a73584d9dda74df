import { type Static, Type } from 'typebox'
import {
  type Api,
  Id,
  IdBody,
  named,
  operation,
  PageQuery,
  pageOf,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { givenPhoneNumber } from '../contacts/contacts.schema.ts'
import type { NumberNoteRow } from './number-notes.queries.ts'
import type { NumberNotes } from './number-notes.service.ts'

const PATH = '/api/number/:phoneNumber/notes'
/** As the history of a number, which has the notes too. */
const tag = 'Calls'
const NumberParams = Type.Object({ phoneNumber: givenPhoneNumber })

const NumberNote = named(
  'NumberNote',
  Type.Object(
    {
      id: Id,
      phoneNumber: Type.String({ description: 'As it was written then.', examples: ['+4930123456'] }),
      note: Type.String(),
      actor: Type.String({ description: 'Who wrote it.' }),
      isOwn: Type.Boolean({ description: 'Whether whoever asks has written it, and so may delete it.' }),
      createTime: Timestamp,
    },
    { description: 'A note about the person at a number.' },
  ),
)

const NewNumberNote = named(
  'NewNumberNote',
  Type.Object(
    { note: nameText(1000, { description: 'Without the white space around it.' }) },
    { examples: [{ note: 'Hard of hearing: speak slowly.' }] },
  ),
)

export function addNumberNoteRoutes(app: Api, notes: NumberNotes, timestamps: Timestamps): void {
  for (const each of [NumberNote, NewNumberNote]) app.addSchema(each)

  const present = (row: NumberNoteRow): Static<typeof NumberNote> => ({
    id: row.id,
    phoneNumber: row.phone_number,
    note: row.note,
    actor: row.actor,
    isOwn: row.is_own,
    createTime: timestamps.format(row.create_time),
  })

  app.get(
    PATH,
    operation({
      id: 'listNumberNotes',
      tag,
      summary: 'List the notes about a number, newest first',
      needs: 'seeNumbers',
      bound: 'all',
      params: NumberParams,
      query: Type.Object(PageQuery),
      data: pageOf(ref(NumberNote)),
    }),
    async (request) => {
      const { total, rows } = await notes.list(request.params.phoneNumber, request.query)
      return success({ total, rows: rows.map(present) })
    },
  )

  app.post(
    PATH,
    operation({
      id: 'addNumberNote',
      tag,
      summary: 'Add a note about a number',
      description:
        'It is kept until it is deleted, or the person is erased, and stands in the history of the number.',
      needs: 'operate',
      bound: 'all',
      params: NumberParams,
      body: ref(NewNumberNote),
      data: ref(NumberNote),
    }),
    async (request) => success(present(await notes.add(request.params.phoneNumber, request.body.note))),
  )

  app.post(
    `${PATH}/delete`,
    operation({
      id: 'deleteNumberNote',
      tag,
      summary: 'Delete an own note about a number',
      needs: 'operate',
      bound: 'all',
      params: NumberParams,
      body: IdBody,
      data: Type.Null(),
      errors: [404],
    }),
    async (request) => {
      await notes.delete(request.params.phoneNumber, request.body.id)
      return success(null)
    },
  )
}
