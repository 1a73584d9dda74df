// One start of the own Asterisk, from the search for its program until its REST interface answers.
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import { type AriClient, AriFailed, explainStatus } from '../ari/ari-client.ts'
import {
  type AsteriskAccess,
  type AsteriskHome,
  endLeftOver,
  keepAccess,
  prepareHome,
} from './asterisk-home.ts'
import { type AsteriskProcess, startAsteriskProcess } from './asterisk-process.ts'
import { configurationFiles } from './configuration.ts'
import { whyNotFree } from './free-ports.ts'
import type { OwnAsteriskSettings } from './own-asterisk-settings.ts'
import { findPrograms, type ProgramPlaces } from './programs.ts'
import type { TrunkText } from './trunk-text.ts'

interface StartOptions {
  dataDir: string
  places: ProgramPlaces
  access: AsteriskAccess
  settings: OwnAsteriskSettings
  text: TrunkText
  bindAddress: string
  ari: AriClient
  log: Log
  /** Ends what was started. */
  stopping: AbortSignal
}

interface StartedAsterisk {
  home: AsteriskHome
  version: string
  origin: string
  /** Resolves with a sentence when it has ended, whether it was asked to or not. */
  ended: Promise<string>
}

/** To hang up its calls. */
const END_PATIENCE_SECONDS = 3
/** The start takes two seconds; a busy machine may need much longer. */
const START_MS = 120_000
const ASK_AGAIN_MS = 50

/** Rejects with a sentence for the operator; then nothing runs. */
export async function startOnce(options: StartOptions): Promise<StartedAsterisk> {
  const { dataDir, access, settings, text, log, stopping } = options
  const programs = await findPrograms(options.places)
  await endLeftOver(dataDir, END_PATIENCE_SECONDS * 1000, log)
  await checkPorts(options)
  const home = await prepareHome(dataDir, programs.modules, log)
  const files = configurationFiles({
    folders: { home: home.folder, modules: programs.modules, data: programs.data },
    rtpPorts: settings.rtpPorts,
    ari: { port: Number(new URL(access.url).port), username: access.username, password: access.password },
    manager: access.manager,
  })
  for (const [name, content] of Object.entries({ ...files, 'pjsip.conf': text.current() }))
    await home.write(name, content)
  await keepAccess(dataDir, access)
  const asterisk = await startAsteriskProcess({
    program: programs.asterisk,
    configuration: home.configuration,
    logFile: home.logFile,
    patienceSeconds: END_PATIENCE_SECONDS,
    account: home.account,
  })
  const stop = () => void asterisk.stop()
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const ended = asterisk.exited.then(async (how) => {
    stopping.removeEventListener('abort', stop)
    return withOutput(`Asterisk ${how}`, await asterisk.readOutput())
  })
  try {
    const version = await untilAnswered(options, asterisk, ended)
    return { home, version, origin: programs.origin, ended }
  } catch (error) {
    await asterisk.stop()
    throw error
  }
}

/** Asterisk itself goes on without SIP if its port is taken. */
async function checkPorts({ text, settings, bindAddress }: StartOptions): Promise<void> {
  for (const transport of ['udp', 'tcp', 'tls'] as const) {
    if (!text.needs(transport)) continue
    const port = settings.sipPort + (transport === 'tls' ? 1 : 0)
    const kind = transport === 'udp' ? 'udp' : 'tcp'
    const reason = await whyNotFree({ kind, address: bindAddress, port })
    if (reason === 'EADDRINUSE')
      throw new Error(
        `${kind.toUpperCase()} port ${port}, on which SIP would listen, is taken: stop the program that uses it (another Asterisk: "sudo systemctl disable --now asterisk"), or set SIP_PORT`,
      )
    if (reason !== undefined)
      throw new Error(`SIP cannot listen on port ${port} (${reason}): set SIP_PORT to another one`)
  }
}

/** Returns the version. Before everything is loaded the interface answers 503 or not at all. */
async function untilAnswered(
  { ari, access }: StartOptions,
  asterisk: AsteriskProcess,
  ended: Promise<string>,
): Promise<string> {
  let end: string | undefined
  void ended.then((reason) => {
    end = reason
  })
  const deadline = performance.now() + START_MS
  let answer = 'it does not answer'
  while (end === undefined && performance.now() < deadline) {
    try {
      const { status, body } = await ari.send('GET', '/asterisk/info')
      if (status === 200) return versionIn(body)
      answer = explainStatus(status, body, access.url)
    } catch (error) {
      if (!(error instanceof AriFailed)) throw error
      answer = error.message
    }
    await delay(ASK_AGAIN_MS)
  }
  throw new Error(end ?? withOutput(`Asterisk was started, but ${answer}`, await asterisk.readOutput()))
}

function versionIn(body: unknown): string {
  const { system } = body as { system?: { version?: string } }
  // Debian's are long: 22.10.1+dfsg+~cs6.17.60671434-1
  return /^[\w.]+/.exec(system?.version ?? '')?.[0] ?? 'of unknown version'
}

function withOutput(summary: string, output: string): string {
  const text = output.trim()
  return text === '' ? summary : `${summary}:\n${text}`
}
