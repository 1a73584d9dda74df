// Writes openapi.json and docs/access.md from the routes. A test fails when the files and the routes disagree.
import { writeFile } from 'node:fs/promises'
import { describeApi } from '../src/app/app.ts'
import { describeAccess } from './access-table.ts'

const document = await describeApi()
const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url)
await writeFile(fileOf('openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
await writeFile(fileOf('docs/access.md'), describeAccess(document))
