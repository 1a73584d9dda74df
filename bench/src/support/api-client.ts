// The API requests that the benchmarks send.

import { AUTHORIZATION } from './child-server.ts'

export async function post<Data = { id: string }>(url: string, body: object | FormData): Promise<Data> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...AUTHORIZATION, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  return dataOf<Data>(response)
}

export async function get<Data>(url: string): Promise<Data> {
  return dataOf<Data>(await fetch(url, { headers: AUTHORIZATION }))
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const { message, data } = (await response.json()) as { message: string; data: Data }
  if (!response.ok) throw new Error(`${response.url}: ${message}`)
  return data
}

/** Downloads a file, discards it and returns its size. */
export async function download(url: string): Promise<number> {
  const response = await fetch(url, { headers: AUTHORIZATION })
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}
