import { Type } from 'typebox'
import {
  type Api,
  IdParams,
  largeReads,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { CONTACTS_TAG } from '../contacts/contacts.routes.ts'
import type { ImportHistory } from './import-history.ts'
import { ImportJobDetail, ImportRecord, presentJobDetail, presentRecord } from './imports.schema.ts'

export function addImportHistoryRoutes(app: Api, history: ImportHistory, timestamps: Timestamps): void {
  app.addSchema(ImportRecord)
  const tag = CONTACTS_TAG
  app.get(
    '/api/dataSource/:id/imports',
    readOperation({
      id: 'listImportHistory',
      needs: 'see',
      bound: 'dataSource',
      tag,
      summary: 'List the imports into a data source, newest first, and which of them can be undone',
      description: 'Imports that ended more than 30 days ago are not kept, and cannot be undone.',
      query: Type.Object(PageQuery),
      data: pageOf(ref(ImportRecord)),
      work: largeReads,
    }),
    async (request) => {
      const { total, rows } = await history.list(request.params.id, request.query)
      return success({ total, rows: rows.map((row) => presentRecord(row, timestamps)) })
    },
  )

  app.post(
    '/api/import/:id/undo',
    operation({
      id: 'undoImport',
      tag,
      summary: 'Delete the contacts that an import added',
      description:
        'Possible while no task has dialed any of them. They are deleted in the background: the import is `undoing`, then `undone`. ' +
        'Contacts that were changed since are deleted too. What the import changed in contacts that existed before it stays, and so ' +
        'does a contact that a task begins to dial before its turn comes.',
      needs: 'operate',
      bound: 'import',
      params: IdParams,
      data: ref(ImportJobDetail),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const job = await history.undo(request.params.id)
      return success(presentJobDetail(job, timestamps))
    },
  )
}
