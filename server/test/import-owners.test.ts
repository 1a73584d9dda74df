// Whose imports they are: a token leaves places to others, and nobody but an administrator touches the import of another token.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { answerOf, createFilesApp, type FilesApp } from './support/files-app.ts'

interface Job {
  id: string
  status: string
}

let app: FilesApp
let dataSourceId: string
beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('shared')
})
afterAll(() => app.close())

async function addUser(name: string) {
  const { token } = await app.tokens.create({ name, scope: 'write' })
  const headers = { authorization: `Bearer ${token}` }
  return {
    async upload() {
      const form = new FormData()
      form.set('file', new Blob(['phoneNumber\n13800138000\n']), 'contacts.csv')
      const url = `/api/dataSource/${dataSourceId}/import`
      return answerOf<Job>(await app.call(url, { method: 'POST', body: form, headers }))
    },
    post: (path: string, payload?: object) =>
      app.send<Job>({ method: 'POST', url: path, headers, ...(payload && { payload }) }),
  }
}

it('a token has at most ten open imports, and other tokens still find places', async () => {
  const [ann, bo] = [await addUser('Ann'), await addUser('Bo')]
  const uploaded: Job[] = []
  while (uploaded.length < 10) uploaded.push(expectSuccess(await ann.upload()))
  expectError(
    await ann.upload(),
    409,
    'this token has 10 imports that have not ended: start or cancel some of them first',
  )
  expectSuccess(await bo.upload())
  expectSuccess(await ann.post(`/api/import/${uploaded[0]?.id}/cancel`))
  expectSuccess(await ann.upload())
})

it('only the token that has uploaded a file and administrators start and cancel its import', async () => {
  const [cy, di] = [await addUser('Cy'), await addUser('Di')]
  const { id } = expectSuccess(await cy.upload())
  const why =
    'The import was uploaded with the token "Cy": only that token or an administrator can start or cancel it'
  expectError(await di.post(`/api/import/${id}/cancel`), 403, why)
  expectError(await di.post(`/api/import/${id}/start`, {}), 403, why)
  expect(expectSuccess(await app.get<Job>(`/api/import/${id}`)).status).toBe('uploaded')
  expect(expectSuccess(await app.post<Job>(`/api/import/${id}/cancel`)).status).toBe('canceled')
  const { id: own } = expectSuccess(await cy.upload())
  expect(expectSuccess(await cy.post(`/api/import/${own}/start`, {})).status).toBe('running')
})
