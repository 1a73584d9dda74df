// Requests of commands to a running service. The typed client in client/ is not used here: it would have to be compiled
// before the server.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../platform/kernel/secrets/encryption.ts'
import { CommandFailed } from '../failure.ts'
import { sayAside } from '../terminal.ts'

export interface ApiClient {
  url: string
  /** The header of its requests. */
  authorization: string
  get<Data>(path: string): Promise<Data>
  post<Data>(path: string, body?: object | FormData): Promise<Data>
  /** All rows of a list, page by page. */
  rows<Row extends { id: string }>(path: string, query: Record<string, string>): AsyncGenerator<Row>
  download(path: string): Promise<Readable>
}

export class RequestFailed extends CommandFailed {
  /** 0 if the service did not answer. */
  readonly status: number
  /** In how many seconds the service wants to be asked again, if it says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The service is being restarted or is busy. */
export function isTemporary(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed && [0, 429, 502, 503, 504].includes(error.status)
}

const MAX_RETRIES = 3
const RETRY_MS = 500
/** A service that asks for a longer pause is not waited for. */
const MAX_RETRY_SECONDS = 30

const PAGE_SIZE = 100

/** Without an address: the service that the settings of this command would start. */
export async function openApi(config: Config, url = localAddress(config)): Promise<ApiClient> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandFailed(`--url must look like http://127.0.0.1:3000 (got "${url}")`)
  const warning = unencryptedWarning(url)
  if (warning !== undefined) sayAside(warning)
  return createApiClient(url.replace(/\/+$/, ''), config.accessToken ?? (await readTokenFile(config)))
}

/** Undefined: what is sent cannot be read on the way. */
export function unencryptedWarning(url: string): string | undefined {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname)) return undefined
  return `Warning: the access token and all data are sent to ${hostname} unencrypted. Use an https:// address.`
}

function createApiClient(url: string, token: string): ApiClient {
  const authorization = `Bearer ${token}`
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, authorization }
    const response = await fetch(url + path, { ...init, headers }).catch(() => undefined)
    if (!response) throw new RequestFailed(0, `no service answers at ${url}: start it, or set --url`)
    if (response.ok) return response
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    const { status } = response
    throw new RequestFailed(
      ...[status, message ?? `${url} answered ${status}`],
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    )
  }
  const get = async <Data>(path: string) => dataOf<Data>(await ask(path, {}))

  /** The key makes it safe to send the request again. */
  async function post<Data>(path: string, body: string | FormData, headers: object): Promise<Data> {
    const init = { method: 'POST', body, headers: { ...headers, 'idempotency-key': randomUUID() } }
    for (let tries = 0; ; tries += 1) {
      try {
        return await dataOf<Data>(await ask(path, init))
      } catch (error) {
        const pauseMs = tries < MAX_RETRIES ? retryPause(error, tries) : undefined
        if (pauseMs === undefined) throw error
        await sleep(pauseMs)
      }
    }
  }

  return {
    ...{ url, authorization },
    get,
    post(path, body = {}) {
      if (body instanceof FormData) return post(path, body, {})
      return post(path, JSON.stringify(body), { 'content-type': 'application/json' })
    },
    async download(path) {
      const { body } = await ask(path, {})
      return body ? Readable.fromWeb(body) : Readable.from([])
    },
    async *rows<Row extends { id: string }>(path: string, query: Record<string, string>) {
      for (let cursor: { afterId?: string } = {}; ; ) {
        const page = new URLSearchParams({ ...query, ...cursor, pageSize: String(PAGE_SIZE) })
        const { rows } = await get<{ rows: Row[] }>(`${path}?${page}`)
        yield* rows
        const last = rows[PAGE_SIZE - 1]
        if (!last) return
        cursor = { afterId: last.id }
      }
    },
  }
}

async function dataOf<Data>(response: Response): Promise<Data> {
  return ((await response.json()) as { data: Data }).data
}

/** Undefined if it would not help to send the request again. 409 with a time: the same request is in progress. */
function retryPause(error: unknown, tries: number): number | undefined {
  if (!(error instanceof RequestFailed)) return undefined
  const { status, retryAfter } = error
  const mayHelp = [0, 429, 503].includes(status) || (status === 409 && retryAfter !== undefined)
  if (!mayHelp || (retryAfter ?? 0) > MAX_RETRY_SECONDS) return undefined
  return Math.max((retryAfter ?? 0) * 1000, RETRY_MS * 2 ** tries)
}

function localAddress({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The token that the first start of a service in this data folder created. */
async function readTokenFile({ dataDir }: Config): Promise<string> {
  const file = join(dataDir, 'access-token')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new CommandFailed(
      `an access token is needed: set ACCESS_TOKEN or ACCESS_TOKEN_FILE (${file} does not exist)`,
    )
  }
}
