import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeAccess } from '../scripts/access-table.ts'
import { describeApi } from '../src/app/app.ts'

const committed = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

it('keeps openapi.json and docs/access.md as the routes describe them (npm run openapi writes them anew)', async () => {
  const document = JSON.parse(JSON.stringify(await describeApi()))
  expect(JSON.parse(await committed('openapi.json'))).toEqual(document)
  expect(await committed('docs/access.md')).toBe(describeAccess(document))
})
