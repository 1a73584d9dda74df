// Runs every example of docs/call-flows.md, on Monday 2026-11-16 at 10:00 in Shanghai. Each section has its own values: it may use
// {{dataSourceId}}, {{taskId}} (a draft that dials it), {{listId}} (a do-not-call list) and {{audioId}}.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STEPS } from '../src/conversations/flows/steps/steps.ts'
import { readSections, runExample } from './support/doc-examples.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const page = readFileSync(new URL('../../docs/call-flows.md', import.meta.url), 'utf8')
const sections = readSections(page)
const withExamples = sections.filter((section) => section.examples.length > 0)

const app = await openForFile(createTestApp({ clock: createManualClock('2026-11-16T02:00:00Z') }))

async function valuesOfSection(): Promise<Map<string, unknown>> {
  const name = randomUUID()
  const dataSourceId = await app.addDataSource(name, ['13800138000'])
  const taskId = await app.addTask(name, dataSourceId)
  const [list] = await app.rows<{ id: string }>(
    `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
     values (gen_random_uuid(), $1, '', false, now(), now()) returning id`,
    [name],
  )
  await app.rows(
    `insert into sound (key, bytes, duration_ms, create_time, use_time) values ($1, '', 1000, now(), now())`,
    [name],
  )
  const [audio] = await app.rows<{ id: string }>(
    `insert into audio (id, name, sound_key, duration_ms, size, actor, create_time)
     values (gen_random_uuid(), $1, $1, 1000, 44, 'test', now()) returning id`,
    [name],
  )
  return new Map(Object.entries({ dataSourceId, taskId, listId: list?.id, audioId: audio?.id }))
}

describe('docs/call-flows.md', () => {
  it.each(withExamples)('$title', async ({ examples }) => {
    const values = await valuesOfSection()
    for (const example of examples) {
      const { data, expected } = await runExample(app, example, values)
      expect({ example: `${example.method} ${example.path}`, data }).toMatchObject({ data: expected })
    }
  })

  it('has a section with an example for every kind of step', () => {
    const explained = withExamples.filter(({ title, examples }) =>
      examples.some(({ body = '' }) => body.includes(`"type": "${title}"`)),
    )
    expect(explained.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(STEPS)))
  })
})
