// `carillon person`: the way back in for whoever has the machine, whatever became of the accounts and of the sign-in provider.
import { expect, inject, it, onTestFinished } from 'vitest'
import { finish } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { addPerson, browserOf, CHEAP, cookieIn, PASSWORD, signIn } from './support/people.ts'
import { createTestApp } from './support/test-app.ts'

it('makes a local administrator, and a link to a new password, on record', async () => {
  const app = await createTestApp(CHEAP)
  onTestFinished(app.close)
  const env = { DATABASE_URL: databaseUrl(app.database.connection), DATA_DIR: inject('scratchFolder') }
  const person = (...words: string[]) => finish(['person', ...words], { env })
  async function accept(printed: string, password: string) {
    const token = printed.trim().replace('/invitation#', '')
    const payload = { token, password }
    return app.http.inject({ method: 'POST', url: '/api/invitation/accept', payload })
  }
  // The only administrator comes from a provider that is gone.
  await app.rows(
    `insert into person (id, name, role, extras, create_time, check_time, issuer, subject)
     values (gen_random_uuid(), 'Ann', 'admin', '{}', now(), now(), 'https://login.example.com', 'u-1')`,
  )
  const added = await person('add', 'Ben', '--role', 'admin')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\/invitation#[\w-]{43}\n$/) })
  const ben = browserOf(app, cookieIn(await accept(added.stdout, PASSWORD)))
  expect((await ben.get('/api/person/list')).statusCode).toBe(200)
  const reset = await person('reset', 'ben')
  expect((await accept(reset.stdout, 'another good password')).statusCode).toBe(200)
  expect((await signIn(app, 'Ben', 'another good password')).statusCode).toBe(200)
  const refused = await person('reset', 'Ann')
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/signs in through/)])
  await addPerson(app, { name: 'Cid', role: 'viewer' })
  expect(
    await app.rows(`select operation, actor, actor_kind from audit where actor_kind = 'command' order by id`),
  ).toEqual([
    { operation: 'person.invite', actor: 'command line', actor_kind: 'command' },
    { operation: 'person.reset', actor: 'command line', actor_kind: 'command' },
  ])
})
