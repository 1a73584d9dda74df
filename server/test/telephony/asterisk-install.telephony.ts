// `carillon asterisk install`: Debian's packages, unpacked into the data folder, are an Asterisk that runs.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createOwnAsterisk } from '../../src/telephony/switches/asterisk/own/own-asterisk.ts'
import { finish } from '../support/carillon-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freeUdpPort } from './run-asterisk.ts'

it('fetches Asterisk once, and it runs from there', { timeout: 600_000 }, async () => {
  const dataDir = await temporaryFolder()
  const env = { DATA_DIR: dataDir }
  const install = () => finish(['asterisk', 'install'], { env })
  const first = await install()
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^getting asterisk [\s\S]*^Asterisk \d/m),
  })
  const programs = join(dataDir, 'asterisk/programs')
  const [root = '', ...others] = await readdir(programs)
  // Nothing half done is left.
  expect(others).toEqual([])
  const { mtimeMs } = await stat(join(programs, root))
  const again = await install()
  expect(again.stdout).toMatch(/^Asterisk \d\S* is ready /)
  expect((await stat(join(programs, root))).mtimeMs).toBe(mtimeMs)

  const own = await createOwnAsterisk({
    dataDir,
    settings: {
      program: undefined,
      sipHost: '127.0.0.1',
      path: undefined,
      sipPort: await freeUdpPort(),
      rtpPorts: { first: 46_002, last: 46_100 },
      externalAddress: undefined,
      localNetworks: [],
    },
    bindAddress: '127.0.0.1',
    clock: systemClock,
    log: createSilentLog(),
  })
  onTestFinished(() => own.stop())
  own.start([])
  await own.ready()
  expect(own.state()).toMatchObject({ kind: 'running', origin: expect.stringContaining(programs) })
})
