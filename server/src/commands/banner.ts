// What the operator sees after a start: where everything is, and a first request to try.
import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import type { Storage } from './open-storage.ts'

export interface FirstToken {
  file: string
  /** Only at the start that created it. */
  token: string | undefined
  isPreset: boolean
}

interface Start {
  address: string
  storage: Storage
  config: Config
  token: FirstToken
  /** Whether the output goes to a terminal rather than to a log collector. */
  isTerminal: boolean
  nodeVersion?: string
}

export function describeStart(start: Start): string {
  const { address, storage, config, token, isTerminal, nodeVersion = process.versions.node } = start
  const lines = [
    ['Console', address],
    ['API reference', `${address}/docs`],
    ['Data', storage.location],
    ['Time zone', config.timeZone],
  ]
  if (token.token)
    lines.push([
      'Access token',
      isTerminal ? `${token.token}  (shown only once; saved in ${token.file})` : `in ${token.file}`,
    ])
  const width = Math.max(...lines.map(([label = '']) => label.length))
  const facts = lines
    .map(([label = '', value]) => `  ${label.padEnd(width)}  ${printable(value ?? '')}`)
    .join('\n')
  const age = isUnsupported(nodeVersion)
    ? `\n\nNode.js ${nodeVersion} no longer gets security fixes: use 22 or 24.`
    : ''
  return `\nCarillon is running.\n\n${facts}${age}\n\nTry it:\n\n  ${tryIt(address, token, config, isTerminal)}\n`
}

/** Node.js 20 reached its end in April 2026. */
function isUnsupported(nodeVersion: string): boolean {
  return Number.parseInt(nodeVersion, 10) < 22
}

/** A preset token is shown on a terminal only, never in captured output. */
function tryIt(
  address: string,
  { file, isPreset }: FirstToken,
  { accessToken }: Config,
  isTerminal: boolean,
): string {
  const bearer = isPreset
    ? isTerminal
      ? accessToken
      : '$ACCESS_TOKEN'
    : existsSync(file)
      ? `$(cat ${shellQuoted(file)})`
      : '<a token from: carillon token create NAME>'
  return `curl -H "Authorization: Bearer ${bearer}" ${address}/api/task/list`
}

function shellQuoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
