import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeApi } from '../src/app/app.ts'

it('keeps openapi.json as the routes describe it (npm run openapi writes it anew)', async () => {
  const committed: unknown = JSON.parse(
    await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'),
  )
  expect(committed).toEqual(JSON.parse(JSON.stringify(await describeApi())))
})
