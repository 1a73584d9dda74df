// compose.yaml, .env.example, the Containerfiles and docs/install.md agree with each other and with the settings that exist.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/config.ts'
import { parseEnvFile } from '../server/src/platform/kernel/env-file.ts'
import { temporaryFolder } from '../server/test/support/temporary-folder.ts'
import { USER_ID } from './root-files.ts'

const checkout = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

interface Build {
  context: string
  dockerfile: string
}

interface ComposeService {
  image: string
  hostname?: string
  build?: Build
  command?: string[]
  profiles?: string[]
  environment: Record<string, string>
  volumes: string[]
  networks: string[]
  depends_on?: Record<string, unknown>
  ports?: string[]
  stop_grace_period?: string
  restart: string
  healthcheck: { test: string[] }
}

const text = read('compose.yaml')
const compose: {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
} = parse(text, { merge: true })
const services = Object.entries(compose.services)
const nodes = services.filter(([name]) => name.startsWith('node-'))

const example = read('.env.example')
/** With the lines that are examples, as if they were set. */
const offered = parseEnvFile(example.replace(/^# (?=[A-Z_]+=)/gm, ''))
const preset = parseEnvFile(example)
const SECRET = 'f00dfacef00dfacef00dfacef00dface'
const secrets = Object.fromEntries(
  Object.keys(preset)
    .filter((name) => preset[name] === '')
    .map((name) => [name, SECRET]),
)

/** As compose fills in variables; one that must be set and is not throws. */
function filled(value: string, values: Record<string, string>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    if (values[name]) return values[name]
    if (kind === '?') throw new Error(`${name} is not set`)
    return rest
  })
}

function settingsOf({ environment }: ComposeService, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, values)]))
}

/** The names of all settings that are read with these values. */
function settingNames(settings: Record<string, string>): Set<string> {
  const names = new Set<string>()
  const watched = new Proxy(settings, {
    get(target, name: string) {
      names.add(name)
      return target[name]
    },
  })
  readConfig(watched)
  return names
}

const variables = [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))]

describe('.env.example', () => {
  it('has every variable of compose.yaml, and no other', () => {
    expect(Object.keys(offered).sort()).toEqual(variables.sort())
  })

  it('leaves out the secrets, without which nothing starts', () => {
    const needed = [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))]
    expect(Object.keys(secrets).sort()).toEqual(needed.sort())
    expect(needed).toEqual(expect.arrayContaining(['DATABASE_PASSWORD', 'ACCESS_TOKEN', 'ARI_PASSWORD']))
  })

  it('shows what compose.yaml does without it', () => {
    const defaults = [...text.matchAll(/\$\{(\w+):-([^}]+)\}/g)].map(([, name = '', value]) => [name, value])
    const shown = defaults.filter(([name = '']) => preset[name] !== undefined)
    expect(shown.map(([name = '']) => [name, preset[name]])).toEqual(shown)
  })
})

describe('a node of compose.yaml', () => {
  it.each(nodes)('%s keeps its host name, by which trunks name it', (name, { hostname }) => {
    expect(hostname).toBe(name)
    expect(read('docs/scaling.md')).toContain(`\`${name}\``)
  })

  it.each(nodes)('%s has only settings that exist', (_name, service) => {
    const settings = settingsOf(service, { ...preset, ...secrets, GATEWAY: 'asterisk' })
    const known = settingNames(settings)
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['the values of .env.example', {}],
    ['an Asterisk', { GATEWAY: 'asterisk' }],
    ['every line of .env.example', offered],
  ])('can be started with %s', (_title, values) => {
    for (const [, service] of nodes)
      expect(() => readConfig(settingsOf(service, { ...preset, ...values, ...secrets }))).not.toThrow()
  })

  it('knows both databases with the lines for a standby', () => {
    const [[, service] = []] = nodes
    const { DATABASE_URL } = settingsOf(service as ComposeService, { ...offered, ...secrets })
    expect(DATABASE_URL).toBe(
      `postgres://carillon:${SECRET}@primary:5432,standby:5432/carillon?target_session_attrs=read-write`,
    )
    const standby = read('deploy/postgres/standby.sh')
    expect(standby).toContain(`application_name=${offered['SYNCHRONOUS_STANDBY']}`)
    expect(compose.services['primary']?.command?.join(' ')).toContain(
      'synchronous_standby_names=${SYNCHRONOUS_STANDBY',
    )
  })

  it.each(nodes)(
    '%s is stopped no earlier than it stops by itself',
    (_name, { environment, stop_grace_period }) => {
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(
        Number(environment['STOP_WAIT']) + 60,
      )
    },
  )

  it('is reached by Asterisk under its own name', () => {
    for (const [name, { environment }] of nodes) expect(environment['MEDIA_URL']).toBe(`http://${name}:3000`)
    expect(new Set(nodes.flatMap(([, { ports = [] }]) => ports)).size).toBe(nodes.length)
  })
})

