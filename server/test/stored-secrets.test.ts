// What the database has of the passwords of trunks and phones and the secrets of webhooks: nothing that is of use without the key file.

import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { ensureKeyFile, keyIdOf, renewKeyFile } from '../src/platform/kernel/secrets/key-file.ts'
import { createSecretBox, type SecretBox } from '../src/platform/kernel/secrets/secret-box.ts'
import { createOwnPhones } from '../src/telephony/own-phones/own-phones.service.ts'
import { createTrunks } from '../src/telephony/trunks/trunks.service.ts'
import { expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'
import { startReceiver } from './support/webhook-receiver.ts'
import { HERE } from './support/webhooks.ts'

const PASSWORD = 'pa;ss-of-the-trunk'

async function newKeyFile() {
  const file = join(inject('scratchFolder'), newId(), 'secret-key')
  const [key] = await ensureKeyFile(file)
  return { file, box: createSecretBox(file), keyId: keyIdOf(key as Buffer) }
}

async function openApp(options: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp({ webhooks: HERE, ...options })
  onTestFinished(() => app.close())
  return app
}

const trunksOf = (app: TestApp, secrets: SecretBox) =>
  createTrunks({
    ...{ db: app.db, clock: systemClock, secrets, hasEnvironment: false, simulation: 'always' },
    tasksNaming: async () => [],
    flowChecks: { draftFaults: async () => [] },
    emergencyMadeBy: () => undefined,
    simulatedWork: { decide: async () => [], countCalls: async () => 0 },
    defaultAttempts: async () => null,
  })

const phonesOf = (app: TestApp, secrets: SecretBox) =>
  createOwnPhones({
    ...{ db: app.db, clock: systemClock, secrets },
    phoneSwitch: {
      ready: async () => undefined,
      registered: async () => new Set(),
      openSocket: () => undefined,
      sip: { host: undefined, port: 5060 },
    },
  })

/** A trunk, a phone and a webhook with two secrets, and what the database has of them. */
async function addAll(app: TestApp, secrets: SecretBox) {
  const trunk = { name: 'Main', host: 'sip.example.com', username: 'me', password: PASSWORD }
  const { id } = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', trunk))
  const phone = await phonesOf(app, secrets).add('desk')
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  const hook = { url: receiver.url, events: ['task.status'] }
  const first = expectSuccess(await app.post<{ id: string; secret: string }>('/api/webhook/add', hook))
  const rotated = await app.post<{ secret: string }>('/api/webhook/rotateSecret', { id: first.id })
  const webhookSecrets = [expectSuccess(rotated).secret, first.secret]
  return { trunkId: id, phonePassword: phone.password, webhookId: first.id, webhookSecrets, receiver }
}

const stored = async (app: TestApp) =>
  (
    await app.rows<{ value: string }>(
      `select password as value from trunk union all select password from own_phone
       union all select unnest(array[secret, previous_secret]) from webhook`,
    )
  ).map(({ value }) => value)

const problemsOf = async (app: TestApp) =>
  expectSuccess(await app.get<{ problems: { code: string }[] }>('/api/system')).problems.map(
    ({ code }) => code,
  )

/** All of them work: what is read is what was given, and a receiver with either secret takes what is sent. */
async function expectUsable(app: TestApp, secrets: SecretBox, added: Awaited<ReturnType<typeof addAll>>) {
  const { receiver, webhookId, webhookSecrets } = added
  expect((await trunksOf(app, secrets).list()).map(({ password }) => password)).toEqual([PASSWORD])
  expect((await phonesOf(app, secrets).all()).map(({ password }) => password)).toEqual([added.phonePassword])
  for (const secret of webhookSecrets) {
    receiver.verify = [new Webhook(secret)]
    const { status } = expectSuccess(
      await app.post<{ status: string }>('/api/webhook/test', { id: webhookId }),
    )
    expect(status).toBe('delivered')
  }
}

describe('secrets in the database', () => {
  it('are sealed, and work', async () => {
    const { box, keyId } = await newKeyFile()
    const app = await openApp({ secrets: box })
    const added = await addAll(app, box)
    const values = await stored(app)
    expect(values).toHaveLength(4)
    for (const value of values) expect(value).toMatch(new RegExp(`^sealed:${keyId}:`))
    await expectUsable(app, box, added)
    expect(expectSuccess(await app.post('/api/trunk/update', { id: added.trunkId, name: 'Other' }))).toEqual(
      expect.objectContaining({ hasPassword: true }),
    )
    await expectUsable(app, box, added)
    expect(await problemsOf(app)).not.toContain('secret_key_missing')
  })

  it('that were stored before there was a key are sealed with the next start, once', async () => {
    const { box, keyId } = await newKeyFile()
    const before = await createTestApp({ webhooks: HERE })
    onTestFinished(() => before.close())
    const none = createSecretBox(join(inject('scratchFolder'), newId()))
    const added = await addAll(before, none)
    expect(await stored(before)).toEqual([PASSWORD, added.phonePassword, ...added.webhookSecrets])
    const app = await openApp({ database: before.database, secrets: box })
    expect(await app.sealSecrets()).toBe(4)
    expect(await app.sealSecrets()).toBe(0)
    for (const value of await stored(app)) expect(value).toMatch(new RegExp(`^sealed:${keyId}:`))
    await expectUsable(app, box, added)
  })

  it('are sealed anew with a renewed key, which a running node takes up by itself', async () => {
    const { file, box, keyId } = await newKeyFile()
    const app = await openApp({ secrets: box })
    const added = await addAll(app, box)
    const [renewed] = await renewKeyFile(file)
    await expectUsable(app, box, added)
    expect(await app.sealSecrets()).toBe(4)
    for (const value of await stored(app))
      expect(value).toMatch(new RegExp(`^sealed:${keyIdOf(renewed as Buffer)}:(?!${keyId})`))
    await expectUsable(app, box, added)
  })

  it('are kept by a node that lacks their key, and it says so', async () => {
    const { box } = await newKeyFile()
    const app = await openApp({ secrets: box })
    const added = await addAll(app, box)
    const other = await newKeyFile()
    const without = await openApp({ database: app.database, secrets: other.box })
    expect(await problemsOf(without)).toContain('secret_key_missing')
    expect((await trunksOf(without, other.box).list()).map(({ password }) => password)).toEqual([null])
    const answer = await without.post('/api/webhook/test', { id: added.webhookId })
    expect(answer.status).toBe(405)
    const values = await stored(app)
    expectSuccess(await without.post('/api/trunk/update', { id: added.trunkId, lines: 5 }))
    expect(await without.sealSecrets()).toBe(0)
    expect(await stored(app)).toEqual(values)
    await expectUsable(app, box, added)
  })

  it('are of no use in another row', async () => {
    const { box } = await newKeyFile()
    const app = await openApp({ secrets: box })
    await addAll(app, box)
    expectSuccess(
      await app.post('/api/trunk/add', {
        name: 'Thief',
        host: 'sip.example.org',
        username: 'me',
        password: 'x',
      }),
    )
    await app.rows(
      `update trunk set password = (select password from trunk where name = 'Main') where name = 'Thief'`,
    )
    const passwords = (await trunksOf(app, box).list()).map(({ name, password }) => [name, password])
    expect(Object.fromEntries(passwords)).toEqual({ Main: PASSWORD, Thief: null })
  })
})
