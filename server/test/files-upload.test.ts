import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MB } from './corpus/tabular-files.ts'
import { areKnownErrors, expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import {
  answerOf,
  contactCount,
  createFilesApp,
  type FilesApp,
  importPath,
  numberedRows,
} from './support/files-app.ts'
import {
  BOUNDARY,
  fieldPart,
  filePart,
  formOf,
  openSocket,
  parseAnswer,
  requestHead,
  sendForm,
  uploadHead,
} from './support/upload-by-hand.ts'

/** Where there is one: on Linux. */
const DESCRIPTORS = '/proc/self/fd'
const FILE = 'phoneNumber\n13900139000\n'
let app: FilesApp
let id: string

const usualFolder = process.env.TMPDIR
let folder: string

beforeAll(async () => {
  // Uploads of other tests are no business of these.
  folder = await mkdtemp(join(tmpdir(), 'uploads-of-a-test-'))
  process.env.TMPDIR = folder
  app = await createFilesApp()
})
beforeEach(async () => {
  id = await app.addDataSource(randomUUID())
})
afterAll(async () => {
  await app.close()
  if (usualFolder === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usualFolder
  await rm(folder, { recursive: true })
})

/** Uploads that are in the temporary folder, or gone from it but still held open. */
function leftovers(): string[] {
  const descriptors = existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS) : []
  const held = descriptors.flatMap((fd) => {
    try {
      return readlinkSync(join(DESCRIPTORS, fd))
    } catch {
      return [] // closed since the folder was read
    }
  })
  // Where the source is run as it is, the thread that reads files keeps what it compiles here.
  const files = readdirSync(folder).filter((name) => !name.startsWith('tsx-'))
  return [...files, ...held.filter((path) => path.startsWith(folder))]
}

const send = (form: Buffer) => sendForm(app.port, importPath(id), form)

async function expectNothingImported(): Promise<void> {
  expect(await contactCount(app, id)).toBe(0)
  await expect.poll(leftovers).toEqual([])
}

describe('a form without the file', () => {
  it.each<[string, Buffer, string]>([
    ['no parts', formOf(), 'file is required: send the CSV or Excel file in a part named file'],
    ['other fields only', formOf(fieldPart('a', 'b')), 'file is required'],
    ['the text of a file as an ordinary field', formOf(fieldPart('file', FILE)), 'file is required'],
    [
      'a file under another name',
      formOf(filePart(FILE, 'upload')),
      'The file must be in a part named file, not "upload"',
    ],
    ['a big file under another name', formOf(filePart('x'.repeat(5 * MB), 'upload')), 'not "upload"'],
    ['two files', formOf(filePart(FILE), filePart(FILE)), 'exactly one file'],
    ['two big files', formOf(filePart('x'.repeat(5 * MB)), filePart('x'.repeat(5 * MB))), 'exactly one file'],
    ['a second file under another name', formOf(filePart(FILE), filePart(FILE, 'other')), 'exactly one file'],
    ['a file named like a prototype', formOf(filePart(FILE, '__proto__')), 'broken'],
    ['a very long name', formOf(filePart(FILE, 'n'.repeat(5000))), 'The file must be in a part named file'],
    [
      'too many other parts',
      formOf(...Array.from({ length: 30 }, (_, i) => fieldPart(`f${i}`, 'x')), filePart(FILE)),
      'only a few other parts',
    ],
    ['no end', filePart(FILE), 'the upload is broken or was cut off'],
    ['text that is no form', Buffer.from('phoneNumber\n13900139000\n'), 'broken or was cut off'],
    ['an empty body', Buffer.alloc(0), 'file is required'],
  ])('is a 400: %s', async (_, form, message) => {
    const { status, body } = await send(form)
    expect({ status, ...JSON.parse(body) }).toEqual({
      status: 400,
      code: 400,
      message: expect.any(String),
      data: null,
      errors: expect.toSatisfy(areKnownErrors),
    })
    expect(JSON.parse(body).message).toContain(message)
    expect(JSON.parse(body).message.length).toBeLessThan(300)
    await expectNothingImported()
  })

  it('is a 400 without a boundary', async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: formOf(filePart(FILE)),
    }
    expectError(await answerOf(await app.call(importPath(id), init)), 400, 'broken')
  })

  it.each([
    ['JSON', 'application/json', '{"file":"x"}'],
    ['broken JSON', 'application/json', '{'],
    ['a CSV as it is', 'text/csv', FILE],
    ['a URL-encoded form', 'application/x-www-form-urlencoded', 'file=x'],
    ['another multipart', 'multipart/mixed; boundary=x', '--x--'],
  ])('is a 415: %s', async (_, contentType, body) => {
    const init = { method: 'POST', headers: { 'content-type': contentType }, body }
    const answer = await answerOf(await app.call(importPath(id), init))
    expectError(answer, 415, 'the request must be multipart/form-data with a part named file')
    await expectNothingImported()
  })

  it('is a 415 without any body', async () => {
    expectError(
      await answerOf(await app.call(importPath(id), { method: 'POST' })),
      415,
      'multipart/form-data',
    )
  })
})

