// Settings of nightly backups, and the settings of the service as a backup has them.
import type { GivenSetting, Settings } from '../../platform/kernel/settings.ts'

export interface BackupSettings {
  /** Where nightly backups are kept. */
  folder: string
  /** How many of them. */
  keep: number
  hasRecordings: boolean
  hasSecrets: boolean
}

/** Undefined: there are none. */
export function readBackupSettings(settings: Settings): BackupSettings | undefined {
  const folder = settings.text('BACKUP_DIR')
  const keep = settings.wholeNumber('BACKUP_KEEP', { default: 7, min: 1, max: 1000 })
  const hasRecordings = settings.oneOf('BACKUP_RECORDINGS', ['yes', 'no'], 'yes') === 'yes'
  const hasSecrets = settings.oneOf('BACKUP_SECRETS', ['yes', 'no'], 'no') === 'yes'
  return folder === undefined ? undefined : { folder, keep, hasRecordings, hasSecrets }
}

const PLAIN = /^[\w./:@,+%=-]+$/

/** A file that a shell and systemd can read. Secrets that are left out are named. */
export function settingLines(given: readonly GivenSetting[], hasSecrets: boolean): string {
  return given
    .map(({ name, value, isSecret }) => {
      if (isSecret && !hasSecrets) return `# ${name} was set, and is not in this backup\n`
      return `${name}=${PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}\n`
    })
    .join('')
}
