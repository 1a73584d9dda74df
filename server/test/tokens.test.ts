import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createTestApp({ clock }))

interface Created {
  id: string
  token: string
  [field: string]: unknown
}
const create = (body: object) => app.post<Created>('/api/token/create', body)
const created = async (body: object = {}) =>
  expectSuccess(await create({ name: `crm ${Math.random()}`, scope: 'read', ...body }))
const list = async () =>
  expectSuccess(await app.get<{ total: number; rows: Record<string, unknown>[] }>('/api/token/list'))
const use = (token: string) =>
  app.send({ method: 'GET', url: '/api/task/list', headers: { authorization: `Bearer ${token}` } })

describe('creating a token', () => {
  it('answers the token this once, with its details', async () => {
    expect(await created({ name: ' crm ', scope: 'write', expiresInDays: 90 })).toEqual({
      id: expect.stringMatching(ID),
      name: 'crm',
      scope: 'write',
      createTime: '2026-03-02 09:30:00',
      expireTime: '2026-05-31 09:30:00',
      revokeTime: null,
      assistantMayCall: false,
      mayListen: false,
      maxCallsPerDay: null,
      dataSourceIds: null,
      countries: null,
      addresses: null,
      ownerId: null,
      usedTime: null,
      token: expect.stringMatching(/^carillon_[\w-]{43}$/),
    })
  })

  it('never expires by default', async () => {
    expect(await created()).toMatchObject({ expireTime: null })
    expect(await created({ expiresInDays: null })).toMatchObject({ expireTime: null })
  })

  it('is good for its scope at once', async () => {
    expectSuccess(await use((await created()).token))
  })

  it('gives every token another text', async () => {
    expect((await created()).token).not.toBe((await created()).token)
  })

  it('refuses the name of a token that is not revoked: what is done is recorded under it', async () => {
    const { id } = await created({ name: 'billing' })
    expectError(await create({ name: ' billing', scope: 'read' }), 409, 'name "billing" already exists')
    expectSuccess(await app.post('/api/token/revoke', { id }))
    await created({ name: 'billing' })
  })

  it.each(['dialer', 'Dialer', 'call', 'service', 'command line', 'ACCESS_TOKEN'])(
    'refuses the name %s, which the service uses itself',
    async (name) => {
      expectError(await create({ name, scope: 'read' }), 400, /^The service itself uses this name/)
    },
  )

  it.each([
    [{ name: '' }, 'name must have from 1 to 100 characters'],
    [{ name: '  ' }, 'name must have from 1 to 100 characters'],
    [{ name: 'n'.repeat(101) }, 'name must have from 1 to 100 characters'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: undefined }, 'name is required'],
    [{ scope: undefined }, 'scope is required'],
    [{ scope: 'root' }, 'scope must be one of read, write, admin'],
    [{ scope: ['admin'] }, 'scope must be a string'],
    [{ expiresInDays: 0 }, 'expiresInDays must be from 1 to 36500'],
    [{ expiresInDays: 36_501 }, 'expiresInDays must be from 1 to 36500'],
    [{ expiresInDays: 1.5 }, 'expiresInDays must be an integer'],
    [{ expiresInDays: '90' }, 'expiresInDays must be an integer'],
  ])('refuses %j with 400', async (fields, message) => {
    const answer = await create({ name: 'crm', scope: 'read', ...fields })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
  })
})

describe('the table of tokens', () => {
  it('has the hash and nothing to sign in with', async () => {
    const { id, token } = await created()
    const [row] = await app.rows<{ text: string; hash: Buffer }>(
      'select t::text as text, hash from access_token t where id = $1',
      [id],
    )
    expect(row?.hash).toEqual(createHash('sha256').update(token).digest())
    expect(row?.text).not.toContain(token)
    expect(row?.text).not.toContain(token.slice('carillon_'.length))
    expectError(await use(row?.hash.toString('hex') ?? ''), 401)
  })
})

describe('the list of tokens', () => {
  it('shows the newest first, without the tokens', async () => {
    const first = await created({ name: 'first' })
    clock.advance(1000)
    const second = await created({ name: 'second', scope: 'admin', expiresInDays: 1 })
    const { total, rows } = await list()
    expect(total).toBe(rows.length)
    expect(rows.slice(0, 2)).toEqual([
      {
        id: second.id,
        name: 'second',
        scope: 'admin',
        createTime: second['createTime'],
        expireTime: second['expireTime'],
        revokeTime: null,
        assistantMayCall: false,
        mayListen: false,
        maxCallsPerDay: null,
        dataSourceIds: null,
        countries: null,
        addresses: null,
        ownerId: null,
        usedTime: null,
      },
      expect.objectContaining({ id: first.id, name: 'first', scope: 'read' }),
    ])
  })

  it('does not show the preset token', async () => {
    expect(JSON.stringify(await list())).not.toContain(TEST_TOKEN)
  })
})

