// Serves the built console from memory, into which it is read soon after the start: a new build may replace the files on disk while the service runs, and an open page
// keeps requesting the files of its own build. A path that is neither a file nor part of the API is a page of the console if
// a browser requests HTML.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ConsoleFiles {
  /** Answers if the request is for the console; otherwise leaves it alone. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined
  /** Whether the path can be read. */
  has(path: string): boolean
}

interface StoredFile {
  type: string
  etag: string
  isImmutable: boolean
  /** By content coding; `identity` is the file itself. */
  codings: Map<string, Buffer>
}

/** The files by path; each is read once. */
type Files = Map<string, () => StoredFile>

const PAGE = '/index.html'
const BETWEEN_FILES_MS = 5
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
}
/** Compressed variants of a file in the build, smallest first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
/** Never a page of the console, even if a browser requests HTML. */
const NOT_OURS = /^\/(api|docs|metrics|healthz|readyz|openapi\.json)(\/|$)/

/** What the page names to people who sign in. */
interface PageFacts {
  /** Where the first access token is. */
  tokenFile?: string | undefined
  /** The OpenID Connect provider, as people call it. */
  provider?: string | undefined
}

/** Undefined if no console was built. */
export function readConsoleFiles(
  folder: string,
  { tokenFile, provider }: PageFacts = {},
): ConsoleFiles | undefined {
  if (!existsSync(join(folder, PAGE))) return undefined
  const files: Files = new Map()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = `/${name.replaceAll('\\', '/')}`
    const type = types[extname(name)]
    if (type)
      files.set(
        path,
        once(() => readStoredFile(join(folder, name), path, type)),
      )
  }
  const facts = Object.entries({ 'carillon-token-file': tokenFile, 'carillon-provider': provider })
  const given = facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
  if (given.length > 0)
    files.set(
      PAGE,
      once(() => readPage(join(folder, PAGE), given)),
    )
  readOneByOne([...files.values()])
  return {
    answer: (request, reply) => answer(files, request, reply),
    has: (path) => path === '/' || files.has(path),
  }
}

function once<Value>(read: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= read())
}

/** While the service has nothing else to do, so that its start does not wait for them. */
function readOneByOne([read, ...rest]: (() => StoredFile)[]): void {
  if (!read) return
  setTimeout(() => {
    try {
      read()
    } catch {
      // It is gone; a request for it says so.
    }
    readOneByOne(rest)
  }, BETWEEN_FILES_MS).unref()
}

/** Without the compressed variants of the build, which do not name anything. */
function readPage(file: string, facts: readonly [string, string][]): StoredFile {
  const named = facts.map(([name, value]) => `<meta name="${name}" content="${encodeURIComponent(value)}" />`)
  const page = readFileSync(file, 'utf8').replace('</head>', () => `${named.join('')}</head>`)
  const content = Buffer.from(page)
  return {
    ...{ type: types['.html'] ?? '', etag: etagOf(content), isImmutable: false },
    codings: new Map([['identity', content]]),
  }
}

function readStoredFile(file: string, path: string, type: string): StoredFile {
  const content = readFileSync(file)
  const compressed = codings
    .filter(([, ending]) => existsSync(file + ending))
    .map(([coding, ending]) => [coding, readFileSync(file + ending)] as const)
  return {
    type,
    etag: etagOf(content),
    // The names of these files contain a hash of their content.
    isImmutable: path.startsWith('/assets/'),
    codings: new Map<string, Buffer>([...compressed, ['identity', content]]),
  }
}

function etagOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

function answer(files: Files, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const [path = '/'] = request.url.split('?', 1)
  const read = files.get(path) ?? (isPage(path, request) ? files.get(PAGE) : undefined)
  return read && send(read(), request, reply)
}

/** `/` is served even without `Accept: text/html`, because nothing else is there. */
function isPage(path: string, { headers }: FastifyRequest): boolean {
  if (path === '/') return true
  return !NOT_OURS.test(path) && !/\.\w+$/.test(path) && (headers.accept ?? '').includes('text/html')
}

function send(file: StoredFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = acceptedCodings(request.headers['accept-encoding'])
  const [coding, content] =
    [...file.codings].find(([name]) => accepted.has(name) || name === 'identity') ?? []
  const etag = `"${file.etag}-${coding}"`
  reply
    .type(file.type)
    .header('etag', etag)
    .header('vary', 'accept, accept-encoding')
    .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(content)
}

function acceptedCodings(header: string | string[] | undefined): Set<string> {
  const words = String(header ?? '').split(',')
  return new Set(
    words
      .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
      .map((word) => word.split(';', 1)[0]?.trim() ?? ''),
  )
}
