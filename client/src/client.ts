// A typed client for the API: every operation of openapi.json. It unwraps the envelope and throws errors.
import createFetchClient, { type MaybeOptionalInit } from 'openapi-fetch'
import { ApiError, errorOf, notJson, unreachable } from './api-error.ts'
import { type EventListener, type FollowOptions, followEvents, type ServiceEvent } from './follow-events.ts'
import { followImport } from './follow-import.ts'
import { followTask } from './follow-task.ts'
import type { components, paths } from './generated/api.ts'
import { type ImportOptions, type UploadOptions, uploadFile } from './upload-file.ts'
import { newKey, withRetries } from './with-retries.ts'

export type { Encoding } from './upload-file.ts'

export type Schemas = components['schemas']

type Method = 'get' | 'post'

/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [Served in M]: object } ? P : never
}[keyof paths]

/** The input of an operation: parameters, body, signal. */
export type InitOf<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>

/** The answer of an operation, without the envelope. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': { data: infer Answer } } } }
}
  ? Answer
  : never

/** Paths of lists that can be read to their end. */
export type ListPath = {
  [P in PathOf<'get'>]: paths[P]['get'] extends { parameters: { query?: infer Query } }
    ? 'afterId' extends keyof NonNullable<Query>
      ? P
      : never
    : never
}[PathOf<'get'>]

/** A row of a list. */
export type RowOf<P extends ListPath> = AnswerOf<'get', P> extends { rows: (infer Row)[] } ? Row : never

type QueryOf<P extends ListPath> = NonNullable<paths[P]['get']['parameters']['query']>

/** Paths whose answer is a file. */
export type FilePath =
  | '/api/task/{id}/export'
  | '/api/task/{id}/calls/export'
  | '/api/dataSource/{id}/contact/batchExport'
  | '/api/dataSource/{id}/calls/export'
  | '/api/import/{id}/failures'
  | '/api/recording/{id}/file'
  | '/api/doNotCall/{id}/export'
  | '/api/number/{phoneNumber}/history/export'
  | '/api/report/export'
  | '/api/audio/{id}/file'
  | '/api/audit/export'

type Sentence = NonNullable<InitOf<'post', '/api/speech/say'>['body']>

export interface ClientOptions {
  /** The address of the service; empty for the page's own origin. */
  baseUrl?: string
  /** The access token, or a function that is called before every request. */
  token: string | undefined | (() => string | undefined)
  /** Called when the service refuses a token. */
  onUnauthorized?: (token: string | undefined) => void
  /**
   * How often a request is sent again if the service does not answer, or answers 429 or 503 (default: 3). A POST is carried out once
   * all the same: it has an Idempotency-Key. 0: never, and without a key.
   */
  retries?: number
}

interface Abortable {
  signal?: AbortSignal
}

export interface DownloadedFile {
  name: string
  content: Blob
}