describe('revoking a token', () => {
  it('takes hold at once', async () => {
    const { id, token } = await created()
    expectSuccess(await use(token))
    expect(expectSuccess(await app.post('/api/token/revoke', { id }))).toMatchObject({
      id,
      revokeTime: expect.any(String),
    })
    expectError(await use(token), 401)
    expect((await list()).rows.find((row) => row['id'] === id)).toMatchObject({
      revokeTime: expect.any(String),
    })
  })

  it('a second time changes nothing', async () => {
    const { id } = await created()
    const first = expectSuccess(await app.post('/api/token/revoke', { id }))
    clock.advance(60_000)
    expect(expectSuccess(await app.post('/api/token/revoke', { id }))).toEqual(first)
  })

  it('leaves the others alone', async () => {
    const [one, other] = [await created(), await created()]
    expectSuccess(await app.post('/api/token/revoke', { id: one.id }))
    expectSuccess(await use(other.token))
  })

  it('needs the id of a token', async () => {
    expectError(await app.post('/api/token/revoke', {}), 400, /^id is required$/)
    expectError(
      await app.post('/api/token/revoke', { id: UNKNOWN_ID }),
      404,
      `^token "${UNKNOWN_ID}" does not exist$`,
    )
    expectError(await app.post('/api/token/revoke', { id: 'preset' }), 404)
  })

  it('lets a token revoke itself', async () => {
    const { id, token } = await created({ scope: 'admin' })
    const headers = { authorization: `Bearer ${token}` }
    const request = { method: 'POST', url: '/api/token/revoke', headers, payload: { id } } as const
    expectSuccess(await app.send(request))
    expectError(await app.send(request), 401)
  })
})

describe('the last token with scope admin', () => {
  it('cannot be revoked, also by two requests at once', async () => {
    const bare = await createTestApp({ accessToken: undefined, clock })
    const [one, other] = [
      await bare.tokens.create({ name: 'one', scope: 'admin' }),
      await bare.tokens.create({ name: 'other', scope: 'admin' }),
    ]
    await bare.tokens.create({ name: 'expired', scope: 'admin', expiresInDays: 1 })
    await bare.tokens.create({ name: 'writer', scope: 'write' })
    clock.advance(25 * 60 * 60 * 1000)
    const revoke = (id: string, by: string) =>
      bare.send({
        method: 'POST',
        url: '/api/token/revoke',
        headers: { authorization: `Bearer ${by}` },
        payload: { id },
      })
    const answers = await Promise.all([
      revoke(one.details.id, other.token),
      revoke(other.details.id, one.token),
    ])
    // The loser is either refused for the rule, or its own token was revoked before it was looked at.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const isOneLeft = (await bare.tokens.list()).find(({ name }) => name === 'one')?.revokeTime === null
    const left = isOneLeft ? one : other
    expectError(await revoke(left.details.id, left.token), 409, /^This is the last token with scope admin/)
    await bare.close()
  })
})

describe('a preset token', () => {
  it('is of scope admin without a row in the table', async () => {
    const bare = await createTestApp({ accessToken: 'a-token-from-outside-the-database' })
    const headers = { authorization: 'Bearer a-token-from-outside-the-database' }
    expect(expectSuccess(await bare.send({ method: 'GET', url: '/api/token/list', headers }))).toEqual({
      total: 0,
      rows: [],
    })
    expectError(await bare.get('/api/token/list'), 401)
    await bare.close()
  })

  it('need not be', async () => {
    const bare = await createTestApp({ accessToken: undefined })
    expectError(await bare.get('/api/token/list'), 401)
    expectError(
      await bare.send({
        method: 'GET',
        url: '/api/token/list',
        headers: { authorization: 'Bearer undefined' },
      }),
      401,
    )
    await bare.close()
  })
})

describe('the first token', () => {
  it('is made once, even by many starts at once', async () => {
    const bare = await createTestApp({ accessToken: undefined })
    const kept: string[] = []
    const keep = async (token: string) => void kept.push(token)
    const made = await Promise.all(Array.from({ length: 8 }, () => bare.tokens.createFirst(keep)))
    const [token, ...others] = made.filter((each) => each !== undefined)
    expect([kept, others]).toEqual([[token], []])
    const headers = { authorization: `Bearer ${token}` }
    expect(expectSuccess(await bare.send({ method: 'GET', url: '/api/token/list', headers }))).toMatchObject({
      total: 1,
      rows: [{ scope: 'admin' }],
    })
    expect(await bare.tokens.createFirst(keep)).toBeUndefined()
    await bare.close()
  })

  it('does not exist unless it could be put away', async () => {
    const bare = await createTestApp({ accessToken: undefined })
    const keep = async () => {
      throw new Error('the disk is full')
    }
    await expect(bare.tokens.createFirst(keep)).rejects.toThrow('the disk is full')
    expect(await bare.tokens.list()).toEqual([])
    await bare.close()
  })
})
