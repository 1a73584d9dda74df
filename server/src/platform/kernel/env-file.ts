// The file with the settings of the machine's service, as systemd reads it (EnvironmentFile=): the commands of an administrator have to
// see the same values. Node's own parser differs: it ends a value at the first "#".
import { readFileSync } from 'node:fs'

export const SERVICE_SETTINGS = '/etc/carillon/carillon.env'

export function readEnvFile(file: string): Record<string, string> {
  try {
    return parseEnvFile(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export function parseEnvFile(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) values[name] = unquoted(value)
  }
  return values
}

function unquoted(value: string): string {
  const [, quote, inner = ''] = /^(["'])(.*)\1$/.exec(value) ?? []
  if (quote === "'") return inner
  if (quote === '"') return inner.replace(/\\(["\\`$])/g, '$1')
  return value.replace(/\\(.)/g, '$1')
}