export interface Client {
  get<P extends PathOf<'get'>>(path: P, init: InitOf<'get', P>): Promise<AnswerOf<'get', P>>
  post<P extends PathOf<'post'>>(path: P, init: InitOf<'post', P>): Promise<AnswerOf<'post', P>>
  /** All rows of a list, page by page: `for await (const task of client.each('/api/task/list', {}))`. */
  each<P extends ListPath>(path: P, init: InitOf<'get', P>): AsyncGenerator<RowOf<P>, void>
  /** The tasks, newest first. */
  tasks(query?: QueryOf<'/api/task/list'>, options?: Abortable): AsyncGenerator<RowOf<'/api/task/list'>, void>
  /** The calls of a task, newest first. */
  calls(
    taskId: string,
    query?: QueryOf<'/api/task/{id}/calls'>,
    options?: Abortable,
  ): AsyncGenerator<Schemas['Call'], void>
  /** The contacts of a data source, newest first. */
  contacts(
    dataSourceId: string,
    query?: QueryOf<'/api/dataSource/{id}/contacts'>,
    options?: Abortable,
  ): AsyncGenerator<RowOf<'/api/dataSource/{id}/contacts'>, void>
  /** The contacts of a task with their state in it, newest first. */
  taskContacts(
    taskId: string,
    query?: QueryOf<'/api/task/{id}/contacts'>,
    options?: Abortable,
  ): AsyncGenerator<Schemas['TaskContact'], void>
  download<P extends FilePath>(path: P, init: InitOf<'get', P>): Promise<DownloadedFile>
  /** Imports contacts from a file; `onProgress` reports the upload. */
  importContacts(dataSourceId: string, file: File, options?: ImportOptions): Promise<Schemas['ImportResult']>
  /** Uploads a file of up to a million rows for an import in the background, which is started afterwards. */
  uploadImport(dataSourceId: string, file: File, options?: UploadOptions): Promise<Schemas['ImportJobDetail']>
  /** The same for a file of numbers and a do-not-call list. */
  uploadDoNotCallImport(
    listId: string,
    file: File,
    options?: UploadOptions,
  ): Promise<Schemas['ImportJobDetail']>
  /** Adds the days of an iCalendar file to a calendar. */
  importCalendar(calendarId: string, file: File): Promise<Schemas['ImportedCalendar']>
  /** Uploads an audio that calls can play: WAV, MP3 or OGG. */
  uploadAudio(name: string, file: File, options?: UploadOptions): Promise<Schemas['Audio']>
  /** A sentence as it is spoken in calls: a WAV file. */
  say(sentence: Sentence, options?: { signal?: AbortSignal }): Promise<Blob>
  /** Listens in on a live call until it ends: 8 kHz mu-law, as it comes. */
  listen(
    callId: string,
    onAudio: (audio: Uint8Array) => void,
    options?: { signal?: AbortSignal },
  ): Promise<void>
  /** Reports the progress of an import until it ends or the stream breaks; returns the last state. */
  followImport(
    id: string,
    onProgress: (job: Schemas['ImportJob']) => void,
    options?: { signal?: AbortSignal },
  ): Promise<Schemas['ImportJob'] | undefined>
  /**
   * Reports what happens to a task until it has ended, also if that was before the call: resolves with the task as it is then. A
   * stream that breaks is opened again.
   */
  followTask(
    id: string,
    onEvent: (event: ServiceEvent) => void,
    options?: { types?: string; signal?: AbortSignal },
  ): Promise<Schemas['TaskDetail']>
  /** Reads events until the stream ends or is aborted. */
  followEvents(listener: EventListener, options?: FollowOptions): Promise<void>
}

const DEFAULT_RETRIES = 3
const PAGE_SIZE = 100

