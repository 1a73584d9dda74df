// Runs the service like `npm start` does, on a free port, with the simulated phone network at its default speed.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DemoService {
  address: string
  token: string
  stop(): Promise<void>
}

const CARILLON = fileURLToPath(new URL('../../server/bin/carillon.js', import.meta.url))

export async function startDemoService(dataDir: string): Promise<DemoService> {
  const child = spawn(process.execPath, [CARILLON, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      TIME_ZONE: 'Asia/Shanghai',
      LINES: '60',
      STOP_WAIT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  let output = ''
  const address = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, found] = /Console +(\S+)/.exec(output) ?? []
      if (found !== undefined && output.includes('Try it')) done(found)
    })
    void ended.then(() => fail(new Error('the service exited before it was ready')))
  })
  const token = (await readFile(join(dataDir, 'access-token'), 'utf8')).trim()
  return {
    address,
    token,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
