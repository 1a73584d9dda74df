// Two Asterisks on this machine: the one that Carillon uses, and one that is everybody's phone. The phones speak, press keys
// and keep tapes of what they hear (see phones/extensions.conf).

import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { freeLoopbackPort } from '../../src/telephony/switches/asterisk/own/free-ports.ts'
import { installPrograms, type Programs } from './install-programs.ts'
import { end, freeUdpPort, start, until, writeConfiguration } from './run-asterisk.ts'
import { RATE, readWav, resample, tone, writeWav } from './wav.ts'

export interface AnsweringNetwork {
  folder: string
  settings: Record<string, string>
  ariPort: number
  phonesPort: number
  ari<Body>(method: string, path: string, body?: object): Promise<{ status: number; body: Body }>
  startAsterisk(): Promise<void>
  /** As a power cut does it. */
  killAsterisk(): Promise<void>
  /** The channels of calls. A node may be looking at the dialplan, which needs one too. */
  callsUp(): Promise<string[]>
  /** What the phones noted, in order: `49300040 presses 1`. */
  ledger(): Promise<string[]>
  /** When a phone was last picked up, in milliseconds since 1970. */
  pickedUpMs(number: string): Promise<number>
  /** What a phone heard. */
  tape(number: string): Promise<Int16Array>
  /** What a phone heard and said. */
  bothTape(number: string): Promise<Int16Array>
  say(text: string, voice?: string): Promise<Int16Array>
  /** What phones say, by the name of the file. */
  voice(name: string): Promise<Int16Array>
  stop(): Promise<void>
}

const run = promisify(execFile)
const place = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const SPEAK = '-v en-us -s 160 -w'
const MAX_LOG_LINES = 40
const PASSWORD = 'change-me'
const TRANSFERS = `
[agents]
exten = _X!,1,Dial(PJSIP/\${EXTEN}@trunk,30)
 same = n,Hangup()

[queues]
exten = sales,1,Queue(sales,,,,20)
 same = n,Hangup()
`