describe('a form with the file', () => {
  it('is fine with a few other fields before and after it', async () => {
    const good = await send(formOf(fieldPart('a', 'b'), filePart(FILE), fieldPart('c', 'd')))
    expect(JSON.parse(good.body)).toMatchObject({ code: 0, data: { successCount: 1 } })
    await expect.poll(leftovers).toEqual([])
  })

  it('may have 20 MiB and not a byte more', async () => {
    const padding = (bytes: number) => {
      const line = `${' '.repeat(1023)}\n`
      return (
        FILE +
        line.repeat(Math.floor((bytes - FILE.length) / 1024)) +
        ' '.repeat((bytes - FILE.length) % 1024)
      )
    }
    const limit = 20 * MB
    expectSuccess(await app.upload(id, padding(limit)))
    const other = await app.addDataSource(randomUUID())
    expectError(await app.upload(other, padding(limit + 1)), 413, 'The file is larger than 20 MiB')
    expect(await contactCount(app, other)).toBe(0)
    await expect.poll(leftovers).toEqual([])
  })

  it('gets its answer when it is far too large, even if the client sends all of it first', async () => {
    const { status, body } = await send(
      formOf(filePart(Buffer.alloc(40 * MB, 'x\n')), filePart('y'.repeat(MB))),
    )
    expect({ status, message: JSON.parse(body).message }).toEqual({
      status: 413,
      message: 'The file is larger than 20 MiB',
    })
    await expectNothingImported()
  })

  it('gets its 404 as well', async () => {
    const { status } = await sendForm(app.port, importPath(UNKNOWN_ID), formOf(filePart('x'.repeat(5 * MB))))
    expect(status).toBe(404)
    await expect.poll(leftovers).toEqual([])
  })

  it('can come in chunks of any size without a length', async () => {
    const socket = await openSocket(app.port)
    const answer = text(socket)
    socket.write(
      requestHead('POST', importPath(id), {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'transfer-encoding': 'chunked',
      }),
    )
    for (const byte of formOf(filePart(FILE))) socket.write(`1\r\n${String.fromCharCode(byte)}\r\n`)
    socket.write('0\r\n\r\n')
    expect(JSON.parse(parseAnswer(await answer).body.replace(/^\w+\r\n|\r\n0?.*$/gs, ''))).toMatchObject({
      code: 0,
    })
  })
})

describe('an upload that is cut off', () => {
  const form = formOf(filePart(numberedRows(5000).join('\n')))

  it.each([
    ['in the middle of the file', form.length / 2],
    ['right after the headers', 0],
    ['inside the part header', 30],
    ['before its last byte', form.length - 5],
  ])('imports nothing and leaves nothing: %s', async (_, sentBytes) => {
    const socket = await openSocket(app.port)
    socket.write(uploadHead(importPath(id), form.length))
    socket.write(form.subarray(0, sentBytes))
    await expect.poll(leftovers).not.toEqual([])
    socket.destroy()
    await once(socket, 'close')
    await expectNothingImported()
    await expect.poll(() => app.db.usage()).toMatchObject({ waiting: 0 })
  })

  it('leaves nothing when it is gone before anybody looks at it', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => openSocket(app.port)))
    for (const socket of sockets) {
      socket.write(uploadHead(importPath(id), form.length))
      socket.write(form.subarray(0, 1000), () => socket.destroy())
    }
    await Promise.all(sockets.map((socket) => once(socket, 'close')))
    // Answered after all of those have been taken up.
    expectSuccess(await app.upload(id, FILE))
    await expect.poll(leftovers).toEqual([])
  })

  it('is answered with a 400 when only the sending side ends', async () => {
    const socket = await openSocket(app.port)
    const answer = text(socket)
    socket.write(uploadHead(importPath(id), form.length))
    socket.end(form.subarray(0, form.length / 2))
    expect(parseAnswer(await answer)).toEqual({
      status: 400,
      body:
        '{"code":400,"message":"this is not a valid HTTP request","data":null,' +
        '"errors":[{"field":null,"code":"request_malformed","params":{"reason":"request_malformed"}}]}',
    })
    await expectNothingImported()
  })

  it('does not stop the next one', async () => {
    expect(JSON.parse((await send(form)).body)).toMatchObject({ code: 0, data: { successCount: 5000 } })
  })
})
