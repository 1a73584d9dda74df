// carillon secrets renew: puts another key into the file `secret-key`, and seals with it what the database has. A running service reads the file
// again by itself.
import { join } from 'node:path'
import { sealStoredSecrets } from '../app/stored-secrets.ts'
import { readConfig } from '../config.ts'
import { counted } from '../platform/kernel/counted.ts'
import { renewKeyFile } from '../platform/kernel/secrets/key-file.ts'
import { createSecretBox, SECRET_KEY_FILE } from '../platform/kernel/secrets/secret-box.ts'
import { withDatabase } from './open-storage.ts'
import { say } from './terminal.ts'

export async function renewSecretsCommand(): Promise<void> {
  const config = readConfig()
  const file = join(config.dataDir, SECRET_KEY_FILE)
  const sealed = await withDatabase(config, async (db) => {
    await renewKeyFile(file)
    return sealStoredSecrets(db, createSecretBox(file))
  })
  say(`${counted(sealed, 'secret')} sealed with a new key, the first line of ${file}.`)
  if (config.databaseUrl !== undefined)
    say('Copy the file to the data folders of all other nodes: they cannot use these secrets without it.')
}
