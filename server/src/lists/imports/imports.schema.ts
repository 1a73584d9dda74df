// Import jobs in requests and answers of the API.
import { type Static, Type } from 'typebox'
import {
  ErrorDetailSchema,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { countryCode, text } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { codeOf, ERROR_CODES } from '../../platform/words/error-codes.ts'
import { failureCode } from '../contacts/contacts.schema.ts'
import { IGNORED_REASONS } from '../contacts/import-columns.ts'
import { type CheckedNumbers as CheckedNumbersResult, NUMBER_PROBLEMS } from './check-numbers.ts'
import type { PastImport } from './import-history.ts'
import { IMPORT_STATUSES, NOT_STARTED, PHONE_REASONS } from './import-job.ts'
import type { ImportFailureRow, ImportJobRow } from './imports.queries.ts'
import { proposedNameColumn } from './map-columns.ts'

const column = Type.Integer({ minimum: 0, maximum: 999, description: 'From 0, left to right.' })

export const ImportColumn = named(
  'ImportColumn',
  Type.Object({
    column,
    title: Type.String({ description: 'As in the title row of the file.' }),
    field: orNull(
      Type.String({ description: 'The field that the column becomes by default; null: it is ignored.' }),
    ),
    ignoredReason: orNull(
      oneOf([...IGNORED_REASONS], {
        description:
          'Why it is ignored by default: it has no title; another column has the same title; the service sets the field itself; its title cannot be a field name; a do-not-call list has no such field.',
      }),
    ),
  }),
)

export const ImportPreview = named(
  'ImportPreview',
  Type.Object({
    format: oneOf(['csv', 'xlsx']),
    encoding: orNull(Type.String({ description: 'Of a CSV file: as named, or as detected.' })),
    separator: orNull(Type.String({ description: 'Of a CSV file.' })),
    sheet: orNull(Type.String({ description: 'Of a workbook: the name of the sheet that is imported.' })),
    sheets: Type.Array(Type.String(), {
      description: 'Of a workbook: the names of the sheets that can be chosen.',
    }),
    headerRow: Type.Integer({ description: 'The row with the titles; 0 if there is none.' }),
    columns: Type.Array(ref(ImportColumn)),
    phoneColumn: orNull(
      Type.Integer({ description: 'The column with the phone numbers; null if none was recognised.' }),
    ),
    phoneReason: orNull(
      oneOf([...PHONE_REASONS], {
        description:
          'How it was recognised: by the title `phoneNumber`, by another title, or by its content.',
      }),
    ),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'As a spreadsheet numbers it: the title row is 1.' }),
        cells: Type.Array(Type.String()),
      }),
      { description: 'The first 20 rows, long cells shortened.' },
    ),
  }),
)

export const CheckedNumbers = named(
  'CheckedNumbers',
  Type.Object({
    checkedCount: Type.Integer({ description: 'The rows that were looked at: at most the first 10,000.' }),
    validCount: Type.Integer({ description: 'Numbers that exist in the numbering plan of their country.' }),
    invalidCount: Type.Integer({ description: 'Not phone numbers: these rows would fail.' }),
    unplacedCount: Type.Integer({
      description:
        'Phone numbers whose country is not known. They are imported, and compared as they are written.',
    }),
    unlikelyCount: Type.Integer({
      description: 'Phone numbers that their country does not have. They are imported.',
    }),
    examples: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'As a spreadsheet numbers it: the title row is 1.' }),
        phoneNumber: Type.String(),
        problem: oneOf([...NUMBER_PROBLEMS]),
      }),
      { description: 'The first three of each problem, in the order of the file.' },
    ),
  }),
)

export const CheckNumbersQuery = {
  column: { ...column, description: 'The column with the phone numbers, from 0.' },
  country: Type.Optional(countryCode('The country of numbers that name none. Default: that of the service.')),
}

export function presentChecked({ counts, ...checked }: CheckedNumbersResult) {
  return {
    ...checked,
    invalidCount: counts.invalid,
    unplacedCount: counts.country_unknown,
    unlikelyCount: counts.unlikely,
  }
}