export function createClient({
  baseUrl = '',
  token: givenToken,
  onUnauthorized,
  retries = DEFAULT_RETRIES,
}: ClientOptions): Client {
  const token = () => (typeof givenToken === 'function' ? givenToken() : givenToken)
  const fetchClient = createFetchClient<paths>({ baseUrl })
  function refused(given: string | undefined): void {
    onUnauthorized?.(given)
  }

  // The public methods are typed by openapi-fetch; internally only the envelope matters.
  type Send = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
  async function send(method: 'GET' | 'POST', path: string, init: Init = {}) {
    const ask = fetchClient[method] as unknown as Send
    const hasKey = method === 'POST' && retries > 0 && !init.params?.header?.['Idempotency-Key']
    const keyed = hasKey ? { ...init, headers: { ...init.headers, 'idempotency-key': newKey() } } : init
    return withRetries({ retries, signal: init.signal }, async () => {
      const given = token()
      const authorization = given === undefined ? {} : { authorization: `Bearer ${given}` }
      let isSent = false
      const answer = await ask(path, {
        ...keyed,
        headers: { ...keyed.headers, ...authorization },
        // Reads `fetch` on every call, so that a page can replace it.
        fetch(request: Request) {
          isSent = true
          return globalThis.fetch(request)
        },
      }).catch((cause: unknown) => {
        // What fails before it is sent is a mistake of the caller, such as a body that cannot be written as JSON.
        if (!isSent || init.signal?.aborted) throw cause
        throw cause instanceof SyntaxError ? notJson(cause) : unreachable(cause)
      })
      const { response } = answer
      if (response.status === 401) refused(given)
      if (!response.ok) throw errorOf(response.status, answer.error, response.headers.get('retry-after'))
      return answer
    })
  }
  async function sendForData<Answer>(method: 'GET' | 'POST', path: string, init?: object): Promise<Answer> {
    const { data } = await send(method, path, init)
    return (data as { data: Answer }).data
  }
  async function* each<Row>(path: string, { params, ...init }: Init = {}): AsyncGenerator<Row, void> {
    for (let cursor: { afterId?: string } = {}; ; ) {
      const query = { pageSize: PAGE_SIZE, ...params?.query, ...cursor }
      const page = { ...init, params: { ...params, query } }
      const { rows } = await sendForData<{ rows: Row[] }>('GET', path, page)
      for (const row of rows) yield row
      const last = rows.at(-1) as { id: string } | undefined
      if (!last) return
      if (last.id === cursor.afterId) throw new Error(`${path} answers the same page again and again`)
      cursor = { afterId: last.id }
    }
  }
  const ofId = (id: string, query: object = {}, options: Abortable = {}) => ({
    ...options,
    params: { path: { id }, query },
  })

  const uploadJob = (path: string, file: File, options: UploadOptions = {}) =>
    uploadFile<Schemas['ImportJobDetail']>({
      url: baseUrl + path,
      token: token(),
      retries,
      file,
      onUnauthorized: refused,
      ...options,
    })

  const client: Client = {
    get: (path, init) => sendForData('GET', path, init),
    post: (path, init) => sendForData('POST', path, init),
    each: (path, init) => each(path, init),
    tasks: (query = {}, options = {}) => each('/api/task/list', { ...options, params: { query } }),
    calls: (taskId, query, options) => each('/api/task/{id}/calls', ofId(taskId, query, options)),
    contacts: (dataSourceId, query, options) =>
      each('/api/dataSource/{id}/contacts', ofId(dataSourceId, query, options)),
    taskContacts: (taskId, query, options) => each('/api/task/{id}/contacts', ofId(taskId, query, options)),

    async download(path, init) {
      const { data, response } = await send('GET', path, { ...init, parseAs: 'blob' })
      return { name: fileName(response) ?? 'download', content: data as Blob }
    },

    importContacts: (dataSourceId, file, options = {}) =>
      uploadFile<Schemas['ImportResult']>({
        url: `${baseUrl}/api/dataSource/${encodeURIComponent(dataSourceId)}/contact/batchImport`,
        token: token(),
        retries,
        file,
        onUnauthorized: refused,
        ...options,
      }),

    uploadImport: (dataSourceId, file, options) =>
      uploadJob(`/api/dataSource/${encodeURIComponent(dataSourceId)}/import`, file, options),

    uploadDoNotCallImport: (listId, file, options) =>
      uploadJob(`/api/doNotCall/${encodeURIComponent(listId)}/import`, file, options),

    importCalendar: (calendarId, file) =>
      uploadFile<Schemas['ImportedCalendar']>({
        url: `${baseUrl}/api/calendar/${encodeURIComponent(calendarId)}/import`,
        token: token(),
        retries,
        file,
        onUnauthorized: refused,
      }),

    uploadAudio: (name, file, options = {}) =>
      uploadFile<Schemas['Audio']>({
        url: `${baseUrl}/api/audio?${new URLSearchParams({ name })}`,
        token: token(),
        retries,
        file,
        onUnauthorized: refused,
        ...options,
      }),

    async say(sentence, options = {}) {
      const { data } = await send('POST', '/api/speech/say', { body: sentence, parseAs: 'blob', ...options })
      return data as Blob
    },

    async listen(callId, onAudio, options = {}) {
      const path = { id: callId }
      const { data } = await send('GET', '/api/call/{id}/audio', {
        ...{ params: { path }, parseAs: 'stream', ...options },
      })
      const reader = (data as ReadableStream<Uint8Array>).getReader()
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        onAudio(value)
      }
    },

    async followImport(id, onProgress, options = {}) {
      const given = token()
      return followImport({ baseUrl, token: given, id, onProgress, ...options }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) refused(given)
        throw error
      })
    },

    followTask: (id, onEvent, options = {}) => followTask(client, id, onEvent, options),

    async followEvents(listener, options = {}) {
      const given = token()
      await followEvents({ baseUrl, token: given, listener, ...options }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) refused(given)
        throw error
      })
    },
  }
  return client
}

function fileName(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? ''
  return /filename="?([^";]+)"?/.exec(header)?.[1]
}

/** The input of any operation. */
interface Init {
  params?: { path?: object; query?: object; header?: Record<string, string | undefined> }
  headers?: object
  body?: unknown
  parseAs?: string
  signal?: AbortSignal | null
}
