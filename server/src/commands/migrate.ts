// Migrates the schema only, for operators who migrate before they deploy.
import { readConfig } from '../config.ts'
import { createSilentLog } from '../platform/kernel/log/log.ts'
import { prepareSchema, shareStorage } from './open-storage.ts'
import { say } from './terminal.ts'

export async function migrateCommand(): Promise<void> {
  const log = createSilentLog()
  const storage = await shareStorage(readConfig(), log)
  try {
    const { applied, version } = await prepareSchema(storage, log)
    for (const { version, name } of applied) say(`applied ${version} ${name}`)
    say(`The schema is at version ${version}.`)
  } finally {
    await storage.close()
  }
}
