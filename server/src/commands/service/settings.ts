// The settings of the machine's service, as it will see them.
import { type Config, readConfig } from '../../config.ts'
import { readEnvFile } from '../../platform/kernel/env-file.ts'
import { type Machine, settingsFile } from './machine.ts'

export const DATA_FOLDER = '/var/lib/carillon'

export function readSettings(machine: Machine): Record<string, string> {
  return readEnvFile(settingsFile(machine))
}

export function readServiceConfig(machine: Machine): Config {
  return readConfig({ DATA_DIR: DATA_FOLDER, ...readSettings(machine) })
}
