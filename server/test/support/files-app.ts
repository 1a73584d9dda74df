// The whole service behind a real port, with files going in and out as a browser or curl sends them.

import type { ImportResult } from '../../src/lists/contacts/import-contacts.ts'
import { type Answer, createTestApp, TEST_TOKEN, type TestApp, type TestAppOptions } from './test-app.ts'

export const AUTHORIZATION = { authorization: `Bearer ${TEST_TOKEN}` }

export type FileContent = string | Uint8Array | string[][]

export interface UploadOptions {
  fileName?: string
  onDuplicate?: 'fail' | 'update'
  encoding?: string | undefined
}

export interface FilesApp extends TestApp {
  address: string
  port: number
  /** Uploads one file to import; rows of cells become a CSV. */
  upload(dataSourceId: string, content: FileContent, options?: UploadOptions): Promise<Answer<ImportResult>>
  /** Any request over the network, with the token. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** An export as text. */
  exportCsv(path: string): Promise<string>
  exportBytes(path: string): Promise<Buffer>
}

export async function createFilesApp(options: TestAppOptions = {}): Promise<FilesApp> {
  const app = await createTestApp(options)
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { ...AUTHORIZATION, ...init.headers } })

  async function exportBytes(path: string): Promise<Buffer> {
    const response = await call(path)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`${path}: ${bytes}`)
    return bytes
  }

  return {
    ...app,
    address,
    port: Number(new URL(address).port),
    call,
    exportBytes,
    exportCsv: async (path) => (await exportBytes(path)).toString(),
    async upload(dataSourceId, content, { fileName = 'contacts.csv', onDuplicate, encoding } = {}) {
      const form = new FormData()
      form.set('file', new Blob([toBytes(content)]), fileName)
      const query = new URLSearchParams({
        ...(onDuplicate && { onDuplicate }),
        ...(encoding && { encoding }),
      })
      return answerOf(await call(`${importPath(dataSourceId)}?${query}`, { method: 'POST', body: form }))
    },
  }
}

export function importPath(dataSourceId: string): string {
  return `/api/dataSource/${dataSourceId}/contact/batchImport`
}

export function exportPath(dataSourceId: string, format: 'csv' | 'excel'): string {
  return `/api/dataSource/${dataSourceId}/contact/batchExport?format=${format}`
}

export async function answerOf<Data>(response: Response): Promise<Answer<Data>> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (await response.json()) as Answer<Data>['body'],
  }
}

export function toBytes(content: FileContent): Buffer {
  if (!Array.isArray(content)) return Buffer.from(content as string)
  return Buffer.from(content.map((cells) => `${cells.map(csvCell).join(',')}\n`).join(''))
}

function csvCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Titles, then as many rows with one number each, from `first` on. */
export function numberedRows(count: number, first = 13_800_000_000): string[][] {
  return [['phoneNumber'], ...Array.from({ length: count }, (_, i) => [String(first + i)])]
}

export interface StoredContact {
  id: string
  position: number
  phone_number: string
  fields: Record<string, string>
}

/** The contacts of a data source, oldest first. */
export function storedContacts(app: TestApp, dataSourceId: string): Promise<StoredContact[]> {
  return app.rows(
    'select id, position, phone_number, fields from contact where data_source_id = $1 order by position',
    [dataSourceId],
  )
}

export async function contactCount(app: TestApp, dataSourceId: string): Promise<number> {
  const { body } = await app.get<{ contactCount: number }>(`/api/dataSource/detail/${dataSourceId}`)
  return body.data.contactCount
}

/** The custom fields of a data source, in the order of its exports. */
export async function fieldNames(app: TestApp, dataSourceId: string): Promise<string[]> {
  const rows = await app.rows<{ field_names: string[] }>(
    'select field_names from data_source where id = $1',
    [dataSourceId],
  )
  return rows[0]?.field_names ?? []
}
