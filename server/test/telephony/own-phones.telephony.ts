// Own phones on the Asterisk of a service that has no trunk: a SIP app that registers with its password, and a phone in a browser. Both are rung by
// a test call with the flow of a task, hear what it says, and press keys.

import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { findInstalled, findPackaged } from '../../../console/test/support/find-browser.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createLines } from '../../src/telephony/lines/create-lines.ts'
import { parseSimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import { expectError, expectSuccess } from '../support/expectations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from '../support/test-app.ts'
import { PATIENCE } from './controlled-call.ts'
import { findSound } from './hear.ts'
import { installPrograms, type Programs } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings } from './own-asterisk-parts.ts'
import { end, freeUdpPort, start, writeConfiguration } from './run-asterisk.ts'
import { RATE, readWav, resample, writeWav } from './wav.ts'

interface Account {
  id: string
  username: string
  password: string
  host: string
  port: number
}

interface TestCall {
  status: string
  cause: string | null
  reason: string | null
  result: { digits?: Record<string, string>; recordings?: { id: string }[] } | null
}

const BUILD = fileURLToPath(new URL('../../bin/build.js', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url))
/** The share of a sound that must be found on a tape; of another one almost nothing is. */
const ALIKE = 0.25
/** It is built, if it has changed, and the browser takes its time on a busy machine. */
const BROWSER_MS = 400_000
const PHONES = fileURLToPath(new URL('phones', import.meta.url))

/** Rises and falls, so that a piece of it fits in one place only. */
function melody(seconds: number): Int16Array {
  let phase = 0
  return Int16Array.from({ length: seconds * RATE }, (_, index) => {
    const at = index / RATE
    phase += (2 * Math.PI * (700 + 400 * Math.sin(2 * at) + 40 * at)) / RATE
    return 9000 * Math.sin(phase) * (0.6 + 0.4 * Math.sin(5 * at))
  })
}

async function openService() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const ownAsterisk = await ownAsteriskSettings(48_000, 49_900)
  const settings = {
    kind: 'trunks',
    calls: { ringTimeoutSeconds: 30, maxCallSeconds: 120 },
    simulator: parseSimulatorSettings('ring=0-0, talk=0-0.1'),
  } as const
  const log = createSilentLog()
  const app = await createTestApp({
    role: 'all',
    consoleFolder: CONSOLE,
    recordings: { folder: join(folder, 'recordings'), s3: undefined, days: 1 },
    gateway: (storage) =>
      createLines(settings, { clock: systemClock, log, dataDir, ownAsterisk, ...storage }),
  })
  onTestFinished(() => app.close())
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  app.startDialing()
  app.startRecordings()
  return { app, address, folder, programs }
}

/** A task that plays the sound and asks for a key. */
async function addTask(
  app: TestApp,
  address: string,
  sound: Int16Array,
  more: object[] = [],
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([writeWav(sound) as Uint8Array<ArrayBuffer>]), 'melody.wav')
  const upload = await fetch(`${address}/api/audio?name=melody`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
    body: form,
  })
  const { data } = (await upload.json()) as { data: { id: string } }
  const steps = [
    { id: 'ask', type: 'gather', audioId: data.id, maxDigits: 2, timeout: 60 },
    ...more,
    { id: 'end', type: 'hangup' },
  ]
  return app.addTask('Ring me', await app.addDataSource('list'), { flow: { steps } })
}

/** Another Asterisk as the app; it presses keys as phones whose numbers end in 41 do. */
async function startSoftphone(programs: Programs, folder: string, { username, password, port }: Account) {
  const port2 = await freeUdpPort()
  const registration = `
[carillon]
type = registration
transport = transport-udp
outbound_auth = carillon
server_uri = sip:127.0.0.1:${port}
client_uri = sip:${username}@127.0.0.1:${port}
contact_user = 41
retry_interval = 1

[carillon]
type = auth
auth_type = userpass
username = ${username}
password = ${password}
`
  await mkdir(join(folder, 'tapes'), { recursive: true })
  await writeConfiguration(programs, folder, PHONES, {
    '127.0.0.1:5060': `127.0.0.1:${port2}`,
    '@TAPES@': join(folder, 'tapes'),
    'load = chan_pjsip.so':
      'load = chan_pjsip.so\nload = res_pjsip_outbound_authenticator_digest.so\nload = res_pjsip_outbound_registration.so',
    '[anonymous]': `${registration}\n[anonymous]`,
  })
  await writeFile(join(folder, 'etc/rtp.conf'), '[general]\nrtpstart = 47000\nrtpend = 47900\n')
  const child = start(
    programs.asterisk,
    ['-f', '-C', join(folder, 'etc/asterisk.conf')],
    join(folder, 'app.log'),
    folder,
  )
  onTestFinished(() => end(child))
  return { tape: async () => readWav(await readFile(join(folder, 'tapes/41-heard.wav'))).samples }
}

const readCall = async (app: TestApp, id: string) =>
  expectSuccess(await app.get<TestCall>(`/api/testCall/${id}`))

