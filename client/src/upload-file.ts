// Uploads with progress: fetch does not tell how much of a body is on its way, XMLHttpRequest does.
import { ApiError, messageOf, unreachable } from './api-error.ts'

export interface UploadOptions {
  /** Whether a row whose number is there already fails or is merged. */
  onDuplicate?: 'fail' | 'update'
  /** From 0 to 1: how much has been sent. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

interface Upload extends UploadOptions {
  url: string
  token: string | undefined
  file: File
  onUnauthorized?: (token: string | undefined) => void
}

export function uploadFile<Result>(upload: Upload): Promise<Result> {
  const { url, token, file, onDuplicate, onProgress, signal, onUnauthorized } = upload
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file, file.name)
    request.open('POST', onDuplicate ? `${url}?onDuplicate=${onDuplicate}` : url)
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(unreachable(undefined))
    request.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'))
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 401) onUnauthorized?.(token)
      if (request.status === 200) resolve((body as { data: Result }).data)
      else reject(new ApiError(request.status, messageOf(body) ?? `the service answered ${request.status}`))
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
