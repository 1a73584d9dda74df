// A user's way to use the command `carillon`: in processes of its own, over HTTP, with a home folder of its own.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath } from 'node:process'

export function createUser(command, folder) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const ownEnv = {
    PATH: env.PATH,
    HOME: home,
    PORT: '0',
    LOG_LEVEL: 'warn',
    SIMULATOR: 'answered=100, ring=0-0, talk=0-0',
    STOP_WAIT: '1',
  }

  function carillon(args, more = {}) {
    return execFileSync(execPath, [command, ...args], { encoding: 'utf8', env: { ...ownEnv, ...more } })
  }

  async function start(more = {}) {
    const service = spawn(execPath, [command], {
      cwd: folder,
      env: { ...ownEnv, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // Whoever waits for the output of this script would wait for that of the service too.
    process.on('exit', () => service.kill('SIGKILL'))
    let said = ''
    for await (const bytes of service.stdout) {
      said += bytes
      if (said.includes('/api/task/list')) break
    }
    const address = /Console +(\S+)/.exec(said)?.[1]
    if (!address) throw new Error(`the service did not start: ${said}`)
    return {
      address,
      async stop() {
        const ended = new Promise((resolve) => service.once('exit', resolve))
        service.kill('SIGTERM')
        return ended
      },
    }
  }

  function apiOf(address, dataDir) {
    const token = readFileSync(join(dataDir, 'access-token'), 'utf8').trim()
    return async (path, body) => {
      const answer = await fetch(address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof body === 'object' && !(body instanceof FormData)
            ? { 'content-type': 'application/json' }
            : {}),
        },
        body: body instanceof FormData ? body : body && JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.headers.get('content-type')?.includes('json') ? (await answer.json()).data : answer.text()
    }
  }

  return { carillon, start, apiOf }
}
