// Recordings from their beginning until they are erased, in a folder. The service that answers requests and the node that
// dials are two, as two processes on one machine are.

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { createRecordings, type Recordings } from '../src/conversations/recordings/recordings.service.ts'
import { createRetention } from '../src/insight/retention/retention.service.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createPhoneNumberReader } from '../src/platform/kernel/phone/phone-number.ts'
import { expectError } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createRecordingSwitch, makeWav, type RecordingSwitch } from './support/recording-switch.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const START = '2026-03-02T09:00:00Z'
const clock = createManualClock(START)
const folder = join(inject('scratchFolder'), `recordings-${newId()}`)
const settings = { folder, s3: undefined, days: 90 }
let api: TestApp

beforeAll(async () => {
  api = await createTestApp({ clock, recordings: settings })
  return async () => {
    await api.close()
    for (const each of [folder, `${folder}-elsewhere`]) await rm(each, { recursive: true, force: true })
  }
})

interface World {
  telephoneSwitch: RecordingSwitch
  /** A dialing node. */
  node: Recordings
  /** Begins a recording that the switch has, and ends its call. */
  record(given?: {
    contactId?: string
    phoneNumber?: string
    phoneKey?: string
  }): Promise<{ id: string; callId: string }>
  status(id: string): Promise<unknown>
  files(): Promise<string[]>
  another(folder?: string): Recordings
  close(): Promise<void>
}

const wholeCall = (id: string) => ({
  ...{ id, callId: newId(), what: 'call' as const, taskId: newId(), contactId: newId() },
  ...{ phoneNumber: '1380', phoneKey: '1380' },
})

async function createWorld(): Promise<World> {
  await api.rows('delete from recording')
  clock.set(START)
  for (const day of await days()) await rm(join(folder, day), { recursive: true })
  const telephoneSwitch = createRecordingSwitch()
  const nodes: Recordings[] = []
  const another = (at = folder) => {
    const node = createRecordings({
      ...{ db: api.db, clock, log: silentLog, gateway: telephoneSwitch.gateway },
      settings: { ...settings, folder: at },
      readPhoneNumber: createPhoneNumberReader(undefined),
    })
    nodes.push(node)
    return node
  }
  const node = another()
  return {
    ...{ telephoneSwitch, node, another },
    async close() {
      for (const each of nodes) await each.stop()
    },
    async record({ contactId = newId(), phoneNumber = '13800138000', phoneKey = '13800138000' } = {}) {
      const id = newId()
      const callId = newId()
      await node.begin({ id, what: 'call', callId, taskId: newId(), contactId, phoneNumber, phoneKey })
      telephoneSwitch.files.set(id, makeWav(2))
      clock.advance(MINUTE)
      await node.look()
      return { id, callId }
    },
    async status(id) {
      const { body } = await api.get<{ status: string } | null>(`/api/recording/${id}`)
      return body.data?.status
    },
    async files() {
      const found = await Promise.all(
        (await days()).map(async (day) => (await readdir(join(folder, day))).map((name) => `${day}/${name}`)),
      )
      return found.flat()
    },
  }
}

/** The folders of the days. */
async function days(): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith('2026'))
}

async function withWorld(test: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld()
  try {
    await test(world)
  } finally {
    await world.close()
  }
}

it('are fetched from the switch when the call is over, and removed there', () =>
  withWorld(async ({ node, telephoneSwitch, status, files }) => {
    const [id, callId, taskId, contactId] = [newId(), newId(), newId(), newId()]
    const number = { phoneNumber: '13800138000', phoneKey: '13800138000' }
    await node.begin({ id, what: 'message', callId, taskId, contactId, ...number })
    await node.look()
    expect(await status(id)).toBe('pending')
    telephoneSwitch.files.set(id, makeWav(2))
    node.callEnded(callId)
    await expect.poll(() => status(id)).toBe('kept')
    await expect.poll(() => telephoneSwitch.files.size).toBe(0)
    const facts = { id, callId, taskId, contactId, what: 'message', seconds: 2, bytes: 32_044 }
    const { body } = await api.get(`/api/call/${callId}/recordings`)
    expect(body.data).toMatchObject([{ ...facts, createTime: '2026-03-02 17:00:00' }])
    // By date, with a random name, for nobody else to read.
    const [file = ''] = await files()
    expect(file).toMatch(/^2026-03-02\/[0-9a-f]{32}\.wav$/)
    const modes = await Promise.all(
      ['', '2026-03-02', file, 'store-name'].map((each) => stat(join(folder, each))),
    )
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600', '600'])
    expect(clock.now().toISOString()).toBe('2026-03-02T09:00:00.000Z')
  }))