/** How the file is read, besides its encoding. */
export const ReadingQuery = {
  headerRow: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        'The row with the titles; rows above it are left out. 0: the file has no titles, and columns are called A, B, C. Default: recognised: the first row that is not blank, unless that is a contact, or the titles are below it.',
    }),
  ),
  sheet: Type.Optional(
    text({
      minLength: 1,
      maxLength: 255,
      description: 'The name of the sheet of a workbook. Default: the first visible one with rows.',
    }),
  ),
}

const ImportMapping = Type.Object({
  column,
  field: text({
    minLength: 1,
    maxLength: 1000,
    description:
      '`phoneNumber` or the name of a custom field; of a do-not-call list `phoneNumber`, `note` or `expireTime`.',
    examples: ['phoneNumber'],
  }),
})

const ImportError = Type.Object({
  code: oneOf([...ERROR_CODES, NOT_STARTED]),
  params: Type.Unsafe<object>({
    ...ErrorDetailSchema.properties.params,
    description: 'The facts of the code, by name; with the `row`, if it is about one.',
  }),
  message: Type.String(),
})

const jobFields = {
  id: Id,
  dataSourceId: orNull({ ...Id, description: 'The target, if it is a data source.' }),
  doNotCallListId: orNull({ ...Id, description: 'The target, if it is a do-not-call list.' }),
  status: oneOf([...IMPORT_STATUSES]),
  fileName: Type.String(),
  fileSize: Type.Integer({ description: 'In bytes.' }),
  fileDigest: Type.String({ description: 'SHA-256 of the file, in hexadecimal digits.' }),
  totalRows: orNull(
    Type.Integer({ description: 'Data rows in the file; null until it has been read once.' }),
  ),
  importCount: Type.Integer({ description: 'Rows done so far: successCount + failCount.' }),
  successCount: Type.Integer({ description: 'addedCount + updatedCount.' }),
  addedCount: Type.Integer({ description: 'New contacts, or new entries.' }),
  updatedCount: Type.Integer({
    description: 'Of the successes: rows merged into existing contacts, or that replaced entries.',
  }),
  failCount: Type.Integer(),
  duplicateCount: Type.Integer({ description: 'Of the failed rows: those whose number existed.' }),
  unplacedCount: Type.Integer({
    description:
      'Of the successes: numbers whose country is not known. They are compared as they are written; `/failure/list?code=country_unknown` lists the first 1000.',
  }),
  encoding: orNull(Type.String({ description: 'Of a CSV file: as named, or as detected.' })),
  onDuplicate: orNull(oneOf(['skip', 'update'], { description: 'As given at the start; null before.' })),
  error: orNull({ ...ImportError, description: 'Why the import failed.' }),
  actor: Type.String({ description: 'The name of the token that uploaded the file.' }),
  createTime: Timestamp,
  startTime: TimestampOrNull,
  endTime: TimestampOrNull,
  undo: orNull(
    Type.Object({
      actor: Type.String({ description: 'The name of the token that asked for it.' }),
      startTime: Timestamp,
      removedCount: Type.Integer({ description: 'Contacts deleted so far.' }),
      keptCount: Type.Integer({
        description: 'Contacts that a task began to dial after the undo had begun: they are kept.',
      }),
    }),
  ),
}

export const ImportJob = named('ImportJob', Type.Object(jobFields))

export const ImportRecord = named(
  'ImportRecord',
  Type.Object({
    ...jobFields,
    canUndo: Type.Boolean(),
    undoContactCount: Type.Integer({
      description: 'How many contacts an undo would delete now: those that it added and that still exist.',
    }),
    undoProblem: orNull({
      ...Type.Object({
        code: oneOf([...ERROR_CODES]),
        params: ErrorDetailSchema.properties.params,
        message: Type.String(),
      }),
      description: 'Why it cannot be undone: as the error that an undo would answer with.',
    }),
  }),
)

export const ImportJobDetail = named(
  'ImportJobDetail',
  Type.Object({
    ...jobFields,
    columns: orNull(
      Type.Array(ImportMapping, {
        description: 'The fields that the columns become, as given at the start; null before.',
      }),
    ),
    nameColumn: orNull(
      Type.Integer({
        description:
          'Of a data source, before the end: the column whose field is recognised as the display name; null if none was.',
      }),
    ),
    preview: Type.Unsafe<Static<typeof ImportPreview> | null>({
      anyOf: [ref(ImportPreview), { type: 'null' }],
      description:
        'Null after the end, when only the failed rows are kept, and for those who may not see numbers.',
    }),
  }),
)

