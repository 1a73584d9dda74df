import { Type } from 'typebox'
import {
  type Api,
  afterRow,
  fileOperation,
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
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { FileQuery } from '../../platform/labels/labels.schema.ts'
import type { Database } from '../../platform/storage/database.ts'
import { DoNotCallEntry, NewDoNotCallEntries, NumbersToRemove, presentEntry } from './do-not-call.schema.ts'
import type { DoNotCall } from './do-not-call.service.ts'
import { exportEntries } from './export-entries.ts'

export const DO_NOT_CALL_TAG = 'Do-not-call'

export interface DoNotCallRouteDependencies {
  doNotCall: DoNotCall
  exportDb: Database
  timestamps: Timestamps
  clock: Clock
}

const otherSpellings = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'Entries of the list that block these numbers in their other spelling, with the country code or without a country. Left out if there are none.',
  }),
)

const presentOthers = (others: { otherSpellings: string[] }) => others.otherSpellings.length > 0 && others

export function addEntryRoutes(app: Api, dependencies: DoNotCallRouteDependencies): void {
  const { doNotCall, exportDb, timestamps, clock } = dependencies
  for (const schema of [DoNotCallEntry, NewDoNotCallEntries]) app.addSchema(schema)
  const tag = DO_NOT_CALL_TAG

  app.get(
    '/api/doNotCall/:id/entries',
    readOperation({
      id: 'listDoNotCallEntries',
      needs: 'seeNumbers',
      bound: 'all',
      tag,
      summary: 'List the entries of a do-not-call list, newest first',
      query: Type.Object({
        ...PageQuery,
        afterId: afterRow('^[1-9][0-9]{0,14}$', '42'),
        phoneNumber: Type.Optional(
          text({
            maxLength: 100,
            description:
              'How the number begins; separators do not matter. Entries of the same number in its other spelling, with the country code or without a country, are found too.',
          }),
        ),
      }),
      data: pageOf(ref(DoNotCallEntry)),
      work: largeReads,
    }),
    async (request) => {
      const { phoneNumber = '', ...page } = request.query
      const { total, rows } = await doNotCall.entries(request.params.id, { ...page, phoneNumber })
      const now = clock.now()
      return success({ total, rows: rows.map((entry) => presentEntry(entry, now, timestamps)) })
    },
  )

  app.post(
    '/api/doNotCall/:id/entry/add',
    operation({
      id: 'addDoNotCallEntries',
      tag,
      summary: 'Add numbers to a do-not-call list',
      description:
        'By number, or by a call that is live or has ended. They are not called from the next claim on; a live call goes on. The entry ' +
        'of a number that is already on the list is replaced.',
      needs: 'operate',
      bound: 'all',
      params: IdParams,
      body: ref(NewDoNotCallEntries),
      data: Type.Object({
        addedCount: Type.Integer({ description: 'Numbers that were not on the list.' }),
        updatedCount: Type.Integer({ description: 'Numbers whose entry was replaced.' }),
        otherSpellings,
      }),
      errors: [404],
    }),
    async (request) => {
      const { phoneNumbers, callId, note = '', expireTime } = request.body
      const { added, updated, ...others } = await doNotCall.addEntries(request.params.id, {
        phoneNumbers,
        callId,
        note,
        // If the wall clock shows the time twice, the entry holds longer rather than shorter.
        expireTime: readTime('expireTime', expireTime, 'last', timestamps) ?? null,
      })
      return success({ addedCount: added, updatedCount: updated, ...presentOthers(others) })
    },
  )

  app.post(
    '/api/doNotCall/:id/entry/remove',
    operation({
      id: 'removeDoNotCallEntries',
      tag,
      summary: 'Remove numbers from a do-not-call list',
      description:
        'Only the given spelling is removed. Contacts that are already done because of the list stay done.',
      needs: 'operate',
      bound: 'all',
      params: IdParams,
      body: NumbersToRemove,
      data: Type.Object({ removedCount: Type.Integer(), otherSpellings }),
      errors: [404],
    }),
    async (request) => {
      const { phoneNumbers } = request.body
      const { removed, ...others } = await doNotCall.removeEntries(request.params.id, phoneNumbers)
      return success({ removedCount: removed, ...presentOthers(others) })
    },
  )

  app.get(
    '/api/doNotCall/:id/export',
    fileOperation({
      id: 'exportDoNotCallEntries',
      tag,
      summary: 'Export the entries of a do-not-call list',
      description:
        'Oldest first, including those that have expired. The file can be imported again; entries that have expired by then fail.',
      needs: 'export',
      records: 'doNotCall.export',
      bound: 'all',
      params: IdParams,
      query: Type.Object(FileQuery),
      errors: [404],
    }),
    async (request, reply) => {
      const { id } = request.params
      const format = request.query.format === 'csv' ? 'csv' : 'excel'
      const name = `do_not_call_${timestamps.compact(clock.now())}`
      return sendFile(
        reply,
        await exportEntries(exportDb, id, { format, labels: request.query.labels }),
        name,
      )
    },
  )
}
