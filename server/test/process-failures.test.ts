import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import { InvalidSetting } from '../src/platform/kernel/settings.ts'
import { finish } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase } from './support/test-database.ts'

const refusal = (sentence: string | RegExp) => ({
  code: 1,
  stdout: '',
  said: expect.stringMatching(typeof sentence === 'string' ? `^carillon: ${sentence}\n$` : sentence),
})

describe('a setting that makes no sense', () => {
  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, not "abc"'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ['PORT', '80.5', 'PORT must be a whole number'],
    ['PORT', '-1', 'PORT must be a whole number'],
    ['PORT', '0x50', 'PORT must be a whole number'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must look like postgres://'],
    ['DATABASE_URL', 'localhost', 'DATABASE_URL must look like postgres://'],
    ['DATABASE_URL', 'postgres:x', 'DATABASE_URL must look like postgres://'],
    ['DATABASE_URL', 'postgres://host:port/x', 'DATABASE_URL must look like postgres://'],
    ['DATABASE_URL', 'postgres://a,,b/x', 'or with several hosts like postgres://'],
    [
      'DATABASE_URL',
      'postgres://a,b/x?target_session_attrs=any',
      'target_session_attrs in DATABASE_URL must be read-write or primary, not "any"',
    ],
    ['DATABASE_READ_URL', 'mysql://localhost/x', 'DATABASE_READ_URL must look like postgres://'],
    [
      'DATABASE_READ_URL',
      'postgres://a,b/x?target_session_attrs=read-write',
      'target_session_attrs in DATABASE_READ_URL must be standby or any, not "read-write"',
    ],
    [
      'DATABASE_READ_URL',
      'postgres://a/x',
      'DATABASE_READ_URL names a replica of the database in DATABASE_URL, which is not set',
    ],
    [
      'ACCESS_TOKEN',
      'x'.repeat(31),
      'ACCESS_TOKEN must be 32 to 512 printable ASCII characters without spaces; make one with: openssl rand -base64 32',
    ],
    ['ACCESS_TOKEN', 'two words '.repeat(5), 'ACCESS_TOKEN must be 32 to 512 printable ASCII characters'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must list addresses or networks of proxies, such as'],
    ['TRUST_PROXY', '10.0.0.0/33', 'not "10.0.0.0/33"'],
    ['TRUST_PROXY', 'loopback, proxy.example.com', 'not "proxy.example.com"'],
    ['AUTH_FAILURES_PER_MINUTE', '-1', 'AUTH_FAILURES_PER_MINUTE must be a whole number from 0'],
    ['EXPORTS_PER_TOKEN', '0', 'EXPORTS_PER_TOKEN must be a whole number from 1'],
    ['MAX_CONNECTIONS', 'many', 'MAX_CONNECTIONS must be a whole number from 1'],
    ['TIME_ZONE', 'Mars/Olympus', 'TIME_ZONE must be a zone name such as Asia/Shanghai'],
    ['DEFAULT_COUNTRY', 'ZZ', 'DEFAULT_COUNTRY must be a two-letter country code such as CN or GB, not "ZZ"'],
    ['DEFAULT_COUNTRY', 'China', 'DEFAULT_COUNTRY must be a two-letter country code'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn'],
    ['RATE_LIMIT', '-1', 'RATE_LIMIT must be a whole number from 0'],
    ['STOP_WAIT', 'soon', 'STOP_WAIT must be a whole number from 0'],
  ])('is named: %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(InvalidSetting)
    expect(() => readConfig({ [name]: value })).toThrow(message)
  })

  it('is none: an access token as openssl rand -base64 32 makes it, proxies as a list', () => {
    const token = randomBytes(32).toString('base64')
    expect(readConfig({ ACCESS_TOKEN: token }).accessToken).toBe(token)
    const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1, loopback' }).http
    expect(trustProxy).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1', 'loopback'])
  })

  it.each([
    'postgres://user:secret@host:5432/database',
    'postgresql://host/database',
    'postgres:///database?host=/var/run/postgresql',
    'postgres://user@/database?host=/tmp/socket',
    'postgres://user:p%40ss@[::1]:6432/database?sslmode=require',
    'postgres://user:secret@db1:5432,db2/database?target_session_attrs=read-write',
  ])('is not a DATABASE_URL such as %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('is told in one sentence', async () => {
    const said = await finish(['migrate'], { env: { PORT: 'abc' } })
    expect(said).toEqual(refusal('PORT must be a whole number from 0 to 65535, not "abc"'))
  })
})

describe('a database of no use is told in one sentence', () => {
  it('that nobody answers for', async () => {
    const env = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/calls' }
    const sentence = 'the database at 127.0.0.1:1/calls cannot be used: connect ECONNREFUSED 127.0.0.1:1'
    expect(await finish(['serve'], { env })).toEqual(refusal(sentence))
  })

  it('of several hosts, of which none answers', async () => {
    const env = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1,127.0.0.1:2/calls' }
    const sentence =
      'the database at 127.0.0.1:1,127.0.0.1:2/calls cannot be used: no server of the database is read-write: ' +
      '127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; 127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:2'
    expect(await finish(['migrate'], { env })).toEqual(refusal(sentence))
  })

  it('that is not there', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const env = { DATABASE_URL: databaseUrl(database.connection).replace(/test_\w+/, 'nowhere') }
    expect(await finish(['migrate'], { env })).toEqual(
      refusal(/^carillon: the database at \S+\/nowhere cannot be used: database "nowhere" does not exist\n$/),
    )
  })

  it('whose schema is newer', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    await database.db.query({
      text: "insert into schema_migration (version, name, checksum) values (999, 'later', 'x')",
    })
    expect(await finish(['migrate'], { env: { DATABASE_URL: databaseUrl(database.connection) } })).toEqual(
      refusal(
        /^carillon: the database has schema version 999, but this version of Carillon knows only up to \d+: run the newer Carillon that migrated it\n$/,
      ),
    )
  })
})

describe('a place of no use is told in one sentence', () => {
  it('a data folder that is a file', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    const said = await finish(['migrate'], { env: { DATA_DIR: file } })
    expect(said).toEqual(refusal(`the folder ${file} cannot be used: .*`))
  })
})
