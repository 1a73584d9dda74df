// The schema on its own, for those who migrate before they roll out.
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { prepareSchema, shareStorage } from './open-storage.ts'

export async function migrateCommand(): Promise<void> {
  const log = pino({ level: 'silent' })
  const storage = await shareStorage(readConfig(), log)
  try {
    const { applied, version } = await prepareSchema(storage, log)
    for (const { version, name } of applied) process.stdout.write(`applied ${version} ${name}\n`)
    process.stdout.write(`The schema is at version ${version}.\n`)
  } finally {
    await storage.close()
  }
}
