import { Type } from 'typebox'
import { callCounterOf, callerOf } from '../../platform/http/access/auth.ts'
import { seesNoNumbers, withoutNumbers } from '../../platform/http/access/number-mask.ts'
import {
  type Api,
  afterRow,
  eventOperation,
  fileOperation,
  IdParams,
  type Operation,
  oneOf,
  operation,
  optionalBody,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { sendEventStream, sendFile } from '../../platform/http/send-stream.ts'
import { addUploads, uploadOperation, withUpload } from '../../platform/http/upload.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { EncodingQuery } from '../contacts/contact-files.routes.ts'
import { CONTACTS_TAG } from '../contacts/contacts.routes.ts'
import { IMPORT_FAILURE_CODES } from '../contacts/import-failures.ts'
import { DO_NOT_CALL_TAG } from '../do-not-call/entries.routes.ts'
import { writeFailuresFile } from './failures-file.ts'
import { MAX_JOB_BYTES } from './import-job.ts'
import type { ImportTarget } from './import-target.ts'
import * as schema from './imports.schema.ts'
import type { Imports } from './imports.service.ts'
import type { ProgressStreams } from './progress-streams.ts'

interface UploadRoute extends Pick<Operation, 'id' | 'tag' | 'summary' | 'needs' | 'bound'> {
  description?: string
  targetOf(id: string): ImportTarget
}

interface ImportRouteDependencies {
  imports: Imports
  streams: ProgressStreams
  timestamps: Timestamps
}

export function addImportRoutes(app: Api, dependencies: ImportRouteDependencies): void {
  const { ImportColumn, ImportPreview, ImportJob, ImportJobDetail, ImportStart, ImportFailure } = schema
  const named = [
    schema.CheckedNumbers,
    ImportColumn,
    ImportPreview,
    ImportJob,
    ImportJobDetail,
    ImportStart,
    ImportFailure,
  ]
  for (const each of named) app.addSchema(each)
  addUploadRoutes(app, dependencies)
  addJobRoutes(app, dependencies)
  addFailureRoutes(app, dependencies)
  addProgressRoute(app, dependencies)
}

function addUploadRoutes(app: Api, { imports, timestamps }: ImportRouteDependencies): void {
  const addUploadRoute = (scope: Api, path: string, { targetOf, ...route }: UploadRoute) =>
    scope.post(
      path,
      uploadOperation({
        ...route,
        description:
          'One part `file`, up to 1,000,000 rows and 200 MiB, whose first row holds titles unless `headerRow` says otherwise. The answer is a job and a preview of the ' +
          'file; nothing is imported before the job is started. A file whose import is not started within a day is removed.' +
          (route.description ?? ''),
        query: Type.Object({ ...EncodingQuery, ...schema.ReadingQuery }),
        data: ref(schema.ImportJobDetail),
        errors: [409],
        maxBytes: MAX_JOB_BYTES,
        checkId: (id) => imports.checkTarget(targetOf(id)),
      }),
      async (request, reply) => {
        const target = targetOf(request.params.id)
        const caller = callerOf(request)
        const job = await withUpload({ request, reply }, MAX_JOB_BYTES, (file, fileName) =>
          imports.upload({ target, file, fileName, reading: request.query, caller }),
        )
        return success(schema.presentJobDetail(job, timestamps))
      },
    )

  app.register(async (scope: Api) => {
    await addUploads(scope, MAX_JOB_BYTES)
    addUploadRoute(scope, '/api/dataSource/:id/import', {
      id: 'uploadImport',
      needs: 'operate',
      bound: 'dataSource',
      tag: CONTACTS_TAG,
      summary: 'Upload a file of contacts to import in the background',
      targetOf: (dataSourceId) => ({ dataSourceId }),
    })
    addUploadRoute(scope, '/api/doNotCall/:id/import', {
      id: 'uploadDoNotCallImport',
      needs: 'operate',
      bound: 'all',
      tag: DO_NOT_CALL_TAG,
      summary: 'Upload a file of numbers to import into a do-not-call list in the background',
      description:
        ' Besides `phoneNumber`, a column can be `note` or `expireTime`: a date, which includes that day, or a time.',
      targetOf: (doNotCallListId) => ({ doNotCallListId }),
    })
  })
}

function addJobRoutes(app: Api, { imports, timestamps }: ImportRouteDependencies): void {
  const tag = CONTACTS_TAG
  app.post(
    '/api/import/:id/start',
    optionalBody({
      id: 'startImport',
      tag,
      summary: 'Start an uploaded import',
      description:
        'The whole file is read first: one that cannot be read changes nothing. Then its rows are imported in batches; each ' +
        'row becomes a contact, or an entry of the do-not-call list, or is listed among the failures. Only the token that has ' +
        'uploaded the file and tokens of scope `admin` may start it.',
      needs: 'operate',
      bound: 'import',
      params: IdParams,
      body: ref(schema.ImportStart),
      data: ref(schema.ImportJobDetail),
      errors: [404, 405],
    }),
    async (request) => {
      const { columns, onDuplicate, nameField } = request.body
      const job = await imports.start(
        request.params.id,
        {
          columns: columns ?? undefined,
          onDuplicate: onDuplicate ?? 'skip',
          nameField,
        },
        { ...callerOf(request), isLimited: callCounterOf(request) !== undefined },
      )
      return success(schema.presentJobDetail(job, timestamps))
    },
  )

  app.get(
    '/api/import/:id/numbers',
    operation({
      id: 'checkImportNumbers',
      tag,
      summary: 'Check the numbers of an uploaded file before it is imported',
      description: 'Says how many of them are valid with a country, and what is wrong with the others.',
      needs: 'seeNumbers',
      bound: 'import',
      params: IdParams,
      query: Type.Object(schema.CheckNumbersQuery),
      data: ref(schema.CheckedNumbers),
      errors: [404, 405],
      work: () => 'uploads',
    }),
    async (request) => {
      const { column, country } = request.query
      return success(schema.presentChecked(await imports.checkNumbers(request.params.id, column, country)))
    },
  )

  app.post(
    '/api/import/:id/cancel',
    operation({
      id: 'cancelImport',
      tag,
      summary: 'Cancel an import that has not ended',
      description:
        'Rows that are already imported stay. The file is removed. Only the token that has uploaded it and tokens of scope `admin` ' +
        'may cancel it.',
      needs: 'operate',
      bound: 'import',
      params: IdParams,
      data: ref(schema.ImportJobDetail),
      errors: [404, 405],
    }),
    async (request) =>
      success(
        schema.presentJobDetail(await imports.cancel(request.params.id, callerOf(request)), timestamps),
      ),
  )

  app.get(
    '/api/import/list',
    operation({
      id: 'listImports',
      tag,
      summary: 'List imports, newest first',
      description: 'Imports that ended more than 30 days ago are not kept.',
      needs: 'see',
      bound: 'all',
      query: Type.Object({
        ...PageQuery,
        dataSourceId: Type.Optional(
          text({ maxLength: 1000, description: 'Only the imports into this data source.' }),
        ),
        doNotCallListId: Type.Optional(
          text({ maxLength: 1000, description: 'Only the imports into this do-not-call list.' }),
        ),
      }),
      data: pageOf(ref(schema.ImportJob)),
    }),
    async (request) => {
      const { dataSourceId, doNotCallListId, ...page } = request.query
      const { total, rows } = await imports.list({ ...page, dataSourceId, doNotCallListId })
      return success({ total, rows: rows.map((job) => schema.presentJob(job, timestamps)) })
    },
  )

  app.get(
    '/api/import/:id',
    readOperation({
      id: 'getImport',
      needs: 'see',
      bound: 'import',
      tag,
      summary: 'Read the progress of an import and its preview',
      data: ref(schema.ImportJobDetail),
    }),
    async (request) => {
      const job = schema.presentJobDetail(await imports.detail(request.params.id), timestamps)
      return success(seesNoNumbers(request) ? { ...job, preview: null } : job)
    },
  )
}

function addFailureRoutes(app: Api, { imports }: ImportRouteDependencies): void {
  const tag = CONTACTS_TAG
  app.get(
    '/api/import/:id/failures',
    fileOperation(
      {
        id: 'exportImportFailures',
        tag,
        summary: 'Export the rows of an import that failed, as CSV',
        description: 'Columns: `row`, `column`, `value`, `code` and `reason`, in the order of the file.',
        needs: 'export',
        records: 'import.exportFailures',
        bound: 'import',
        params: IdParams,
        errors: [404],
      },
      ['text/csv'],
    ),
    async (request, reply) => {
      const { id } = await imports.detail(request.params.id)
      return sendFile(reply, writeFailuresFile(imports.readFailures(id)), `import_failures_${id}`)
    },
  )

  app.get(
    '/api/import/:id/failure/list',
    readOperation({
      id: 'listImportFailures',
      needs: 'seeNumbers',
      bound: 'import',
      tag,
      summary: 'List the rows of an import that failed, in the order of the file',
      query: Type.Object({
        ...PageQuery,
        afterId: afterRow('^[1-9][0-9]{0,8}$', '7'),
        code: Type.Optional(
          oneOf([...IMPORT_FAILURE_CODES], {
            description:
              'Only the rows that failed for this reason. With `country_unknown`: rows that were imported, with a number whose country is not known; without it they are not listed.',
          }),
        ),
      }),
      data: pageOf(ref(schema.ImportFailure)),
    }),
    async (request) => {
      const { code, ...page } = request.query
      const { total, rows } = await imports.listFailures(request.params.id, { ...page, code })
      return success({ total, rows: rows.map(schema.presentFailure) })
    },
  )
}

function addProgressRoute(app: Api, { imports, streams, timestamps }: ImportRouteDependencies): void {
  app.get(
    '/api/import/:id/events',
    eventOperation({
      id: 'followImport',
      tag: CONTACTS_TAG,
      summary: 'Follow the progress of an import',
      description:
        'A stream of server-sent events: `event: import` has an `ImportJob` as its `data`, at once and after each change. It ends with ' +
        'the import.',
      needs: 'see',
      bound: 'import',
      params: IdParams,
      errors: [404],
    }),
    async (request, reply) => {
      const { id } = await imports.detail(request.params.id)
      const stream = streams.open(
        () => imports.detail(id),
        (job) => {
          const presented = schema.presentJob(job, timestamps)
          return seesNoNumbers(request) ? withoutNumbers(presented) : presented
        },
      )
      return sendEventStream(request, reply, stream)
    },
  )
  // Otherwise closing would wait until the imports have ended.
  app.addHook('preClose', async () => streams.close())
}