/** One network for all tests of a file. */
export function shareAnsweringNetwork(): () => AnsweringNetwork {
  let network: AnsweringNetwork | undefined
  const shared = () => {
    if (!network) throw new Error('the network is there only during tests')
    return network
  }
  beforeAll(async () => {
    const folder = await mkdtemp(join(inject('scratchFolder'), 'phones-'))
    network = await startAnsweringNetwork(await installPrograms(), folder)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await showLogs(shared().folder)
  })
  afterAll(async () => {
    await network?.stop()
    if (network) await rm(network.folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return shared
}

async function showLogs(folder: string): Promise<void> {
  for (const name of ['near.log', 'far.log']) {
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
    console.error(`${name}:\n${lines.slice(-MAX_LOG_LINES).join('\n')}`)
  }
}

export async function startAnsweringNetwork(programs: Programs, folder: string): Promise<AnsweringNetwork> {
  const ports = { ari: await freeLoopbackPort(), sip: await freeUdpPort(), phones: await freeUdpPort() }
  const near = join(folder, 'near')
  const far = join(folder, 'far')
  const tapes = join(folder, 'tapes')
  const voices = join(folder, 'voices')
  const ariUrl = `http://127.0.0.1:${ports.ari}/ari`
  let asterisk: ChildProcess | undefined
  let phones: ChildProcess | undefined
  for (const each of [near, far, tapes, voices]) await mkdir(each)

  await writeConfiguration(programs, near, place('asterisk'), {
    'bindport = 8088': `bindport = ${ports.ari}`,
    '0.0.0.0:5060': `127.0.0.1:${ports.sip}`,
    'sip:sip.example.com': `sip:127.0.0.1:${ports.phones}`,
    'qualify_frequency = 10': 'qualify_frequency = 4',
    '[from-trunk]': `${TRANSFERS}\n[from-trunk]`,
  })
  await writeConfiguration(programs, far, place('phones'), {
    '127.0.0.1:5060': `127.0.0.1:${ports.phones}`,
    '@TAPES@': tapes,
    '@VOICES@': voices,
  })
  await writeVoices(programs, voices)

  async function ari<Body>(method: string, path: string, body?: object) {
    const authorization = `Basic ${Buffer.from(`carillon:${PASSWORD}`).toString('base64')}`
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(ariUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
  }

  async function startAsterisk(): Promise<void> {
    const config = join(near, 'etc/asterisk.conf')
    asterisk = start(programs.asterisk, ['-f', '-C', config], join(folder, 'near.log'), near)
    const isOnline = async () => {
      const answer = await ari<{ state?: string }>('GET', '/endpoints/PJSIP/trunk').catch(() => undefined)
      return answer?.body.state === 'online'
    }
    await until(isOnline, `Asterisk did not reach the phones: see ${folder}/near.log and far.log`)
  }

  async function readTape(name: string): Promise<Int16Array> {
    return readWav(await readFile(join(tapes, `${name}.wav`))).samples
  }

  const network: AnsweringNetwork = {
    folder,
    settings: {
      GATEWAY: 'asterisk',
      ARI_URL: ariUrl,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: PASSWORD,
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'carillon,s,1',
      CALLER_ID: '4930555001',
      RING_TIMEOUT: '10',
      // As the phones speak, so that the tests can say the same sentences.
      SPEECH: `command:${[programs.espeak.command, ...programs.espeak.args].join(' ')} ${SPEAK} {file} -- {text}`,
    },
    ariPort: ports.ari,
    phonesPort: ports.phones,
    ari,
    startAsterisk,
    killAsterisk: () => end(asterisk),
    async callsUp() {
      const { body } = await ari<{ id: string }[]>('GET', '/channels')
      return body.map(({ id }) => id).filter((id) => !id.startsWith('carillon-look-'))
    },
    async ledger() {
      const text = await readFile(join(folder, 'far.log'), 'utf8')
      return [...text.matchAll(/ledger (\d.*)$/gm)].map(([, line = '']) => line.trim())
    },
    async pickedUpMs(number) {
      const text = await readFile(join(folder, 'far.log'), 'utf8')
      const times = text.matchAll(new RegExp(`^\\[(.*?)\\].* picked up ${number}\\s*$`, 'gm'))
      return Date.parse([...times].at(-1)?.[1] ?? '')
    },
    tape: (number) => readTape(`${number}-heard`),
    bothTape: (number) => readTape(`${number}-both`),
    voice: async (name) => readWav(await readFile(join(voices, `${name}.wav`))).samples,
    say: (text, voice = 'en-us') => say(programs, folder, voice, text),
    async stop() {
      await Promise.all([end(asterisk), end(phones)])
    },
  }
  try {
    phones = start(
      programs.asterisk,
      ['-f', '-C', join(far, 'etc/asterisk.conf')],
      join(folder, 'far.log'),
      far,
    )
    const isReady = async () => (await readFile(join(folder, 'far.log'), 'utf8')).includes('Asterisk Ready')
    await until(isReady, `the phones did not start: see ${folder}/far.log`)
    await startAsterisk()
    return network
  } catch (error) {
    await network.stop()
    throw error
  }
}

const VOICES: Record<string, [voice: string, text: string]> = {
  hello: ['en-us', 'Hello?'],
  'hello-ann': ['en-us', 'Hello, Ann Miller.'],
  'hello-long': ['en-us', 'Hello, this is Ann Miller speaking.'],
  office: ['en-us', 'Good afternoon, Miller and Sons, this is Ann, how can I help you?'],
  wei: ['cmn', '喂，你好'],
  machine: [
    'en-us',
    'Hi, you have reached the voice mail of Ann Miller. I cannot take your call right now. Please leave your name and your number after the tone, and I will call you back.',
  ],
  'machine-short': ['en-us', 'Leave a message.'],
  'machine-hello': ['en-us', 'Hello.'],
  'machine-name': ['en-us', 'This is Ann.'],
  'machine-zh': ['cmn', '您好，您拨打的用户暂时无法接听，请在提示音后留言，谢谢。'],
  'screening-ios': [
    'en-us',
    'Hi, if you record your name and reason for calling, I will see if this person is available.',
  ],
  'screening-ios-thanks': ['en-us', 'Thanks. Please stay on the line.'],
  'screening-pixel': [
    'en-us',
    'Hi, the person you are calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name, and why you are calling.',
  ],
  'screening-pixel-thanks': ['en-us', 'Got it. Please hold while I try to connect you.'],
  agent: ['en-us', 'Agent Smith here, how can I help?'],
}

async function writeVoices(programs: Programs, folder: string): Promise<void> {
  await writeFile(join(folder, 'tone.wav'), writeWav(tone(0.6, 1000, 16_000)))
  for (const [name, [voice, text]] of Object.entries(VOICES))
    await writeFile(join(folder, `${name}.wav`), writeWav(await say(programs, folder, voice, text)))
}

let sentences = 0

async function say(programs: Programs, folder: string, voice: string, text: string): Promise<Int16Array> {
  sentences += 1
  const file = join(folder, `said-${sentences}.wav`)
  const { command, args } = programs.espeak
  await run(command, [...args, '-v', voice, '-s', '160', '-w', file, '--', text])
  const samples = resample(readWav(await readFile(file))).map((sample) => Math.round(sample * 0.8))
  await rm(file)
  return samples
}

export const secondsOf = (samples: Int16Array) => samples.length / RATE