describe('compose.yaml', () => {
  it('has two nodes and a database, an Asterisk and a standby on request', () => {
    const profiles = Object.fromEntries(services.map(([name, { profiles = [] }]) => [name, profiles.join()]))
    expect(profiles).toEqual({ 'node-1': '', 'node-2': '', primary: '', standby: 'ha', asterisk: 'asterisk' })
  })

  it('names only volumes, networks and services that it defines, and uses all of them', () => {
    const mounts = services.flatMap(([, { volumes }]) => volumes.map((each) => each.split(':')[0] ?? ''))
    const named = new Set(mounts.filter((each) => !each.startsWith('.')))
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort())
    expect(new Set(services.flatMap(([, { networks }]) => networks))).toEqual(
      new Set(Object.keys(compose.networks)),
    )
    const needed = services.flatMap(([, each]) => Object.keys(each.depends_on ?? {}))
    expect(needed.filter((name) => !(name in compose.services))).toEqual([])
  })

  it('mounts and builds from files that exist', () => {
    const mounts = services.flatMap(([, { volumes }]) => volumes.map((each) => each.split(':')[0] ?? ''))
    const builds = services.flatMap(([, { build }]) => (build ? [join(build.context, build.dockerfile)] : []))
    const paths = [...mounts.filter((each) => each.startsWith('.')), ...builds]
    expect(paths.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
  })

  it('lets the images be no others tomorrow: each has a version, or is built here', () => {
    const bases = ['deploy/image/Containerfile', 'deploy/asterisk/Containerfile'].flatMap((file) =>
      [...read(file).matchAll(/^(?:FROM|ARG NODE_IMAGE=)\s*(\S*\/\S+)/gm)].map(([, image = '']) => image),
    )
    expect(bases).toHaveLength(2)
    const pulled = services.flatMap(([, { image, build }]) => (build ? [] : [image]))
    expect(
      [...pulled, ...bases].filter((image) => !/^docker\.io\/library\/\w+:\d[\w.-]+$/.test(image)),
    ).toEqual([])
  })

  it.each(services)('%s is watched and restarted', (_name, { restart, healthcheck }) => {
    expect(restart).toBe('unless-stopped')
    expect(healthcheck.test[0]).toBe('CMD')
  })

  const hasDocker = spawnSync('docker', ['compose', 'version']).status === 0
  it.runIf(hasDocker)('is understood by docker', async () => {
    const file = join(await temporaryFolder(), 'env')
    writeFileSync(
      file,
      Object.entries({ ...preset, ...secrets })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const args = ['compose', '--env-file', file, '--profile', '*', 'config', '--quiet']
    execFileSync('docker', args, { cwd: checkout })
  })
})

describe('the image', () => {
  it('leaves out the same files with docker and podman', () => {
    const rules = (file: string) => read(file).split('\n').slice(1)
    expect(rules('.containerignore')).toEqual(rules('.dockerignore'))
    expect(rules('.dockerignore')).toEqual(expect.arrayContaining(['.env', 'data', '**/node_modules']))
  })

  it('has an ordinary user, the same with and without a base image', () => {
    expect(read('deploy/image/Containerfile')).toContain(`USER ${USER_ID}:${USER_ID}\n`)
  })
})

describe('docs/install.md', () => {
  const docs = read('docs/install.md')

  it('says of every block of commands what it needs', () => {
    const infos = [...docs.matchAll(/^```(\w.*)$/gm)].map(([, info = '']) => info)
    const known = /^(sh|sh service|sh needs=(systemd|docker|alpine|macos)|yaml)$/
    expect(infos.filter((info) => !known.test(info))).toEqual([])
  })

  it('has a Deployment that fits the image', () => {
    const [, block = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(docs) ?? []
    const { spec } = parse(block).spec.template
    const [container] = spec.containers
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(USER_ID) })
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      '/data',
      '/tmp',
    ])
    const known = settingNames({})
    const names: string[] = container.env.map(({ name }: { name: string }) => name)
    expect(names.filter((name) => !known.has(name))).toEqual([])
    const { value } = container.env.find(({ name }: { name: string }) => name === 'STOP_WAIT')
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(value) + 60)
  })

  it('names commands, profiles and services that exist', () => {
    const profiles = new Set(services.flatMap(([, { profiles = [] }]) => profiles))
    for (const [, name = ''] of docs.matchAll(/--profile (\w+)/g)) expect(profiles).toContain(name)
    for (const [, name = ''] of docs.matchAll(/compose .*?(?:exec(?: --user \w+)?|stop|--follow) ([\w-]+)/g))
      expect(Object.keys(compose.services)).toContain(name)
  })
})
