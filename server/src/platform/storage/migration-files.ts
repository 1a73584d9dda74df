// Migrations as files: `0001_initial_schema.sql` and so on, append-only.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '../kernel/files/package-folder.ts'
import { MigrationFailed } from './migration-errors.ts'

export interface Migration {
  version: number
  name: string
  file: string
  text: string
  checksum: string
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/

export async function readMigrations(folder = join(packageFolder, 'migrations')): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  for (const [index, { version, file }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) {
      throw new MigrationFailed(`migration ${file} has the number of another one`)
    }
  }
  return migrations
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, version, name] = FILE_NAME.exec(file) ?? []
  if (version === undefined || name === undefined) {
    throw new MigrationFailed(`migration ${file} is not named like 0001_words_with_underscores.sql`)
  }
  // A checkout may have converted the line ends: that is not a change.
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return {
    version: Number(version),
    name,
    file,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  }
}