it('rings a SIP app that has registered, which hears the flow and presses keys', async () => {
  const { app, address, folder, programs } = await openService()
  const sound = melody(3)
  const taskId = await addTask(app, address, sound)
  const account = expectSuccess(await app.post<Account>('/api/ownPhone/add', { name: 'Reception' }))
  expectError(await app.post('/api/ownPhone/add', { name: 'Reception' }), 409)
  const isRegistered = async () => {
    const { rows } = expectSuccess(
      await app.get<{ rows: { isRegistered: boolean | null }[] }>('/api/ownPhone/list'),
    )
    return rows.map((row) => row.isRegistered)
  }
  expect(await isRegistered()).toEqual([false])
  const softphone = await startSoftphone(programs, join(folder, 'app'), account)
  await expect.poll(isRegistered, PATIENCE).toEqual([true])

  const asked = await app.post<{ id: string }>(`/api/task/${taskId}/testCall`, { ownPhone: account.id })
  const { id } = expectSuccess(asked)
  await expect
    .poll(() => readCall(app, id), PATIENCE)
    .toMatchObject({ status: 'ended', cause: 'answered', reason: null, result: { digits: { ask: '12' } } })
  expect(findSound(await softphone.tape(), sound).share).toBeGreaterThan(ALIKE)
})

// A current one first: what is packaged for tests may have no sound.
const browser = (await findInstalled()) ?? (await findPackaged())
if (!browser)
  console.warn('The phone in a browser was not tested: no Chrome or Chromium that starts was found.')

/** Opens the page of the task in the console, with this sound at the microphone. */
async function openConsole(address: string, path: string, microphone: string): Promise<Page> {
  const running = await chromium.launch({
    ...browser,
    args: [
      ...(browser?.args ?? []),
      // A machine without a network has no other address.
      '--allow-loopback-in-peer-connection',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await page.innerText('body'))
    await running.close()
  })
  const page = await running.newPage({ baseURL: address })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(`
    localStorage.setItem('carillon-language', 'en')
    sessionStorage.setItem('carillon-token', ${JSON.stringify(TEST_TOKEN)})`)
  await page.goto(path)
  return page
}

const LISTEN_RATE = 16_000
/** Begins to keep what the page plays of the call. */
const LISTEN = `(async () => {
  const speaker = () => document.querySelector('audio')?.srcObject
  while (!speaker()) await new Promise((resolve) => setTimeout(resolve, 10))
  const context = new AudioContext({ sampleRate: ${LISTEN_RATE} })
  const heard = (window.heard = [])
  const node = context.createScriptProcessor(1024, 1, 1)
  node.onaudioprocess = ({ inputBuffer }) => heard.push(...inputBuffer.getChannelData(0))
  context.createMediaStreamSource(speaker()).connect(node)
  node.connect(context.destination)
})()`

const readHeard = async (page: Page) => {
  const heard = (await page.evaluate('window.heard')) as number[]
  return resample({ rate: LISTEN_RATE, samples: Int16Array.from(heard, (sample) => sample * 32_767) })
}

it.skipIf(!browser)(
  'rings this browser, which hears the flow, presses a key and is heard',
  async () => {
    await promisify(execFile)(process.execPath, [BUILD])
    const { app, address, folder } = await openService()
    const said = melody(6)
    const spoken = melody(4).reverse()
    const message = { id: 'message', type: 'record', what: 'message', maxSeconds: 6, tone: false }
    const taskId = await addTask(app, address, said, [message])
    const microphone = join(folder, 'microphone.wav')
    await writeFile(microphone, writeWav(spoken))
    const page = await openConsole(address, `/tasks/${taskId}?tab=call`, microphone)
    await page.getByRole('button', { name: 'Test call' }).click()
    await page.getByRole('combobox', { name: 'What is called' }).click()
    await page.getByRole('option', { name: 'This browser' }).click()
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const listening = page.evaluate(LISTEN)
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await listening
    await page.getByText('You are in the call.').waitFor()
    // On a busy machine it begins late.
    const share = async () => findSound(await readHeard(page), said).share
    await expect.poll(share, { ...PATIENCE, interval: 1000 }).toBeGreaterThan(ALIKE)
    await page.getByRole('button', { name: 'Key 4' }).click()
    await page.getByRole('button', { name: 'Key 2' }).click()
    // The browser phone says it, and the test call says it with its cause.
    await page.getByText('The call has ended.').first().waitFor()
    await expect.poll(() => app.rows('select from call'), PATIENCE).toHaveLength(1)
    const [call] = await app.rows<{ id: string }>('select id from call')
    const { cause, result } = await readCall(app, call?.id ?? '')
    expect({ cause, digits: result?.digits }).toEqual({ cause: 'answered', digits: { ask: '42' } })
    const recorded = async () => {
      const url = `${address}/api/recording/${result?.recordings?.[0]?.id}/file`
      const response = await fetch(url, { headers: { authorization: `Bearer ${TEST_TOKEN}` } })
      if (response.status !== 200) return 0
      return findSound(readWav(new Uint8Array(await response.arrayBuffer())).samples, spoken).share
    }
    await expect.poll(recorded, { ...PATIENCE, interval: 1000 }).toBeGreaterThan(ALIKE)
  },
  BROWSER_MS,
)
