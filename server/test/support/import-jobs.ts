// Import jobs as a caller uses them.
import type { Static } from 'typebox'
import type { ImportFailure, ImportJobDetail } from '../../src/lists/imports/imports.schema.ts'
import { type EventReader, openEvents } from './event-reader.ts'
import { AUTHORIZATION, answerOf, type FileContent, type FilesApp, toBytes } from './files-app.ts'
import type { Answer } from './test-app.ts'

export type Job = Static<typeof ImportJobDetail>
export type Failure = Static<typeof ImportFailure>

export interface ImportJobs {
  upload(targetId: string, content: FileContent, options?: UploadOptions): Promise<Answer<Job>>
  /** Uploads a file and starts its import as given. */
  begin(targetId: string, content: FileContent, start?: object): Promise<Job>
  /** Waits until the job has ended. */
  ended(id: string): Promise<Job>
  follow(id: string): Promise<EventReader>
  failures(id: string): Promise<Failure[]>
}

interface UploadOptions {
  fileName?: string
  encoding?: string
  headerRow?: number
  sheet?: string
}

/** `target`: what files are imported into. */
export function importJobsOf(app: FilesApp, target: 'dataSource' | 'doNotCall' = 'dataSource'): ImportJobs {
  const follow = (id: string) => openEvents(`${app.address}/api/import/${id}/events`, AUTHORIZATION)

  const jobs: ImportJobs = {
    follow,
    async upload(targetId, content, { fileName = 'contacts.csv', ...reading } = {}) {
      const form = new FormData()
      form.set('file', new Blob([toBytes(content)]), fileName)
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(reading)) query.set(name, String(value))
      const url = `/api/${target}/${targetId}/import?${query}`
      return answerOf(await app.call(url, { method: 'POST', body: form }))
    },
    async begin(targetId, content, start = {}) {
      const uploaded = await jobs.upload(targetId, content)
      if (uploaded.status !== 200) throw new Error(uploaded.body.message)
      const started = await app.post<Job>(`/api/import/${uploaded.body.data.id}/start`, start)
      if (started.status !== 200) throw new Error(started.body.message)
      return started.body.data
    },
    async ended(id) {
      const events = await follow(id)
      for (let event = await events.next(); event; event = await events.next());
      return (await app.get<Job>(`/api/import/${id}`)).body.data
    },
    async failures(id) {
      const { body } = await app.get<{ rows: Failure[] }>(`/api/import/${id}/failure/list?pageSize=1000`)
      return body.data.rows
    },
  }
  return jobs
}
