// Writes the generated part of the client. A test fails when it does not match openapi.json.
import { mkdir, writeFile } from 'node:fs/promises'
import { describeClient, generatedFolder } from './describe-client.ts'

await mkdir(generatedFolder, { recursive: true })
for (const [name, text] of Object.entries(await describeClient())) {
  await writeFile(new URL(name, generatedFolder), text)
}
