// The whole service on a database of its own, called without a network.

import type { InjectOptions } from 'fastify'
import { type App, createApp } from '../../src/app/app.ts'
import type { AppOptions, GatewayStorage } from '../../src/app/app-options.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import type { Lines } from '../../src/telephony/lines/create-lines.ts'
import type { Switch } from '../../src/telephony/switch.ts'
import { completeGateway } from './plain-gateway.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const TEST_TOKEN = 'token-of-the-tests-and-of-nothing-else'

export interface Answer<Data = unknown> {
  status: number
  headers: Record<string, unknown>
  body: { code: number; message: string; data: Data }
}

export interface TestApp extends App {
  database: TestDatabase
  /** GET with a token of scope admin. */
  get<Data>(path: string): Promise<Answer<Data>>
  /** POST of a JSON body with a token of scope admin. */
  post<Data>(path: string, body?: unknown): Promise<Answer<Data>>
  /** Any request whose answer is JSON, with a token of scope admin unless its headers say otherwise. */
  send<Data>(request: InjectOptions): Promise<Answer<Data>>
  /** Rows straight from the database. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Adds a data source with these numbers in it, and returns its id. */
  addDataSource(name: string, phoneNumbers?: string[]): Promise<string>
  /** Adds a draft of a task, and returns its id. */
  addTask(name: string, dataSourceId: string, settings?: object): Promise<string>
}

export interface TestAppOptions extends Partial<Omit<AppOptions, 'gateway'>> {
  /** A switch alone is taken for a gateway that has nothing beside calls. */
  gateway?: Switch | ((storage: GatewayStorage) => Lines) | undefined
  /** Another node on a database that somebody else made and drops. */
  database?: TestDatabase
}

export async function createTestApp({
  database: shared,
  gateway,
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase())
  const app = await createApp({
    connection: database.connection,
    log: createSilentLog(),
    clock: systemClock,
    timeZone: 'Asia/Shanghai',
    defaultCountry: undefined,
    accessToken: TEST_TOKEN,
    rateLimitPerMinute: 0,
    role: 'api',
    maxConnections: 10,
    ...options,
    gateway: typeof gateway === 'object' ? completeGateway(gateway) : gateway,
  })
  const headers = { authorization: `Bearer ${TEST_TOKEN}` }

  async function send<Data>(request: InjectOptions): Promise<Answer<Data>> {
    const response = await app.http.inject({ headers, ...request })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }
  const post = <Data>(url: string, body?: unknown) =>
    send<Data>({ method: 'POST', url, ...(body !== undefined && { payload: body as object }) })
  async function mustPost<Data>(path: string, body: unknown): Promise<Data> {
    const answer = await post<Data>(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.body.message}`)
    return answer.body.data
  }

  return {
    ...app,
    database,
    get: (url) => send({ method: 'GET', url }),
    post,
    send,
    rows: async <Row>(text: string, values: unknown[] = []) =>
      (await database.db.query<Row>({ text, values })).rows,
    async addDataSource(name, phoneNumbers = []) {
      const { id } = await mustPost<{ id: string }>('/api/dataSource/add', { dataSourceName: name })
      for (const phoneNumber of phoneNumbers)
        await mustPost(`/api/dataSource/${id}/contact/add`, { phoneNumber })
      return id
    },
    async addTask(name, dataSourceId, settings = {}) {
      const body = { taskName: name, dataSourceId, ...settings }
      return (await mustPost<{ id: string }>('/api/task/add', body)).id
    },
    async close() {
      await app.close()
      if (!shared) await database.drop()
    },
  }
}
