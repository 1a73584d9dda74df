// Who may import whom. Each rule lists the places that break it, so that a failure says what to move.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  findCircles,
  partOf,
  readSourceFiles,
  type SourceFile,
  WINGS,
  wingOf,
  withoutComments,
} from './support/source-imports.ts'

const files = readSourceFiles()

/** What the files of a part may import of the other parts. Whoever starts the service may import everything. */
const allowedParts: Record<string, string[]> = {
  words: [],
  kernel: [],
  labels: [],
  work: ['kernel'],
  tabular: ['kernel'],
  storage: ['kernel'],
  tracing: ['work', 'kernel'],
  trail: ['storage', 'kernel'],
  http: ['trail', 'tracing', 'storage', 'kernel'],
  audit: ['trail', 'tabular', 'work', 'storage', 'kernel'],
  tokens: ['trail', 'storage', 'kernel'],
  people: ['tokens', 'trail', 'storage', 'kernel'],
  assistants: ['kernel'],
  'data-sources': ['trail', 'storage', 'kernel'],
  consents: ['trail', 'storage', 'kernel'],
  'number-notes': ['contacts', 'trail', 'storage', 'kernel'],
  contacts: ['consents', 'trail', 'labels', 'data-sources', 'tabular', 'storage', 'kernel'],
  'number-keys': ['do-not-call', 'data-sources', 'trail', 'storage', 'kernel'],
  imports: ['trail', 'do-not-call', 'contacts', 'data-sources', 'tabular', 'work', 'storage', 'kernel'],
  trunks: ['do-not-call', 'audio', 'flows', 'trail', 'storage', 'kernel'],
  'own-phones': ['people', 'tokens', 'trail', 'storage', 'kernel'],
  audio: ['trail', 'work', 'storage', 'kernel'],
  speech: ['audio', 'flows', 'storage', 'kernel'],
  flows: ['storage', 'kernel'],
  tasks: [
    'trail',
    'labels',
    'trunks',
    'audio',
    'flows',
    'do-not-call',
    'permission',
    'contacts',
    'data-sources',
    'tabular',
    'storage',
    'kernel',
  ],
  permission: ['trail', 'storage', 'kernel'],
  'do-not-call': [
    'consents',
    'trail',
    'labels',
    'contacts',
    'data-sources',
    'permission',
    'tabular',
    'storage',
    'kernel',
  ],
  dialer: ['trail', 'trunks', 'flows', 'permission', 'tasks', 'contacts', 'work', 'storage', 'kernel'],
  calls: [
    'transcripts',
    'trail',
    'trunks',
    'labels',
    'dialer',
    'flows',
    'permission',
    'tasks',
    'contacts',
    'data-sources',
    'tabular',
    'work',
    'storage',
    'kernel',
  ],
  explain: ['trunks', 'calls', 'flows', 'dialer', 'permission', 'tasks', 'contacts', 'storage', 'kernel'],
  numbers: [
    ...['trunks', 'labels', 'calls', 'flows', 'contacts', 'consents', 'do-not-call', 'permission', 'tabular'],
    ...['storage', 'kernel'],
  ],
  events: [
    ...['calls', 'dialer', 'tasks', 'permission', 'recordings', 'imports', 'do-not-call'],
    ...['work', 'storage', 'kernel'],
  ],
  history: ['calls', 'dialer', 'flows', 'tasks', 'storage', 'kernel'],
  erasure: ['audit', 'trail', 'flows', 'contacts', 'data-sources', 'work', 'storage', 'kernel'],
  retention: ['audit', 'trail', 'dialer', 'tasks', 'data-sources', 'work', 'storage', 'kernel'],
  reports: [
    'transcripts',
    'labels',
    'calls',
    'dialer',
    'flows',
    'do-not-call',
    'contacts',
    'data-sources',
    'tabular',
    'storage',
    'kernel',
  ],
  overview: [
    'trail',
    'trunks',
    'explain',
    'permission',
    'contacts',
    'dialer',
    'flows',
    'tasks',
    'storage',
    'kernel',
  ],
  metrics: ['overview', 'trunks', 'tracing', 'dialer', 'tasks', 'storage', 'kernel'],
  webhooks: [
    ...['overview', 'events', 'recordings', 'calls', 'imports', 'tasks', 'do-not-call'],
    ...['trail', 'work', 'storage', 'kernel'],
  ],
  notifications: [
    ...['reports', 'webhooks', 'overview', 'explain', 'trunks', 'tasks'],
    ...['trail', 'work', 'storage', 'kernel'],
  ],
  recordings: ['trail', 'contacts', 'work', 'storage', 'kernel'],
  backup: ['audit', 'trail', 'recordings', 'overview', 'work', 'storage', 'kernel'],
  repair: ['calls', 'dialer', 'tasks', 'do-not-call', 'contacts', 'data-sources', 'storage', 'kernel'],
  switches: ['flows', 'trunks', 'own-phones', 'work', 'storage', 'kernel'],
  lines: ['switches', 'flows', 'trunks', 'own-phones', 'work', 'storage', 'kernel'],
  agents: ['transcripts', 'flows', 'storage', 'kernel'],
  'answered-call.ts': ['flows'],
  'flow-parts.ts': ['flows'],
  'gateway.ts': ['flows', 'trunks'],
  'refusals.ts': [],
  'sip-answer.ts': [],
  'switch.ts': ['own-phones', 'trunks'],
  transcripts: ['storage', 'kernel'],
  'look-ahead': ['audio', 'speech', 'flows', 'tasks', 'work', 'storage', 'kernel'],
  'config.ts': [
    'agents',
    'backup',
    'switches',
    'recordings',
    'http',
    'notifications',
    'people',
    'speech',
    'storage',
    'tracing',
    'webhooks',
    'kernel',
  ],
}
/** What a wing offers to the rooms above and beside it, instead of the rooms that implement it. */
const PORTS = ['answered-call.ts', 'flow-parts.ts', 'gateway.ts', 'refusals.ts', 'sip-answer.ts', 'switch.ts']
const COMPOSITION_ROOT = ['app']
const STARTERS = [...COMPOSITION_ROOT, 'main.ts', 'commands']

