// The service in a process of its own, calling through a phone network, used over HTTP as its users do.

import { expect, onTestFinished } from 'vitest'
import type { CallResult } from '../../src/conversations/flows/call-result.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { jsonBody, type Service, startService } from '../support/carillon-process.ts'
import { databaseUrl } from '../support/database-url.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { installPrograms } from './install-programs.ts'
import { type NetworkOptions, type PhoneNetwork, type Ring, startPhoneNetwork } from './phone-network.ts'

export interface World {
  network: PhoneNetwork
  service: Service
  database: TestDatabase
  /** The settings of the service, for another node beside it. */
  env: Record<string, string>
}

export interface CallRecord {
  id: string
  phoneNumber: string
  attempt: number
  outcome: number
  cause: string
  talkSeconds: number
  result: CallResult | null
}

interface Campaign {
  taskId: string
  dataSourceId: string
}

/** For what takes some seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 60_000
const COMPLETED = 4
const TOKEN = 'token-of-the-telephony-tests-and-of-nothing-else'

export async function openNetwork(options?: NetworkOptions): Promise<PhoneNetwork> {
  const network = await startPhoneNetwork(await installPrograms(), await temporaryFolder(), options)
  onTestFinished(() => network.stop())
  return network
}

export async function openWorld(
  settings: Record<string, string> = {},
  network?: PhoneNetwork,
): Promise<World> {
  network ??= await openNetwork()
  return { network, ...(await openService(network, settings)) }
}

/** The service, with a database of its own. */
export async function openService(
  network: { settings: Record<string, string> },
  settings: Record<string, string> = {},
): Promise<Omit<World, 'network'>> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = {
    ...network.settings,
    DATABASE_URL: databaseUrl(database.connection),
    ACCESS_TOKEN: TOKEN,
    CALLS_PER_SECOND: '0',
    STOP_WAIT: '0',
    ...settings,
  }
  return { database, env, service: await startService({ env }) }
}

/** Imports the contacts and publishes a task that dials them. */
export async function publish(
  service: Service,
  rows: string[],
  settings: object,
  titles = 'phoneNumber',
): Promise<Campaign> {
  const must = async <Data>(path: string, init: RequestInit): Promise<Data> => {
    const answer = await service.call<Data>(path, init)
    if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const name = newId()
  const source = await must<{ id: string }>('/api/dataSource/add', jsonBody({ dataSourceName: name }))
  const form = new FormData()
  form.append('file', new Blob([[titles, ...rows].join('\n')], { type: 'text/csv' }), 'phones.csv')
  const path = `/api/dataSource/${source.id}/contact/batchImport`
  const imported = await must<{ successCount: number }>(path, { method: 'POST', body: form })
  expect(imported.successCount).toBe(rows.length)
  const body = { taskName: name, dataSourceId: source.id, ...settings }
  const task = await must<{ id: string }>('/api/task/add', jsonBody(body))
  await must('/api/task/publish', jsonBody({ id: task.id }))
  return { taskId: task.id, dataSourceId: source.id }
}

export async function read<Data>(service: Service, path: string): Promise<Data> {
  const answer = await service.call<Data>(path)
  if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

export async function untilCompleted(
  service: Service,
  { taskId }: Campaign,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const status = async () => (await read<{ status: number }>(service, `/api/task/detail/${taskId}`)).status
  await expect.poll(status, { timeout: withinMs, interval: 50 }).toBe(COMPLETED)
}

export async function untilRung(network: PhoneNetwork, calls: number): Promise<void> {
  const count = async () => (await network.rings()).length
  await expect.poll(count, { timeout: PATIENCE_MS, interval: 20 }).toBeGreaterThanOrEqual(calls)
}

/** Until `explain` says so of the task. */
export async function untilExplained(service: Service, { taskId }: Campaign, words: RegExp): Promise<void> {
  const reasons = async () => JSON.stringify(await read(service, `/api/task/${taskId}/explain`))
  await expect.poll(reasons, { timeout: PATIENCE_MS, interval: 50 }).toMatch(words)
}

/** Oldest first. */
export async function recordsOf(service: Service, { taskId }: Campaign): Promise<CallRecord[]> {
  const path = `/api/task/${taskId}/calls?pageSize=1000`
  const { rows, total } = await read<{ rows: CallRecord[]; total: number }>(service, path)
  expect(rows).toHaveLength(total)
  return rows.reverse()
}

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}

export const lastDigit = (number: string) => Number(number.at(-1))

/**
 * Where the phones and the records disagree. Of what a phone told its caller there is always a record. A record without a
 * ring is only that of a call whose end nobody saw: it may have been lost on the way to the phone.
 */
export function disagreements(rings: readonly Ring[], records: readonly CallRecord[]): string[] {
  const byNumber = ({ number }: Ring) => number
  const byPhoneNumber = ({ phoneNumber }: CallRecord) => phoneNumber
  const rung = countBy(rings, byNumber)
  const told = countBy(
    rings.filter(({ wasTold }) => wasTold),
    byNumber,
  )
  const recorded = countBy(records, byPhoneNumber)
  const lost = countBy(
    records.filter(({ cause }) => cause === 'lost'),
    byPhoneNumber,
  )
  return [...new Set([...Object.keys(rung), ...Object.keys(recorded)])].flatMap((number) => {
    const [rungCount = 0, toldCount = 0] = [rung[number], told[number]]
    const [recordCount = 0, lostCount = 0] = [recorded[number], lost[number]]
    const isFine = toldCount <= recordCount && recordCount - lostCount <= rungCount
    const counts = `rang ${rungCount} times, told ${toldCount}, recorded ${recordCount}, lost ${lostCount}`
    return isFine ? [] : [`${number}: ${counts}`]
  })
}
