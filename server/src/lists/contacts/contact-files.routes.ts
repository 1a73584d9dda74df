import { Type } from 'typebox'
import { callCounterOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  defaulted,
  fileOperation,
  IdParams,
  named,
  oneOf,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import { addUploads, uploadOperation, withUpload } from '../../platform/http/upload.ts'
import { createTurns } from '../../platform/kernel/threads/turns.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LabelsQuery } from '../../platform/labels/labels.schema.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ENCODINGS } from '../../platform/tabular/encodings.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import { CONTACTS_TAG } from './contacts.routes.ts'
import { failureCode } from './contacts.schema.ts'
import { exportContacts } from './export-contacts.ts'
import { type ImportDependencies, importContacts } from './import-contacts.ts'
import { MAX_UNPLACED_ROWS } from './import-failures.ts'

/** An import holds a database connection while it waits for the lock of its data source: many would leave none for requests. */
const MAX_IMPORTS_AT_ONCE = 4
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

const FailedRow = named(
  'FailedRow',
  Type.Object({
    row: Type.Integer({ description: 'As a spreadsheet numbers it: the title row is 1.', examples: [7] }),
    phoneNumber: Type.String(),
    reason: oneOf(['missing', 'invalid', 'duplicate']),
    ...failureCode,
    message: Type.String({ examples: ['phoneNumber is required'] }),
    contactId: Type.Optional(
      Type.String({ description: 'Only of a duplicate: the contact that has the number.' }),
    ),
  }),
)
const ImportResult = named(
  'ImportResult',
  Type.Object({
    importCount: Type.Integer({ description: 'successCount + failCount.' }),
    successCount: Type.Integer(),
    failCount: Type.Integer(),
    updatedCount: Type.Integer({
      description: 'Of the successes: rows merged into existing contacts.',
    }),
    details: Type.Array(ref(FailedRow), {
      description: 'One entry for each row that failed, in file order.',
    }),
    unplacedCount: Type.Integer({
      description:
        'Of the successes: numbers whose country is not known, because they name none and neither the data source nor the service has one. They are compared as they are written.',
    }),
    unplaced: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'As a spreadsheet numbers it: the title row is 1.' }),
        phoneNumber: Type.String(),
      }),
      { description: 'The first 1000 of them, in file order.' },
    ),
    ignoredColumns: Type.Array(Type.String(), { description: 'Columns that the service sets itself.' }),
  }),
)

export const EncodingQuery = {
  encoding: Type.Optional(
    oneOf([...ENCODINGS], {
      description:
        'The encoding of a CSV file. Without it UTF-8, UTF-16 and Chinese in GB18030 are recognised; others have to be named.',
      examples: ['windows-1252'],
    }),
  ),
}

export const FormatQuery = {
  format: defaulted(
    oneOf(['csv', 'excel'], { default: 'excel', description: '`excel` is an .xlsx workbook.' }),
  ),
}

export function addContactFileRoutes(
  app: Api,
  dependencies: ImportDependencies & { exportDb: Database },
  timestamps: Timestamps,
): void {
  for (const schema of [FailedRow, ImportResult]) app.addSchema(schema)
  const tag = CONTACTS_TAG
  const inTurn = createTurns(MAX_IMPORTS_AT_ONCE)

  app.register(async (scope: Api) => {
    await addUploads(scope, MAX_UPLOAD_BYTES)
    scope.post(
      '/api/dataSource/:id/contact/batchImport',
      uploadOperation({
        id: 'importContacts',
        needs: 'operate',
        bound: 'dataSource',
        tag,
        summary: 'Import contacts from a CSV or Excel file',
        description:
          'One part `file`, whose first row holds the field names; `phoneNumber` is required. At most 10,000 rows and 20 MiB. ' +
          'All good rows are imported, the others are listed; a file that cannot be read changes nothing.',
        query: Type.Object({
          onDuplicate: defaulted(
            oneOf(['fail', 'update'], {
              default: 'fail',
              description:
                'What happens to a row whose number already exists: it fails, or it is merged into the contact.',
            }),
          ),
          ...EncodingQuery,
        }),
        data: ref(ImportResult),
        maxBytes: MAX_UPLOAD_BYTES,
        checkId: (id) => findDataSource(dependencies.db, id),
      }),
      async (request, reply) => {
        const { id } = request.params
        const { unplaced, ...result } = await withUpload({ request, reply }, MAX_UPLOAD_BYTES, (file) =>
          inTurn(() =>
            importContacts(dependencies, id, file, { ...request.query, countCalls: callCounterOf(request) }),
          ),
        )
        const listed = { unplacedCount: unplaced.length, unplaced: unplaced.slice(0, MAX_UNPLACED_ROWS) }
        return success({ ...result, ...listed })
      },
    )
  })

  app.get(
    '/api/dataSource/:id/contact/batchExport',
    fileOperation({
      id: 'exportContacts',
      tag,
      summary: 'Export the contacts of a data source',
      description: 'Every custom field is a column. The file can be imported again.',
      needs: 'export',
      records: 'contact.export',
      bound: 'dataSource',
      params: IdParams,
      query: Type.Object({ ...FormatQuery, ...LabelsQuery }),
      errors: [404],
    }),
    async (request, reply) => {
      const hasBody = request.method !== 'HEAD'
      const file = await exportContacts(dependencies.exportDb, request.params.id, request.query, { hasBody })
      return sendFile(reply, file, `contacts_${timestamps.compact(dependencies.clock.now())}`)
    },
  )
}
