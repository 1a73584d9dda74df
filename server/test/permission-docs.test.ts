// Runs every example of docs/permission.md. Each section has a service of its own, on Monday 2026-11-16 at 10:00 in Shanghai, so
// its examples depend on no other section. It may use {{dataSourceId}} (13800138000, 13800138001 and +12125550123, in this
// order), {{taskId}} (a draft that dials them), and of the first contact {{contactId}} and {{callId}} (a call, by another task).

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endCall, idAt } from './support/call-fixtures.ts'
import { type DocSection, readSections, runExample } from './support/doc-examples.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NOW = '2026-11-16T02:00:00Z'
const NUMBERS = ['13800138000', '13800138001', '+12125550123']

const sections = readSections(readFileSync(new URL('../../docs/permission.md', import.meta.url), 'utf8'))
const withExamples = sections.filter((section) => section.examples.length > 0)

async function prepare(app: TestApp): Promise<Map<string, unknown>> {
  const dataSourceId = await app.addDataSource('customers', NUMBERS)
  const [contactId = ''] = await contactIdsOf(app, dataSourceId)
  const earlierTaskId = await app.addTask('last week', dataSourceId)
  await moveTo(app, earlierTaskId, 'STOPPED')
  const callId = await endCall(app, {
    ...{ id: idAt('2026-11-12T03:00:00Z'), taskId: earlierTaskId, contactId, dataSourceId },
    phoneNumber: NUMBERS[0] ?? '',
    ...{ start: '2026-11-12T03:00:00Z', answer: '2026-11-12T03:00:10Z', end: '2026-11-12T03:00:40Z' },
    talkMs: 30_000,
  })
  const taskId = await app.addTask('this week', dataSourceId)
  return new Map(Object.entries({ dataSourceId, contactId, callId, taskId }))
}

async function runExamples({ examples }: DocSection): Promise<void> {
  const app = await createTestApp({ clock: createManualClock(NOW) })
  try {
    const values = await prepare(app)
    for (const example of examples) {
      const { data, expected } = await runExample(app, example, values)
      expect({ example: `${example.method} ${example.path}`, data }).toMatchObject({ data: expected })
    }
  } finally {
    await app.close()
  }
}

describe('docs/permission.md', () => {
  it('has an example in every section', () => {
    const empty = sections.filter((section) => section.examples.length === 0)
    expect(empty.map((section) => section.title)).toEqual([])
  })

  it.each(withExamples)('$title', runExamples)
})

describe('an example', () => {
  const page = (request: string, answer: string) =>
    `# Page\n\n## Section\n\n\`\`\`http\n${request}\n\`\`\`\n\n\`\`\`json\n${answer}\n\`\`\`\n`
  const run = (request: string, answer: string) => {
    const [section] = readSections(page(request, answer))
    return runExamples(section ?? { title: '', examples: [] })
  }

  it('passes if the answer has at least what it says', async () => {
    await run(
      'GET /api/task/detail/{{taskId}}',
      '{ "id": "{{taskId}}", "status": 0, "taskName": "{{name}}" }',
    )
    await run(
      'POST /api/task/add\n\n{ "taskName": "x", "dataSourceId": "{{dataSourceId}}" }',
      '{ "id": "{{newId}}", "contactCount": 3 }',
    )
  })

  it('fails if the answer differs, is an error or lacks a value', async () => {
    await expect(run('GET /api/task/detail/{{taskId}}', '{ "status": 1 }')).rejects.toThrow()
    await expect(run('GET /api/task/detail/nothing', '{}')).rejects.toThrow('nothing')
    await expect(run('GET /api/task/detail/{{taskId}}', '{ "missing": "{{name}}" }')).rejects.toThrow(
      '{{name}}',
    )
    await expect(run('GET /api/task/detail/{{other}}', '{}')).rejects.toThrow('{{other}}')
  })

  it('fails if a block is missing', () => {
    expect(() => readSections('## Section\n\n```http\nGET /api/task/list\n```\n')).toThrow('followed')
    expect(() => readSections(page('PUT /api/task/list', '{}'))).toThrow('method')
  })
})
