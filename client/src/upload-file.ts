// Uploads files. In a browser it uses XMLHttpRequest, because fetch cannot report the progress of an upload; elsewhere it
// uses fetch.
import { errorOf, readError, unreachable } from './api-error.ts'
import type { operations } from './generated/api.ts'
import { newKey, withRetries } from './with-retries.ts'

export type Encoding = NonNullable<
  NonNullable<operations['importContacts']['parameters']['query']>['encoding']
>

export interface ImportOptions extends UploadOptions {
  /** Whether a row with an existing number fails or updates the contact. */
  onDuplicate?: 'fail' | 'update'
}

export interface UploadOptions {
  /** The encoding of a CSV file, if it is neither Unicode nor Chinese. */
  encoding?: Encoding
  /** The row with the titles; 0 if there is none. */
  headerRow?: number
  /** The sheet of a workbook. */
  sheet?: string
  /** Receives the fraction sent, from 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

interface Upload extends ImportOptions {
  url: string
  token: string | undefined
  retries: number
  file: File
  onUnauthorized?: (token: string | undefined) => void
}

export async function uploadFile<Result>(upload: Upload): Promise<Result> {
  const form = new FormData()
  form.append('file', upload.file, upload.file.name)
  const { onDuplicate, encoding, headerRow, sheet } = upload
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ onDuplicate, encoding, headerRow, sheet }))
    if (value !== undefined) query.set(name, String(value))
  const url = query.size > 0 ? `${upload.url}?${query}` : upload.url
  const headers = {
    ...(upload.token !== undefined && { authorization: `Bearer ${upload.token}` }),
    ...(upload.retries > 0 && { 'idempotency-key': newKey() }),
  }
  const send = 'XMLHttpRequest' in globalThis ? uploadWithProgress : uploadWithFetch
  return withRetries(upload, () => send<Result>(url, form, headers, upload))
}

async function uploadWithFetch<Result>(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  upload: Upload,
): Promise<Result> {
  const { token, signal, onProgress, onUnauthorized } = upload
  // Node.js 24 ends the process with an uncaught error when fetch gets a form and a signal that is already aborted.
  signal?.throwIfAborted()
  // Made before it is sent: what is wrong with it is no failure of the network.
  const request = new Request(url, { method: 'POST', headers, body: form, signal: signal ?? null })
  const response = await fetch(request).catch((cause: unknown) => {
    throw signal?.aborted ? signal.reason : unreachable(cause)
  })
  onProgress?.(1)
  if (response.status === 401) onUnauthorized?.(token)
  if (!response.ok) throw await readError(response)
  return ((await response.json()) as { data: Result }).data
}

function uploadWithProgress<Result>(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  upload: Upload,
): Promise<Result> {
  const { token, onProgress, signal, onUnauthorized } = upload
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(unreachable(undefined))
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 401) onUnauthorized?.(token)
      if (request.status === 200) resolve((body as { data: Result }).data)
      else reject(errorOf(request.status, body, request.getResponseHeader('retry-after')))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) request.abort()
    else request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