it.each([
  [
    'live call',
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time)
     values ('13800138000', $1, $1, $1, $1, $1, 1, '13800138000', 1, 1, 3, now())`,
    'delete from live_call',
  ],
])('of a %s are left alone, also if nobody reports its end', (_, begin, end) =>
  withWorld(async ({ node, telephoneSwitch, status }) => {
    const [id, callId] = [newId(), newId()]
    await node.begin({
      ...{ id, callId, what: 'call', taskId: newId(), contactId: newId() },
      phoneNumber: '13800138000',
      phoneKey: '13800138000',
    })
    telephoneSwitch.files.set(id, makeWav(1))
    await api.rows(begin, [callId])
    clock.advance(10 * MINUTE)
    await node.look()
    expect(await status(id)).toBe('pending')
    await api.rows(end)
    await node.look()
    expect(await status(id)).toBe('kept')
  }),
)

it('are tried again after growing pauses, and given up after a day', () =>
  withWorld(async ({ node, telephoneSwitch, status }) => {
    telephoneSwitch.fault = new Error('the switch is down')
    const id = newId()
    await node.begin(wholeCall(id))
    const begun = clock.now().getTime()
    const tries = async () =>
      (await api.rows<{ attempts: number }>('select attempts from recording'))[0]?.attempts
    const pauses: number[] = []
    while ((await status(id)) === 'pending') {
      const [row] = await api.rows<{ next_look: Date }>('select next_look from recording')
      const pauseMs = (row as { next_look: Date }).next_look.getTime() - clock.now().getTime()
      pauses.push(pauseMs)
      clock.advance(pauseMs - 1)
      const before = await tries()
      await node.look()
      expect(await tries()).toBe(before)
      clock.advance(1)
      await node.look()
    }
    expect(pauses.slice(0, 5)).toEqual([60_000, 2000, 4000, 8000, 16_000])
    expect(Math.max(...pauses)).toBe(60 * MINUTE)
    expect(await status(id)).toBe('missing')
    const hours = (clock.now().getTime() - begun) / (60 * MINUTE)
    expect(hours).toBeGreaterThan(24)
    expect(hours).toBeLessThan(26)
  }))

it('are kept in spite of a fault that passes', () =>
  withWorld(async ({ node, telephoneSwitch, record, status, files }) => {
    telephoneSwitch.fault = new Error('the switch is down')
    const { id } = await record()
    expect(await status(id)).toBe('pending')
    telephoneSwitch.fault = undefined
    clock.advance(2000)
    await node.look()
    expect(await status(id)).toBe('kept')
    expect(await files()).toHaveLength(1)
    expect(telephoneSwitch.files.size).toBe(0)
  }))

it('are fetched by another node if one dies while it fetches', () =>
  withWorld(async ({ node, telephoneSwitch, status, another }) => {
    const id = newId()
    await node.begin(wholeCall(id))
    telephoneSwitch.files.set(id, makeWav(1))
    // As a node leaves it that was killed after it took the row.
    await api.rows("update recording set attempts = 1, next_look = $1::timestamptz + interval '5 minutes'", [
      clock.now(),
    ])
    await another().look()
    expect(await status(id)).toBe('pending')
    clock.advance(5 * MINUTE)
    await another().look()
    expect(await status(id)).toBe('kept')
  }))

it('that two nodes fetch at once are kept once', () =>
  withWorld(async ({ node, telephoneSwitch, another, status, files }) => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const id = newId()
        await node.begin(wholeCall(id))
        telephoneSwitch.files.set(id, makeWav(1))
        return id
      }),
    )
    clock.advance(MINUTE)
    await Promise.all([node.look(), another().look()])
    expect(await Promise.all(ids.map(status))).toEqual(ids.map(() => 'kept'))
    expect(await files()).toHaveLength(12)
    const heard = await api.http.inject({
      ...(await asToken(api, 'write')),
      url: `/api/recording/${ids[0]}/file`,
    })
    expect(heard.rawPayload.equals(Buffer.from(makeWav(1)))).toBe(true)
  }))

async function asToken(api: TestApp, scope: 'read' | 'write', more: Record<string, string> = {}) {
  const { token } = await api.tokens.create({ name: `${scope} ${newId()}`, scope })
  return { headers: { authorization: `Bearer ${token}`, ...more } }
}

it('are heard with a token of scope write, not with one of scope read', () =>
  withWorld(async ({ record }) => {
    const { id } = await record()
    const url = `/api/recording/${id}`
    const reader = await asToken(api, 'read')
    expect((await api.http.inject({ url, ...reader })).statusCode).toBe(200)
    expect((await api.http.inject({ url: `${url}/file`, ...reader })).statusCode).toBe(403)
    expect((await api.http.inject({ url: `${url}/file` })).statusCode).toBe(401)
    const heard = await api.http.inject({ url: `${url}/file`, ...(await asToken(api, 'write')) })
    expect(heard.statusCode).toBe(200)
    expect(heard.headers).toMatchObject({
      ...{ 'content-type': 'audio/wav', 'content-length': '32044', 'accept-ranges': 'bytes' },
      'cache-control': 'private, no-store',
    })
    expect(heard.rawPayload.equals(Buffer.from(makeWav(2)))).toBe(true)
  }))

it('are sent in parts, as a player asks for them', () =>
  withWorld(async ({ record }) => {
    const { id } = await record()
    const url = `/api/recording/${id}/file`
    const part = await api.http.inject({ url, ...(await asToken(api, 'write', { range: 'bytes=44-143' })) })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 44-143/32044', 'content-length': '100' })
    expect(part.rawPayload.equals(Buffer.from(makeWav(2).subarray(44, 144)))).toBe(true)
  }))

it('that do not exist, or not yet, are refused', () =>
  withWorld(async ({ telephoneSwitch, record, status }) => {
    expect((await api.get(`/api/recording/${newId()}`)).status).toBe(404)
    expect((await api.get('/api/recording/x/file')).status).toBe(404)
    telephoneSwitch.fault = new Error('the switch is down')
    const { id } = await record()
    expect(await status(id)).toBe('pending')
    const answer = await api.get(`/api/recording/${id}/file`)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      errors: [
        { code: 'recording_unavailable', params: { reason: 'recording_not_kept', status: 'pending' } },
      ],
    })
  }))

it('on the disk of another machine are refused with the store that has them', () =>
  withWorld(async ({ record, another, telephoneSwitch }) => {
    await record()
    const far = another(`${folder}-elsewhere`)
    const id = newId()
    await far.begin(wholeCall(id))
    telephoneSwitch.files.set(id, makeWav(1))
    clock.advance(MINUTE)
    await far.look()
    const answer = await api.get(`/api/recording/${id}/file`)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      errors: [
        {
          code: 'recording_unavailable',
          params: { reason: 'recording_elsewhere', store: expect.stringMatching(/^folder:/) },
        },
      ],
    })
  }))

it('are erased when their days are over', () =>
  withWorld(async ({ record, node, status, files }) => {
    const { id } = await record()
    const { body } = await api.get(`/api/recording/${id}`)
    expect(body.data).toMatchObject({ expireTime: '2026-05-31 17:00:00' })
    const retention = createRetention({ db: api.db, clock, log: silentLog, recordingDays: 90 })
    const look = async () => {
      await retention
        .jobs()
        .find(({ name }) => name === 'forget_recordings')
        ?.run()
      await node.look()
    }
    clock.advance(89 * DAY)
    await look()
    expect(await status(id)).toBe('kept')
    clock.advance(DAY)
    await look()
    expect(await status(id)).toBeUndefined()
    expect(await files()).toEqual([])
    expect(await api.rows('select from recording')).toEqual([])
  }))

it('are erased by id, at once for listeners', () =>
  withWorld(async ({ record, status, files }) => {
    const { id } = await record()
    const other = await record()
    const answer = await api.post('/api/recording/delete', { id })
    expect(answer.body.data).toEqual({ deletedCount: 1 })
    expect((await api.get(`/api/recording/${id}/file`)).status).toBe(404)
    await expect.poll(files).toHaveLength(1)
    expect(await status(other.id)).toBe('kept')
    expect((await api.post('/api/recording/delete', { id })).status).toBe(404)
  }))

it('are erased by phone number, however it is written', () =>
  withWorld(async ({ record, files }) => {
    await record({ phoneNumber: '138 0013 8000' })
    await record({ phoneNumber: '13800138000' })
    await record({ phoneNumber: '13900139000', phoneKey: '13900139000' })
    const answer = await api.post('/api/recording/delete', { phoneNumber: '138-0013-8000' })
    expect(answer.body.data).toEqual({ deletedCount: 2 })
    await expect.poll(files).toHaveLength(1)
  }))

it('are erased by the number with its country, if only their data source says which one that is', () =>
  withWorld(async ({ record, files }) => {
    await record({ phoneNumber: '202-555-0124', phoneKey: '+12025550124' })
    const answer = await api.post('/api/recording/delete', { phoneNumber: '+1 202 555 0124' })
    expect(answer.body.data).toEqual({ deletedCount: 1 })
    await expect.poll(files).toHaveLength(0)
  }))

it.each([
  [{}, 'id', 'required'],
  [{ id: newId(), phoneNumber: '13800138000' }, 'phoneNumber', 'conflicting_fields'],
  [{ phoneNumber: 'nobody' }, 'phoneNumber', 'phone_invalid'],
])('deletion of %j is refused', async (body, field, code) => {
  const answer = await api.post('/api/recording/delete', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ errors: [{ field, code }] })
})

it('are deleted only with a token of scope write', () =>
  withWorld(async ({ record, status }) => {
    const { id } = await record()
    const answer = await api.http.inject({
      ...{ method: 'POST', url: '/api/recording/delete', payload: { id } },
      ...(await asToken(api, 'read')),
    })
    expect(answer.statusCode).toBe(403)
    expect(await status(id)).toBe('kept')
  }))

it('go with their contact, also those that are still on the switch', () =>
  withWorld(async ({ record, node, telephoneSwitch, files }) => {
    const source = await api.addDataSource(`list ${newId()}`, ['13800138000'])
    const { body } = await api.get<{ rows: { id: string }[] }>(`/api/dataSource/${source}/contacts`)
    const contactId = body.data.rows[0]?.id as string
    await record({ contactId })
    telephoneSwitch.fault = new Error('the switch is down')
    await record({ contactId })
    await record()
    expect(await files()).toHaveLength(1)
    expect((await api.post(`/api/dataSource/${source}/contact/delete`, { contactId })).status).toBe(200)
    telephoneSwitch.fault = undefined
    clock.advance(MINUTE)
    await node.look()
    expect(await files()).toHaveLength(1)
    expect(telephoneSwitch.files.size).toBe(0)
    expect(await api.rows('select from recording')).toHaveLength(1)
  }))

it('on the disk of a node that is down are erased when it is up again', () =>
  withWorld(async ({ record, another, files }) => {
    const { id } = await record()
    const far = another(`${folder}-elsewhere`)
    await api.rows("update recording set status = 'erased', next_look = $1", [clock.now()])
    await far.look()
    expect(await files()).toHaveLength(1)
    expect(await api.rows('select id from recording')).toEqual([{ id }])
    await another().look()
    expect(await files()).toEqual([])
    expect(await api.rows('select from recording')).toEqual([])
  }))

it('of a call that does not exist are 404', async () => {
  for (const id of ['nope', newId()])
    expectError(await api.get(`/api/call/${id}/recordings`), 404, /^call .* does not exist/)
})
