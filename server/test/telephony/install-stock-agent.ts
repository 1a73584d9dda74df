// OpenAI's agents SDK from npm, into a folder of its own: it takes 90 MB, so it is no dependency of this repository.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type RunningCommand, runProgram } from '../support/carillon-process.ts'

const VERSION = '0.18.0'
const PACKAGES = [
  `@openai/agents@${VERSION}`,
  `@openai/agents-realtime@${VERSION}`,
  `@openai/agents-extensions@${VERSION}`,
  'zod@4.1.12',
  'ws@8.22.2',
]
const SCRIPT = 'stock-agent.mjs'

const run = promisify(execFile)

async function install(): Promise<string> {
  const cache = process.env['TELEPHONY_FOLDER'] ?? join(homedir(), '.cache', 'carillon', 'telephony')
  const folder = join(cache, `openai-agents-${VERSION}`)
  if (existsSync(folder)) return folder
  const building = `${folder}.${process.pid}`
  try {
    await mkdir(building, { recursive: true })
    await writeFile(join(building, 'package.json'), '{"private":true}')
    const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts']
    await run('npm', ['install', ...options, ...PACKAGES], { cwd: building, maxBuffer: 2 ** 24 })
    // Whole, or not there.
    await rename(building, folder)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
  return folder
}

export interface StockAgent extends RunningCommand {
  url: string
}

/** Starts the agent in a process of its own, with the model at this address. */
export async function startStockAgent(modelUrl: string): Promise<StockAgent> {
  const folder = await install()
  // Modules are looked for from the place of the script.
  await copyFile(fileURLToPath(new URL(SCRIPT, import.meta.url)), join(folder, SCRIPT))
  const agent = runProgram(process.execPath, [join(folder, SCRIPT), modelUrl], {
    env: { OPENAI_AGENTS_DISABLE_TRACING: '1' },
  })
  const port = await new Promise<string>((resolve, reject) => {
    agent.child.stdout?.once('data', (text) => resolve(String(text).trim()))
    agent.exited.then(() => reject(new Error(`the agent did not start: ${agent.stderr()}`)))
  })
  return { ...agent, url: `ws://127.0.0.1:${port}/` }
}