const isRoutes = (path: string) => path.endsWith('.routes.ts')
const isSchema = (path: string) => path.endsWith('.schema.ts')
/** A step of a flow is one file, with its schema. */
const isStep = (path: string) => path.startsWith('conversations/flows/steps/')
const isQueries = (path: string) => path.endsWith('.queries.ts')
const isService = (path: string) => path.endsWith('.service.ts')
/** The few that speak HTTP: the server itself, routes, what routes say and show, and who asks others over it at speed. */
const speaksHttp = ({ path, part }: SourceFile) =>
  part === 'http' ||
  isRoutes(path) ||
  isSchema(path) ||
  isStep(path) ||
  [
    'telephony/switches/asterisk/ari/ari-client.ts',
    'insight/webhooks/send-webhook.ts',
    'access/people/oidc/guarded-fetch.ts',
  ].includes(path)

function importsThat(breaks: (file: SourceFile, imported: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((imported) => breaks(file, imported)).map((imported) => `${file.path} → ${imported}`),
  )
}

describe('the parts of the server', () => {
  it('are all known here', () => {
    const parts = new Set(files.map((file) => file.part))
    expect([...parts].filter((part) => !(part in allowedParts) && !STARTERS.includes(part))).toEqual([])
  })

  it('import only what they may', () => {
    const broken = importsThat((file, imported) => {
      const part = partOf(imported)
      if (part === file.part || STARTERS.includes(file.part)) return false
      // Routes of any part are written in the words of http.
      if (part === 'http' && (isRoutes(file.path) || isSchema(file.path) || isStep(file.path))) return false
      // The catalogue of words is for all, and so are ports.
      if (part === 'words' || PORTS.includes(part)) return false
      return !allowedParts[file.part]?.includes(part)
    })
    expect(broken).toEqual([])
  })

  it('stand on floors: a wing imports only from the wings below it', () => {
    const floorOf = (path: string) => WINGS.indexOf(wingOf(path))
    const broken = importsThat((file, imported) => {
      const floor = floorOf(file.path)
      return floor >= 0 && (floorOf(imported) < 0 || floorOf(imported) > floor)
    })
    expect(broken).toEqual([])
    expect(new Set(files.map(({ path }) => wingOf(path)))).toEqual(
      new Set([...WINGS, 'app', 'commands', 'config.ts', 'main.ts']),
    )
  })

  it('never lead in a circle', () => {
    expect(findCircles(files)).toEqual([])
  })

  it('decide rights before a claim: nothing under the dialer imports `access`', () => {
    const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
    const reached = new Set<string>()
    function reach(path: string): void {
      if (reached.has(path)) return
      reached.add(path)
      for (const each of importsOf.get(path) ?? []) reach(each)
    }
    for (const { path } of files) if (path.startsWith('dialing/dialer/') && !isRoutes(path)) reach(path)
    expect([...reached].filter((path) => wingOf(path) === 'access')).toEqual([])
    expect(reached.size).toBeGreaterThan(100)
  })

  it('import only files that exist', () => {
    const known = new Set(files.map((file) => file.path))
    expect(importsThat((_file, imported) => !known.has(imported))).toEqual([])
  })
})

