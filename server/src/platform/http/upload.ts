// Stores an upload in a file on disk, for readers that need random access. The file is unlinked before the first byte
// arrives, so nothing is left behind, however the process ends.
import type { FileHandle } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { InvalidInput, shorten, TooLarge } from '../kernel/errors.ts'
import { openNamelessFile } from '../kernel/files/nameless-file.ts'
import { UnsupportedMediaType } from './errors.ts'
import { type Api, type ErrorStatus, IdParams, type Operation, operation } from './schemas/route-schema.ts'
import { judgeFormPart } from './schemas/unknown-fields.ts'

// Describes the form to readers of the API. The body itself is a stream, checked while it is read.
function uploadForm(description: string) {
  return Type.Object(
    { file: Type.String({ contentMediaType: 'application/octet-stream', description }) },
    { 'x-stream': true },
  )
}

const TABLE_FILE = 'CSV (UTF-8, UTF-16, GB18030 or the named encoding; comma, semicolon or tab) or .xlsx.'

interface UploadOperation<Query, Data> extends Pick<Operation, 'id' | 'tag' | 'summary' | 'needs' | 'bound'> {
  description: string
  query: Query
  data: Data
  errors?: ErrorStatus[]
  maxBytes: number
  /** What the file is; a table, unless it says otherwise. */
  file?: string
  /** Of an operation with an id in its path: called before the client is asked for the body. */
  checkId?: (id: string) => Promise<unknown>
}

/** Route options of an operation that takes a file; where it is added needs `addUploads`. */
export function uploadOperation<Query extends TSchema, Data extends TSchema>({
  maxBytes,
  checkId,
  errors = [],
  file = TABLE_FILE,
  ...options
}: UploadOperation<Query, Data>) {
  const { schema, config } = operation({
    ...options,
    ...(checkId && { params: IdParams }),
    body: uploadForm(file),
    errors: checkId ? [404, ...errors] : errors,
    work: 'uploads',
  })
  return {
    schema: { ...schema, consumes: ['multipart/form-data'] },
    config,
    onRequest: async (request: FastifyRequest) => {
      checkUploadHeaders(request, maxBytes)
      await checkId?.((request.params as Static<typeof IdParams>).id)
    },
  }
}

function notAForm(): UnsupportedMediaType {
  return new UnsupportedMediaType('the request must be multipart/form-data with a part named file', {
    fault: 'media_type_unsupported',
    params: { expected: 'multipart/form-data' },
  })
}

/** Makes multipart/form-data, and nothing else, a content type of this scope. */
export async function addUploads(app: Api, maxBytes: number): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxBytes,
      files: 1,
      fields: 20,
      fieldSize: 1024,
      parts: 21,
      headerPairs: 50,
    },
  })
}

/** Limits for the other parts of a form. */
const FORM_LIMIT_BYTES = 1024 * 1024

/** Refuses, by its headers alone, a request that cannot be an upload. */
function checkUploadHeaders(request: FastifyRequest, maxBytes: number): void {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw notAForm()
  if (Number(request.headers['content-length']) > maxBytes + FORM_LIMIT_BYTES) throw tooLarge(maxBytes)
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Passes the part named `file` and its file name to the work, and closes the file afterwards. */
export async function withUpload<Result>(
  exchange: Exchange,
  maxBytes: number,
  work: (file: FileHandle, name: string) => Promise<Result>,
  what = 'the CSV or Excel file',
): Promise<Result> {
  const file = await openNamelessFile()
  try {
    const name = await receive(exchange, maxBytes, file)
    if (name === undefined) throw missingFile(what)
    await exchange.request.keyed?.claim()
    return await work(file, name)
  } finally {
    await file.close()
  }
}

/** The whole of an upload that is small. */
export async function readUpload(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  return bytes
}

/** Undefined if there is no file. */
async function receive(
  { request, reply }: Exchange,
  maxBytes: number,
  file: FileHandle,
): Promise<string | undefined> {
  let name: string | undefined
  try {
    // If the client has already disconnected, the parser would wait forever.
    if (request.raw.destroyed) throw new Error('the connection was closed')
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        judgeFormPart(request, reply, part.fieldname)
        continue
      }
      if (part.fieldname !== 'file') throw wrongPart(part.fieldname)
      // Otherwise the rest of the part would be read and discarded, however long it is.
      part.file.once('limit', () => part.file.destroy(tooLarge(maxBytes)))
      for await (const chunk of part.file) {
        request.keyed?.fingerprint.update(chunk)
        await file.appendFile(chunk)
      }
      name = part.filename ?? ''
      request.keyed?.fingerprint.update(name)
    }
  } catch (error) {
    throw asUserError(error)
  }
  return name
}

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge({
    fault: 'too_many_bytes',
    field: 'file',
    params: { maxBytes: maxBytes },
  })
}

function wrongPart(part: string): InvalidInput {
  return new InvalidInput({
    fault: 'file_part_wrong',
    field: 'file',
    params: { part: shorten(part) },
  })
}

function missingFile(what: string): InvalidInput {
  const message = `file is required: send ${what} in a part named file`
  return new InvalidInput(message, { fault: 'file_required', field: 'file' })
}

function asUserError(error: unknown): unknown {
  if (error instanceof InvalidInput || error instanceof TooLarge) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message: string }
  if (
    statusCode === 413 ||
    code === 'FST_FILES_LIMIT' ||
    code === 'FST_PARTS_LIMIT' ||
    code === 'FST_FIELDS_LIMIT'
  ) {
    return new InvalidInput({
      fault: 'upload_too_many_parts',
    })
  }
  // A full disk is our fault; a malformed form is the caller's.
  const isOurs = code !== undefined && /^E(NOSPC|IO|MFILE|NFILE|ACCES|DQUOT)$/.test(code)
  return isOurs
    ? error
    : new InvalidInput(`the upload is broken or was cut off (${message})`, { fault: 'upload_broken' })
}
