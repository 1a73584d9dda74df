import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeClient, generatedFolder } from '../scripts/describe-client.ts'

it('generates the client from openapi.json (`npm run client` updates it)', async () => {
  for (const [name, text] of Object.entries(await describeClient())) {
    expect(await readFile(new URL(name, generatedFolder), 'utf8')).toBe(text)
  }
})
