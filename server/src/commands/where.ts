import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { say } from './terminal.ts'

export function whereCommand(): void {
  say(resolve(readConfig().dataDir))
}
