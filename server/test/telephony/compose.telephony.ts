// The Asterisk of compose.yaml, with its own configuration and the settings that the nodes have there.

import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { parseEnvFile } from '../../src/platform/kernel/env-file.ts'
import { freeLoopbackPort } from '../../src/telephony/switches/asterisk/own/free-ports.ts'
import { finish } from '../support/carillon-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openService, publish, recordsOf, untilCompleted } from './campaign.ts'
import { installPrograms } from './install-programs.ts'
import { end, freeUdpPort, start, until, writeConfiguration } from './run-asterisk.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const PASSWORD = 'cdb3a2'

async function startAsterisk() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const port = await freeLoopbackPort()
  await writeConfiguration(programs, folder, join(checkout, 'deploy/asterisk'), {
    '@ARI_PASSWORD@': PASSWORD,
    'bindport = 8088': `bindport = ${port}`,
    '0.0.0.0:5060': `127.0.0.1:${await freeUdpPort()}`,
  })
  // Those of the package load everything.
  for (const name of ['modules.conf', 'rtp.conf', 'logger.conf'])
    await cp(join(checkout, 'server/test/telephony/asterisk', name), join(folder, 'etc', name))
  const args = ['-f', '-C', join(folder, 'etc/asterisk.conf')]
  const asterisk = start(programs.asterisk, args, join(folder, 'asterisk.log'), folder)
  onTestFinished(() => end(asterisk))
  const url = `http://127.0.0.1:${port}/ari`
  const authorization = `Basic ${Buffer.from(`carillon:${PASSWORD}`).toString('base64')}`
  const answers = () =>
    fetch(`${url}/asterisk/info`, { headers: { authorization } }).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(answers, `Asterisk did not start: see ${folder}/asterisk.log`)
  return url
}

/** Those of a node, with the values of .env.example. */
function settingsOfNode(): Record<string, string> {
  const { services } = parse(readFileSync(join(checkout, 'compose.yaml'), 'utf8'), { merge: true })
  const values: Record<string, string> = {
    ...parseEnvFile(readFileSync(join(checkout, '.env.example'), 'utf8')),
    ARI_PASSWORD: PASSWORD,
  }
  const settings = Object.entries<string>(services['node-1'].environment).filter(([name]) =>
    /^(ARI|ASTERISK)_/.test(name),
  )
  const filled = (text: string) =>
    text.replace(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_, name: string, otherwise = '') => values[name] ?? otherwise,
    )
  return Object.fromEntries(settings.map(([name, text]) => [name, filled(text)]))
}

it('takes the settings of the nodes, and rings its stand-in phones', async () => {
  const settings = { ...settingsOfNode(), GATEWAY: 'asterisk', ARI_URL: await startAsterisk() }
  const { code, stdout } = await finish(['gateway', 'check'], { env: settings })
  expect(stdout).toContain('A call could be placed now.')
  expect(code).toBe(0)

  const { service } = await openService({ settings })
  const campaign = await publish(service, ['4930555002', '4930555001'], { maxDialCount: 1 })
  await untilCompleted(service, campaign)
  const causes = (await recordsOf(service, campaign)).map(({ phoneNumber, cause }) => [phoneNumber, cause])
  expect(Object.fromEntries(causes)).toEqual({ '4930555002': 'answered', '4930555001': 'busy' })
})