describe('inside a part', () => {
  it('only routes and the composition root import routes', () => {
    const broken = importsThat(
      ({ path, part }, imported) => isRoutes(imported) && !isRoutes(path) && !COMPOSITION_ROOT.includes(part),
    )
    expect(broken).toEqual([])
  })

  it('only what makes answers imports their schemas', () => {
    const broken = importsThat(
      ({ path }, imported) =>
        isSchema(imported) && !isSchema(path) && !isRoutes(path) && !/\/present-[^/]+$/.test(path),
    )
    expect(broken).toEqual([])
  })

  it('queries know nothing above them', () => {
    const broken = importsThat(
      ({ path }, imported) => isQueries(path) && (isService(imported) || isRoutes(imported)),
    )
    expect(broken).toEqual([])
  })

  it('routes leave queries to services', () => {
    const broken = files
      .filter(({ path }) => isRoutes(path))
      .filter(({ text }) => /^import (?!type\b).*\.queries\.ts'/m.test(text))
    expect(broken.map(({ path }) => path)).toEqual([])
  })
})

describe('knowledge that is kept in one place', () => {
  const modulesThat = (breaks: (file: SourceFile, module: string) => boolean) =>
    files.flatMap((file) =>
      file.modules.filter((module) => breaks(file, module)).map((module) => `${file.path} → ${module}`),
    )

  it('HTTP and its framework: http, routes and schemas', () => {
    const isHttp = (module: string) => /^(@?fastify\b|@sinclair\/typebox|typebox\b|node:https?$)/.test(module)
    const broken = modulesThat(
      (file, module) => isHttp(module) && !speaksHttp(file) && !STARTERS.includes(file.part),
    )
    expect(broken).toEqual([])
  })

  it('the driver of the database: storage', () => {
    const broken = modulesThat(
      (file, module) => /^pg(-|$)/.test(module) && file.part !== 'storage' && !STARTERS.includes(file.part),
    )
    expect(broken).toEqual([])
  })

  it('SQL: queries and storage', () => {
    const statement =
      /\b(select\s[^'"]+\sfrom\s|insert\s+into\s|update\s+\w+(\s+\w+)?\s+set\s|delete\s+from\s|\bcopy \()/
    // The columns of an export are those of its data source, so its statements are put together beside them.
    const exports = [
      ...['lists/contacts/export-contacts.ts', 'lists/contacts/export-file.ts'],
      ...['campaigns/tasks/contacts/export-task.ts', 'lists/do-not-call/export-entries.ts'],
    ]
    const broken = files
      .filter(({ path, part }) => !isQueries(path) && part !== 'storage' && !exports.includes(path))
      .filter(({ text }) => statement.test(withoutComments(text)))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('loggers, and so how errors are logged: platform/kernel/log/log.ts', () => {
    const isValueImport = /^import (?!type\b)(?!\{ type \w+ \} ).*from 'pino'/m
    const broken = files.filter(
      ({ path, text }) => path !== 'platform/kernel/log/log.ts' && isValueImport.test(text),
    )
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('what is printed, and so what a terminal gets: commands/terminal.ts', () => {
    const prints = /\bprocess\.std(out|err)\.write\b|\bconsole\.\w+\(/
    const broken = files.filter(
      ({ path, text }) => path !== 'commands/terminal.ts' && prints.test(withoutComments(text)),
    )
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('the environment: config.ts', () => {
    const broken = files.filter(
      ({ path, text }) => path !== 'config.ts' && /process\.env\b/.test(withoutComments(text)),
    )
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('work that is repeated: platform/work/loop.ts', () => {
    const exceptions = [
      // The heartbeat of one connection, which ends with it.
      'insight/events/event-stream.ts',
      'platform/storage/notifications.ts',
      'telephony/switches/asterisk/ari/event-socket.ts',
      // Checks of running requests, which end with the last of them.
      'platform/http/access/token-watch.ts',
      'platform/http/keyed-requests/keyed-requests.ts',
      // These stand on floors below the loop.
      'platform/kernel/files/output-file.ts',
      'platform/storage/replica/read-replica.ts',
      // A process of its own, which watches its parent.
      'conversations/audio/convert-child.ts',
    ]
    const repeats = /\bsetInterval\(|\bmust\w+Again\b|\blooking \?\?=|\bis\w+Requested\b/
    const found = files.filter(({ text }) => repeats.test(withoutComments(text))).map(({ path }) => path)
    expect(found.sort()).toEqual(exceptions.sort())
  })

  const telephonyThat = (pattern: RegExp) =>
    files
      .filter(({ path, text }) => path.startsWith('telephony/') && pattern.test(withoutComments(text)))
      .map(({ path }) => path)

  it('the registry of lines: there is one gateway, and none around another', () => {
    expect(
      telephonyThat(/\b(extends|implements) Gateway\b|\): Gateway\b|: Gateway = \{|\.\.\.gateway\b/),
    ).toEqual(['telephony/lines/registry.ts'])
    expect(telephonyThat(/\bcreateRegistry\(/)).toEqual([
      'telephony/lines/create-lines.ts',
      'telephony/lines/registry.ts',
    ])
  })

  it('the link to an Asterisk: one for that of the node, and one for that of the environment', () => {
    expect(telephonyThat(/\bopenAsteriskLink\(/)).toEqual([
      'telephony/switches/asterisk/ari/asterisk-link.ts',
      'telephony/switches/asterisk/asterisk-switch.ts',
    ])
    // The command that checks an Asterisk of the user's has no switch.
    const check = 'telephony/switches/asterisk/check-asterisk.ts'
    expect(telephonyThat(/\bopenEventSocket\(/)).toEqual([
      'telephony/switches/asterisk/ari/asterisk-link.ts',
      'telephony/switches/asterisk/ari/event-socket.ts',
      check,
    ])
    expect(telephonyThat(/\bcreateAriClient\(/)).toEqual([
      'telephony/switches/asterisk/ari/ari-client.ts',
      check,
      'telephony/switches/asterisk/own/own-asterisk.ts',
      'telephony/switches/asterisk/shared-asterisk.ts',
    ])
    expect(telephonyThat(/\bcreate(Asterisk|SharedAsterisk)(Switch)?\(/)).toEqual([
      'telephony/lines/create-lines.ts',
      'telephony/switches/asterisk/asterisk-switch.ts',
      'telephony/switches/asterisk/own/own-asterisk-host.ts',
      'telephony/switches/asterisk/shared-asterisk.ts',
    ])
  })

  it('a type of step of a flow: its own files, and the lists of them', () => {
    const own = /^(conversations\/flows\/steps|features\/flows\/(builder\/)?steps)\//
    const exceptions = [
      // Flows to begin with.
      'conversations/flows/flow-examples.ts',
      'features/overview/demo/delivery-call.ts',
      'features/overview/demo/use-demo.ts',
      // What a key means is said by a question and the branch after it together.
      'features/flows/picture/meaning/line-meaning.ts',
      // What a platform gets in place of a transfer that is forbidden: a step that does nothing.
      'dialing/dialer/flow-runtime/prepare-flows.ts',
      // A line that is led to the end of the call needs a step that ends it.
      'features/flows/builder/changes/flow-changes.ts',
      // Figures about voice agents, and how many of them a task may have.
      'features/tasks/detail/task-outcomes.tsx',
      'features/flows/flow-draft.ts',
    ]
    const types = readdirSync(new URL('../src/conversations/flows/steps', import.meta.url))
      .map((file) => file.replace(/\.ts$/, '').replace(/-(.)/g, (_found, letter) => letter.toUpperCase()))
      .filter((name) => !/^step|\./.test(name))
    expect(types).toHaveLength(10)
    // Other types are called as commands or events are. A flow may be written down anywhere.
    const named = new RegExp(`'(gather|branch)'|\\btype\\)? ?[!=]==? '(${types.join('|')})'`)
    const found = [...files, ...readSourceFiles(new URL('../../console/src', import.meta.url))]
      .filter(({ path, text }) => !own.test(path) && named.test(withoutComments(text)))
      .map(({ path }) => path)
    expect(found.sort()).toEqual(exceptions.sort())
  })

  it('the log of events: insight/events/log.ts, of the sources of all rooms', () => {
    const definition = 'platform/storage/event-log.ts'
    const having = (pattern: RegExp) =>
      files
        .filter(({ path, text }) => path !== definition && pattern.test(withoutComments(text)))
        .map(({ path }) => path)
    expect(having(/\bcreateEventLog\b/)).toEqual(['insight/events/log.ts'])
    const log = files.find(({ path }) => path === 'insight/events/log.ts')?.text ?? ''
    const sources = having(/\beventSource</)
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((path) => !log.includes(`/${path}'`))).toEqual([])
    // Those that sum up a range in the database, instead of reading it.
    const sums = [
      'dialing/calls/paths/flow-sums.queries.ts',
      'insight/events/events.queries.ts',
      // Deletes a range.
      'insight/retention/old-rows.queries.ts',
    ]
    expect(having(/\bevent_seq >= \$/).sort()).toEqual(sums)
    const cursors = [
      ...['dialing/calls/paths/count-paths.ts', 'insight/events/event-feed.ts'],
      // Deletes what is far behind the horizon.
      'insight/retention/kept-things.ts',
      'insight/webhooks/webhook-runner.ts',
    ]
    expect(having(/\breadHorizon\(\w+\)/).sort()).toEqual(cursors)
  })

  it('the lease: platform/work/lease.ts', () => {
    const having = (pattern: RegExp) =>
      files.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)
    const ended = /lease_until (<|is null)|lease_owner =(?! \$\{)/
    // A key of a request is never taken over.
    const exceptions = ['platform/http/keyed-requests/keyed-requests.queries.ts', 'platform/work/lease.ts']
    expect(having(ended).sort()).toEqual(exceptions)
    expect(having(/work\/lease\.ts'/).length).toBeGreaterThan(3)
  })

  it('status codes: http, routes and schemas', () => {
    const broken = files
      .filter((file) => !speaksHttp(file) && !STARTERS.includes(file.part))
      .filter(({ text }) => /\b(statusCode|FastifyReply|FastifyRequest)\b/.test(withoutComments(text)))
    expect(broken.map(({ path }) => path)).toEqual([])
  })
})

describe('a folder of source', () => {
  const MAX_FILES = 25

  it(`has at most ${MAX_FILES} files, or rooms of its own`, () => {
    const sources = ['../src', '../../console/src', '../../client/src'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    )
    const entries = sources.flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    const halls = new Map<string, number>()
    for (const { parentPath } of entries) halls.set(parentPath, (halls.get(parentPath) ?? 0) + 1)
    for (const each of entries) if (each.isDirectory()) halls.delete(each.parentPath)
    expect([...halls].filter(([, files]) => files > MAX_FILES)).toEqual([])
  })
})