export const ImportStart = named(
  'ImportStart',
  Type.Object(
    {
      columns: optional(
        Type.Array(ImportMapping, {
          maxItems: 1000,
          description:
            'The field that each column becomes; columns that are not listed are ignored. Default: as the preview proposes.',
        }),
      ),
      onDuplicate: optional(
        oneOf(['skip', 'update'], {
          description:
            'What happens to a row whose number already exists: with `skip`, the default, it fails as a duplicate; with `update` it is merged into the contact, or replaces the entry of a do-not-call list.',
        }),
      ),
      nameField: Type.Optional(
        orNull(
          text({
            minLength: 1,
            maxLength: 64,
            description:
              'Of a data source: the imported field that becomes the display name of its contacts; null: the data source keeps the one it has, if any. Default: recognised in the first import, by the name of the field.',
            examples: ['customerName'],
          }),
        ),
      ),
    },
    {
      examples: [
        {
          columns: [
            { column: 0, field: 'customerName' },
            { column: 1, field: 'phoneNumber' },
          ],
          onDuplicate: 'update',
        },
      ],
    },
  ),
)

export const ImportFailure = named(
  'ImportFailure',
  Type.Object({
    id: Type.String({ description: 'The number of the row, for `afterId`.', examples: ['7'] }),
    row: Type.Integer({ description: 'As a spreadsheet numbers it: the title row is 1.', examples: [7] }),
    column: orNull(
      Type.String({ description: 'The title of the column at fault; null if the whole row is.' }),
    ),
    value: Type.String({ description: 'The text at fault, shortened.' }),
    ...failureCode,
    message: Type.String({ examples: ['phoneNumber is required'] }),
  }),
)

export function presentJob(job: ImportJobRow, timestamps: Timestamps): Static<typeof ImportJob> {
  return {
    id: job.id,
    dataSourceId: job.data_source_id,
    doNotCallListId: job.do_not_call_list_id,
    status: job.status,
    fileName: job.file_name,
    fileSize: job.file_size,
    fileDigest: job.file_digest,
    totalRows: job.total_rows,
    importCount: job.read_rows,
    successCount: job.added_count + job.updated_count,
    addedCount: job.added_count,
    updatedCount: job.updated_count,
    failCount: job.fail_count,
    duplicateCount: job.duplicate_count,
    unplacedCount: job.unplaced_count,
    encoding: job.encoding,
    onDuplicate: job.settings?.onDuplicate ?? null,
    error: job.error,
    actor: job.actor,
    createTime: timestamps.format(job.create_time),
    startTime: timestamps.formatOrNull(job.start_time),
    endTime: timestamps.formatOrNull(job.end_time),
    undo:
      job.undo_time === null
        ? null
        : {
            actor: job.undo_actor ?? '',
            startTime: timestamps.format(job.undo_time),
            removedCount: job.undone_count,
            keptCount: job.kept_count,
          },
  }
}

export function presentRecord(
  { job, contactCount, problem }: PastImport,
  timestamps: Timestamps,
): Static<typeof ImportRecord> {
  return {
    ...presentJob(job, timestamps),
    canUndo: problem === null,
    undoContactCount: contactCount,
    undoProblem: problem && {
      ...codeOf(problem.detail),
      message: problem.message,
    },
  }
}

export function presentJobDetail(job: ImportJobRow, timestamps: Timestamps): Static<typeof ImportJobDetail> {
  return {
    ...presentJob(job, timestamps),
    columns: job.settings?.columns ?? null,
    nameColumn: job.preview && job.data_source_id !== null ? proposedNameColumn(job.preview) : null,
    preview: job.preview,
  }
}

export function presentFailure(failure: ImportFailureRow): Static<typeof ImportFailure> {
  return {
    id: String(failure.row_number),
    row: failure.row_number,
    column: failure.column_title,
    value: failure.value,
    code: failure.code,
    params: failure.params,
    message: failure.message,
  }
}
