import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeClient, generatedFolder } from '../scripts/describe-client.ts'

it('keeps the client as openapi.json describes it (npm run client writes it anew)', async () => {
  for (const [name, text] of Object.entries(await describeClient())) {
    expect(await readFile(new URL(name, generatedFolder), 'utf8')).toBe(text)
  }
})
