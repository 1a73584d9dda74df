// Uploads byte by byte, for clients that break off, dawdle, or send everything before they listen.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { AUTHORIZATION } from './files-app.ts'
import { TEST_TOKEN } from './test-app.ts'

export const BOUNDARY = '----carillon-test'

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

export function requestHead(method: string, path: string, headers: Record<string, string | number>): string {
  const all = { host: 'localhost', ...AUTHORIZATION, connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

export function uploadHead(path: string, contentLength: number, token = TEST_TOKEN): string {
  return requestHead('POST', path, {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': contentLength,
  })
}

export function filePart(content: string | Buffer, name = 'file', fileName = 'contacts.csv'): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n` +
        'Content-Type: text/csv\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
}

export function fieldPart(name: string, value: string): Buffer {
  return Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
}

export function formOf(...parts: Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Sends the whole form, and only then reads what has come back. */
export async function sendForm(
  port: number,
  path: string,
  form: Buffer,
): Promise<{ status: number; body: string }> {
  const socket = await openSocket(port)
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  socket.write(uploadHead(path, form.length))
  await Promise.race([new Promise<void>((resolve) => socket.write(form, () => resolve())), failed])
  return parseAnswer(await text(socket))
}

export function parseAnswer(answer: string): { status: number; body: string } {
  const end = answer.indexOf('\r\n\r\n')
  return { status: Number(answer.split(' ', 2)[1]), body: answer.slice(end + 4) }
}
