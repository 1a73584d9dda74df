// The console beside the API: its page wherever a browser asks for one, its files for as long as anybody likes.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOidcSettings } from '../src/access/people/oidc/oidc-settings.ts'
import { createSettings } from '../src/platform/kernel/settings.ts'
import { expectError } from './support/expectations.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const PAGE = '<!doctype html><title>the console</title>'
const SCRIPT = 'export const words = "x".repeat(1000)'
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await makeScratchFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'assets', 'main-abc123.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, '.built'), 'not for the world')
  app = await createTestApp({ consoleFolder: folder })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function get(url: string, headers: Record<string, string> = {}) {
  return app.http.inject({ method: 'GET', url, headers })
}

it('names the file with the first token, and the provider, to people who sign in', async () => {
  const named = join(folder, 'named')
  await mkdir(named)
  await writeFile(join(named, 'index.html'), '<html><head></head></html>')
  await writeFile(join(named, 'index.html.gz'), gzipSync('<html><head></head></html>'))
  const oidc = readOidcSettings(
    createSettings({
      ...{ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      OIDC_NAME: '"Über" <b>',
    }),
  )
  const other = await createTestApp({ consoleFolder: named, tokenFile: '/srv/"a" b/access-token', oidc })
  const headers = { ...asBrowser, 'accept-encoding': 'gzip' }
  const { body } = await other.http.inject({ method: 'GET', url: '/', headers })
  await other.close()
  const [, content = ''] = /name="carillon-token-file" content="([^"]*)"/.exec(body) ?? []
  expect(decodeURIComponent(content)).toBe('/srv/"a" b/access-token')
  const [, provider = ''] = /name="carillon-provider" content="([^"]*)"/.exec(body) ?? []
  expect(decodeURIComponent(provider)).toBe('"Über" <b>')
})

describe('the page', () => {
  it.each(['/', '/tasks', '/tasks/01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e?tab=audit', '/nowhere'])(
    'is at %s for a browser, without a token',
    async (url) => {
      const response = await get(url, asBrowser)
      expect([response.statusCode, response.body]).toEqual([200, PAGE])
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringMatching(/default-src 'self';.* media-src 'self' blob:;/),
        'x-frame-options': 'DENY',
      })
    },
  )

  it('is at / for whoever asks', async () => {
    expect((await get('/')).body).toBe(PAGE)
    const head = await app.http.inject({ method: 'HEAD', url: '/' })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(PAGE.length)])
  })

  it('is asked for again with every visit, and not sent again while it is the same', async () => {
    const { headers } = await get('/', asBrowser)
    const again = await get('/', { ...asBrowser, 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each(['/api', '/api/nothing', '/api/task', '/docs/nothing', '/assets/gone.js', '/tasks.json'])(
    'is not at %s, even for a browser',
    async (url) => {
      const response = await get(url, asBrowser)
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toContain('application/json')
    },
  )

  it('is not for programs that ask for data', async () => {
    expectError(await app.send({ method: 'GET', url: '/tasks', headers: { accept: '*/*' } }), 404)
  })

  it('can only be read', async () => {
    const response = await app.http.inject({ method: 'POST', url: '/', headers: asBrowser })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
    expectError(await app.send({ method: 'POST', url: '/tasks', headers: asBrowser }), 404)
  })
})

describe('a file', () => {
  const url = '/assets/main-abc123.js'

  it('is kept by browsers for good: its name changes with its content', async () => {
    const response = await get(url)
    expect([response.statusCode, response.body]).toEqual([200, SCRIPT])
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    })
  })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('is sent as it was compressed by the build: %s', async (accepted, coding, decode) => {
    const response = await get(url, { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(coding)
    expect(decode(response.rawPayload).toString()).toBe(SCRIPT)
  })

  it('is there even when it is built anew under the running service', async () => {
    await rm(join(folder, 'assets'), { recursive: true })
    expect((await get(url)).body).toBe(SCRIPT)
  })

  it.each(['/.built', '/assets/../.built', '/assets/main-abc123.js.br', '/assets/'])(
    'is none at %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404)
    },
  )
})

it('is not served by a node that only dials, nor without a build', async () => {
  const dialer = await createTestApp({ role: 'dialer', consoleFolder: folder, database: app.database })
  expect((await dialer.http.inject({ method: 'GET', url: '/', headers: asBrowser })).statusCode).toBe(404)
  await dialer.close()
  const bare = await createTestApp({ consoleFolder: join(folder, 'nothing'), database: app.database })
  expect((await bare.http.inject({ method: 'GET', url: '/', headers: asBrowser })).statusCode).toBe(404)
  await bare.close()
})
