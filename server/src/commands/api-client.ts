// Requests of commands to a running service. The typed client in client/ is not used here: it would have to be compiled
// before the server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isLoopback } from '../kernel/encryption.ts'
import { CommandFailed } from './failure.ts'
import { sayAside } from './terminal.ts'

export interface ApiClient {
  url: string
  get<Data>(path: string): Promise<Data>
  post<Data>(path: string, body?: object | FormData): Promise<Data>
  /** All rows of a list, page by page. */
  rows<Row extends { id: string }>(path: string, query: Record<string, string>): AsyncGenerator<Row>
}

export class RequestFailed extends CommandFailed {
  /** 0 if the service did not answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

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
  async function send<Data>(path: string, init: RequestInit): Promise<Data> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const response = await fetch(url + path, { ...init, headers }).catch(() => undefined)
    if (!response) throw new RequestFailed(0, `no service answers at ${url}: start it, or set --url`)
    const answer = (await response.json().catch(() => ({}))) as { message?: string; data: Data }
    if (response.ok) return answer.data
    throw new RequestFailed(response.status, answer.message ?? `${url} answered ${response.status}`)
  }
  const get = <Data>(path: string) => send<Data>(path, {})

  return {
    url,
    get,
    post(path, body = {}) {
      if (body instanceof FormData) return send(path, { method: 'POST', body })
      const headers = { 'content-type': 'application/json' }
      return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
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
    throw new CommandFailed(`an access token is needed: set ACCESS_TOKEN or ACCESS_TOKEN_FILE (no ${file})`)
  }
}
