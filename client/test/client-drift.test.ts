import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as served from '../../server/src/campaigns/tasks/task-state.ts'
import { describeClient, generatedFolder } from '../scripts/describe-client.ts'
import { allowedFrom, TaskStatus } from '../src/generated/task-states.ts'

it('generates the client from openapi.json (`npm run client` updates it)', async () => {
  for (const [name, text] of Object.entries(await describeClient())) {
    expect(await readFile(new URL(name, generatedFolder), 'utf8')).toBe(text)
  }
})

it('has the same states of a task as the service, and the same operations in each', () => {
  expect(allowedFrom).toEqual(served.allowedFrom)
  expect(TaskStatus).toEqual(served.TaskStatus)
})
