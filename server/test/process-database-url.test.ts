import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addDataSource, finish, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { createTestDatabase } from './support/test-database.ts'

describe('without a folder for the first token', () => {
  it('says so, and makes none', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const env = { DATABASE_URL: databaseUrl(database.connection), DATA_DIR: '/dev/null/data', PORT: '0' }
    const { code, said } = await finish(['serve'], { env })
    expect(code).toBe(1)
    expect(said).toMatch(
      /^carillon: the first access token cannot be saved: set ACCESS_TOKEN or DATA_DIR \(ENOTDIR.*\)\n$/,
    )
    expect((await database.db.query({ text: 'select id from access_token' })).rows).toEqual([])
  })
})

describe('on a database of the operator', () => {
  it('brings the schema, starts no database of its own, and hears of tokens from the command line', async () => {
    const database = await createTestDatabase({ isEmpty: true })
    onTestFinished(() => database.drop())
    const url = databaseUrl(database.connection)
    const preset = `it's-"a"-$TOKEN-of-32-characters-at-least`
    const service = await startService({ env: { DATABASE_URL: url, ACCESS_TOKEN: preset } })
    expect(service.banner).toMatch(/^ {2}Data +\S+\/test_\w+$/m)
    expect(service.banner).toContain('curl -H "Authorization: Bearer $ACCESS_TOKEN" ')
    expect(service.banner).not.toContain(preset)
    expect(existsSync(join(service.dataDir, 'postgres'))).toBe(false)
    await addDataSource(service, 'elsewhere')
    const { rows } = await database.db.query({ text: 'select name from data_source' })
    expect(rows).toEqual([{ name: 'elsewhere' }])

    const { stdout } = await finish(['token', 'create', 'cli'], { env: { DATABASE_URL: url } })
    const answer = await fetch(`${service.address}/api/task/list`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    })
    expect(answer.status).toBe(200)
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect((await database.db.query({ text: 'select 1' })).rowCount).toBe(1)
  })
})
