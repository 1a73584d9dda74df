// The dashboard, the alert rules and docs/monitoring.md speak of metrics, labels and values that /metrics has.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { newId } from '../src/platform/kernel/ids.ts'
import type { TrunkProbe } from '../src/telephony/trunks/test/trunk-probe.ts'
import { addDenial } from './support/call-fixtures.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { readPromql } from './support/promql.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

interface Query {
  where: string
  expression: string
  /** Labels that a text beside the query shows. */
  shown: string[]
}

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  targets?: { expr: string; legendFormat: string }[]
}

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: Record<string, string>
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as {
  panels: Panel[]
  templating: { list: { name: string; definition?: string }[] }
}
const rules = (
  parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const page = read('docs/monitoring.md')

const queries: Query[] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      where: title,
      expression: expr.replaceAll('$__rate_interval', '5m'),
      shown: [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label),
    })),
  ),
  ...rules.map(({ alert, expr, annotations }) => ({
    where: alert,
    expression: expr,
    shown: [
      ...Object.values(annotations)
        .join()
        .matchAll(/\$labels\.(\w+)/g),
    ].map(([, label = '']) => label),
  })),
]

/** Given to every series by Prometheus. */
const TARGET_LABELS = ['job', 'instance']
/** Of Prometheus itself. */
const OTHER_METRICS = ['up']

/** The labels of each series of a metric. */
type Exposed = Map<string, Record<string, string>[]>

const trunkProbe: TrunkProbe = {
  resolve: async () => [],
  state: async () => ({
    ...{ isReachable: true, roundTripMs: 5, registration: undefined, fault: undefined },
  }),
  details: async () => {
    const [trunk] = await app.rows<{ id: string }>('select id from trunk')
    return new Map([[trunk?.id ?? '', { liveCalls: 1, media: { calls: 1, loss: 0, jitterMs: 1, mes: 90 } }]])
  },
  call: () => Promise.reject(new Error('not called here')),
}

let app: TestApp
let database: TestDatabase
let exposed: Exposed

