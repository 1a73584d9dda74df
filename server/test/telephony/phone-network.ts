// A phone network on this machine: a real Asterisk with a trunk, and sipp at the other end of it as everybody's phone (what a
// phone does is in far-end.xml). The configuration is the one that docs/gateways.md shows, with other ports.

import type { ChildProcess } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freeLoopbackPort } from '../../src/telephony/switches/asterisk/own/free-ports.ts'
import type { Programs } from './install-programs.ts'
import { end, freeUdpPort, start, until, writeConfiguration } from './run-asterisk.ts'

export interface PhoneNetwork {
  /** Where it keeps everything: sounds may be put there. */
  folder: string
  /** What Carillon needs to know to call through it. */
  settings: Record<string, string>
  ariPort: number
  /** Where the phones are, for another Asterisk. */
  phonesPort: number
  /** A request to the REST interface of Asterisk. */
  ari<Body>(method: string, path: string): Promise<{ status: number; body: Body }>
  startAsterisk(): Promise<void>
  /** As a power cut does it. */
  killAsterisk(): Promise<void>
  /** A process that hangs, and one that goes on. */
  holdAsterisk(isHeld: boolean): void
  /** Changes extensions.conf, and lets Asterisk read it again. */
  editDialplan(edit: (text: string) => string): Promise<void>
  mendTrunk(): Promise<void>
  /** The far end of the trunk is gone, without a word. */
  cutTrunk(): Promise<void>
  /** What the phones saw, as they wrote it down. */
  rings(): Promise<Ring[]>
  stop(): Promise<void>
}

export interface Ring {
  number: string
  callerId: string
  /** Whether the caller has certainly heard what the phone did. */
  wasTold: boolean
  wasAnswered: boolean
}

const CONFIGURATION = fileURLToPath(new URL('asterisk', import.meta.url))
const SCENARIO = fileURLToPath(new URL('far-end.xml', import.meta.url))
const PASSWORD = 'change-me'

export interface NetworkOptions {
  /** How often Asterisk asks the trunk whether it is there; 0 is never. */
  qualifySeconds?: number
  /** More of a dialplan. */
  extensions?: string
}

export async function startPhoneNetwork(
  programs: Programs,
  folder: string,
  { qualifySeconds = 1, extensions = '' }: NetworkOptions = {},
): Promise<PhoneNetwork> {
  const ports = {
    ari: await freeLoopbackPort(),
    sip: await freeUdpPort(),
    phones: await freeUdpPort(),
    media: await freeUdpPort(),
  }
  const ariUrl = `http://127.0.0.1:${ports.ari}/ari`
  let asterisk: ChildProcess | undefined
  let phones: ChildProcess | undefined
  let lives = 0

  await writeConfiguration(programs, folder, CONFIGURATION, {
    'bindport = 8088': `bindport = ${ports.ari}`,
    '0.0.0.0:5060': `127.0.0.1:${ports.sip}`,
    'sip:sip.example.com': `sip:127.0.0.1:${ports.phones}`,
    'qualify_frequency = 10': `qualify_frequency = ${qualifySeconds}`,
    '[from-trunk]': `${extensions}\n[from-trunk]`,
  })

  async function ari<Body>(method: string, path: string) {
    const authorization = `Basic ${Buffer.from(`carillon:${PASSWORD}`).toString('base64')}`
    const response = await fetch(ariUrl + path, { method, headers: { authorization } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
  }

  async function trunkState(): Promise<string> {
    const answer = await ari<{ state?: string }>('GET', '/endpoints/PJSIP/trunk').catch(() => undefined)
    return answer?.body.state ?? 'unknown'
  }

  async function startAsterisk(): Promise<void> {
    const config = join(folder, 'etc/asterisk.conf')
    asterisk = start(programs.asterisk, ['-f', '-C', config], join(folder, 'asterisk.log'), folder)
    const isReady = async () => ['online', 'offline'].includes(await trunkState())
    await until(isReady, `Asterisk did not start: see ${folder}/asterisk.log`)
  }

  async function mendTrunk(): Promise<void> {
    lives += 1
    const log = join(folder, `phones-${lives}.log`)
    const args = ['-sf', SCENARIO, '-i', '127.0.0.1', '-p', String(ports.phones)]
    const media = ['-mi', '127.0.0.1', '-mp', String(ports.media)]
    const tracing = ['-trace_logs', '-log_file', log]
    phones = start(programs.sipp, [...args, ...media, ...tracing, '-nostdin', '-aa'], `${log}.screen`, folder)
    await until(async () => (await trunkState()) === 'online', `the trunk did not come up: see ${log}.screen`)
  }

  async function rings(): Promise<Ring[]> {
    const calls = new Map<string, Ring>()
    for (const name of (await readdir(folder)).filter((each) => /^phones-\d+\.log$/.test(each))) {
      for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
        const [, event, callId = '', number = '', callerId = ''] =
          /^(found|told|answered) (\S+)(?: sip:(\S+) from .*<sip:([^@>]*))?/.exec(line) ?? []
        const call = calls.get(callId)
        // A request that is sent again has the same id.
        if (event === 'found' && !call)
          calls.set(callId, { number, callerId, wasTold: false, wasAnswered: false })
        if (event === 'told' && call) call.wasTold = true
        if (event === 'answered' && call) call.wasAnswered = true
      }
    }
    return [...calls.values()]
  }

  const network: PhoneNetwork = {
    folder,
    settings: {
      GATEWAY: 'asterisk',
      ARI_URL: ariUrl,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: PASSWORD,
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'carillon,s,1',
      CALLER_ID: '4930555001, 4930555002',
      RING_TIMEOUT: '5',
    },
    ariPort: ports.ari,
    phonesPort: ports.phones,
    ari,
    startAsterisk,
    killAsterisk: () => end(asterisk),
    async editDialplan(edit) {
      const file = join(folder, 'etc/extensions.conf')
      await writeFile(file, edit(await readFile(file, 'utf8')))
      await ari('PUT', '/asterisk/modules/pbx_config.so')
    },
    holdAsterisk: (isHeld) => asterisk?.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    mendTrunk,
    cutTrunk: () => end(phones),
    rings,
    async stop() {
      await Promise.all([end(asterisk), end(phones)])
    },
  }
  try {
    await startAsterisk()
    await mendTrunk()
    return network
  } catch (error) {
    await network.stop()
    throw error
  }
}
