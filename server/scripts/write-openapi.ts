// Writes openapi.json from the routes' schemas. A test fails when the file and the routes disagree.
import { writeFile } from 'node:fs/promises'
import { describeApi } from '../src/app/app.ts'

await writeFile(
  new URL('../../openapi.json', import.meta.url),
  `${JSON.stringify(await describeApi(), null, 2)}\n`,
)