beforeAll(async () => {
  const gateway = createInstantGateway()
  database = await createTestDatabase()
  // A replica that is the database itself, so that there are the metrics of a replica.
  app = await createTestApp({
    ...{ role: 'all', database, readConnection: database.connection },
    gateway: () => ({ gateway: gateway, probe: () => trunkProbe }),
  })
  const trunk = expectSuccess(
    await app.post<{ id: string }>('/api/trunk/add', { name: 'Main', host: '192.0.2.1' }),
  )
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, trunk_id, result)
     select gen_random_uuid(), $1, $1, $1, '1', '1', 1, 1, 1, 'answered', now(), now(), now(), 0, $2,
       '{"media": {"loss": 0, "jitterMs": 1, "mes": 90}}'`,
    [newId(), trunk.id],
  )
  const dataSourceId = await app.addDataSource('list', ['13800138001'])
  // Read once while the task runs, and once more when it has been dialed.
  const taskId = await app.addTask('task', dataSourceId)
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  const [contactId = ''] = await contactIdsOf(app, dataSourceId)
  const denial = { taskId, contactId, phoneNumber: '13800138001', reason: 'do_not_call' } as const
  await addDenial(app, { ...denial, at: new Date() })
  await app.rows(
    `update service set backups = backups || jsonb_build_object('try_time', now(), 'good_time', now())`,
  )
  exposed = readExposed(await scrape())
  app.startDialing()
  await eventually(async () => {
    const now = readExposed(await scrape())
    expect(now.has('carillon_maintenance_seconds_sum')).toBe(true)
    expect(now.has('carillon_gateway_up')).toBe(true)
    expect(now.has('carillon_trunk_up')).toBe(true)
    for (const [metric, series] of now) exposed.set(metric, [...(exposed.get(metric) ?? []), ...series])
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function scrape(): Promise<string> {
  return (await app.http.inject({ method: 'GET', url: '/metrics' })).body
}

function readExposed(text: string): Exposed {
  const found: Exposed = new Map()
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, metric = '', , labels = ''] = /^(\w+)(\{(.*)\})? /.exec(line) ?? []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    found.set(metric, [...(found.get(metric) ?? []), Object.fromEntries(pairs)])
  }
  return found
}

const hasLabel = (metric: string, label: string) =>
  TARGET_LABELS.includes(label) || (exposed.get(metric) ?? []).some((series) => label in series)

describe('the queries of the dashboard and of the alerts', () => {
  it('are valid PromQL', () => {
    expect(queries.length).toBeGreaterThan(60)
    expect(queries.flatMap(({ expression }) => readPromql(expression).faults)).toEqual([])
  })

  it('use metrics that there are', () => {
    const missing = queries.flatMap(({ where, expression }) =>
      readPromql(expression)
        .metrics.filter((metric) => !exposed.has(metric) && !OTHER_METRICS.includes(metric))
        .map((metric) => `${where}: ${metric}`),
    )
    expect(missing).toEqual([])
  })

  it('use labels and values that their metrics have', () => {
    const missing = queries.flatMap(({ where, expression }) =>
      readPromql(expression)
        .labels.filter(({ metric, label, value }) =>
          TARGET_LABELS.includes(label) || value === undefined
            ? !hasLabel(metric, label)
            : !exposed.get(metric)?.some((series) => series[label] === value),
        )
        .map(({ metric, label, value = '' }) => `${where}: ${metric} ${label} ${value}`),
    )
    expect(missing).toEqual([])
  })

  it('have the labels that are shown beside them', () => {
    const missing = queries.flatMap(({ where, expression, shown }) =>
      shown
        .filter((label) => !readPromql(expression).metrics.some((metric) => hasLabel(metric, label)))
        .map((label) => `${where}: ${label}`),
    )
    expect(missing).toEqual([])
  })
})

describe('the dashboard', () => {
  it('has a description for every panel, and ids of their own', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row')
    expect(panels.filter(({ description = '' }) => description === '').map(({ title }) => title)).toEqual([])
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('uses only variables that it has', () => {
    const known = ['__rate_interval', ...dashboard.templating.list.map(({ name }) => name)]
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?([a-z_]+)/g)].map(([, name = '']) => name)
    expect(used.filter((name) => !known.includes(name) && name !== '__all')).toEqual([])
  })

  it('fills its variables from metrics that there are', () => {
    const definitions = dashboard.templating.list.flatMap(({ definition }) => definition ?? [])
    expect(definitions).toHaveLength(2)
    for (const definition of definitions) {
      const [, metric = '', label = ''] = /^label_values\((\w+).*, (\w+)\)$/.exec(definition) ?? []
      expect(hasLabel(metric, label) && exposed.has(metric), definition).toBe(true)
    }
  })
})

describe('the alerts', () => {
  const cases = fileURLToPath(new URL('./alerts.promtool.yaml', import.meta.url))
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0

  it('have a case each', () => {
    const text = readFileSync(cases, 'utf8')
    expect(rules.filter(({ alert }) => !text.includes(`alertname="${alert}"`))).toEqual([])
  })

  it.skipIf(!hasPromtool)('fire when they should, says promtool', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', cases], { encoding: 'utf8' })
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
  })
})

describe('docs/monitoring.md', () => {
  it('lists every alert, with its severity', () => {
    const rows = [...page.matchAll(/^\| `(Carillon\w+)` \| (\w+) \|/gm)].map(([, name, severity]) => ({
      name,
      severity,
    }))
    expect(rows).toEqual(rules.map(({ alert, labels }) => ({ name: alert, severity: labels.severity })))
  })

  it('lists every metric, with its labels', async () => {
    const rows = [...page.matchAll(/^\| `(carillon_\w+)` \| (?:node|service) \| (.*?) ?\| /gm)]
    const listed = new Map(
      rows.map(([, name = '', labels = '']) => [
        name,
        [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort(),
      ]),
    )
    const types = [...(await scrape()).matchAll(/^# TYPE (carillon_\w+) (\w+)$/gm)]
    const actual = new Map(
      types.map(([, name = '', type]) => {
        const suffix = type === 'histogram' ? '_bucket' : type === 'summary' ? '_sum' : ''
        const series = exposed.get(name + suffix) ?? []
        return [name, [...new Set(series.flatMap((labels) => Object.keys(labels)))].sort()]
      }),
    )
    expect(listed).toEqual(actual)
  })
})
