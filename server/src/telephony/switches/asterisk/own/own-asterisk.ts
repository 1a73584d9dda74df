// The Asterisk that Carillon runs: started with this process and ended with it, started again after a crash, with a configuration that follows the
// trunks. Everything it needs is looked up at every start, so that what an operator mends while we run, such as a missing program or a taken port,
// takes hold at the next attempt.
//
//   stopped    Not started yet, or stopped.
//   starting   From the search for a program until its REST interface answers.
//   running    Until its process ends.
//   waiting    The last start or run has failed; the next attempt comes after a pause, which grows from failure to failure.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { FolderLock } from '../../../../platform/storage/embedded/folder-lock.ts'
import { type AriClient, createAriClient, explainStatus } from '../ari/ari-client.ts'
import { type AsteriskAccess, type AsteriskHome, lockHome } from './asterisk-home.ts'
import { freeLoopbackPort } from './free-ports.ts'
import type { OwnAsteriskSettings } from './own-asterisk-settings.ts'
import type { SipPhone } from './phone-sections.ts'
import type { SipTrunk } from './pjsip-configuration.ts'
import { programPlaces } from './programs.ts'
import type { NatSettings } from './seen-address.ts'
import { startOnce } from './start-asterisk.ts'
import { readRegistrationAnswers } from './states/registration-answers.ts'
import { readTrunkStates, type TrunkState } from './states/trunk-states.ts'
import { createTrunkText } from './trunk-text.ts'

export type OwnAsteriskState =
  | { kind: 'stopped' | 'starting' }
  | { kind: 'running'; version: string; origin: string }
  | { kind: 'waiting'; reason: string }

export interface OwnAsterisk {
  /** How it is reached: the same for all its starts. */
  access: AsteriskAccess
  /** The only client of it. */
  ari: AriClient
  nat: NatSettings
  /** Runs it from now on. Does not wait until it answers, and never fails: see `state`. */
  start(trunks: readonly SipTrunk[], phones?: readonly SipPhone[]): void
  /** Resolves when it answers. */
  ready(): Promise<void>
  /** Makes them those of Asterisk without touching live calls; an Asterisk that does not run gets them at its next start. */
  apply(trunks: readonly SipTrunk[], phones?: readonly SipPhone[]): Promise<void>
  /** Whether it runs with the latest trunks and phones. */
  hasAll(): boolean
  state(): OwnAsteriskState
  /** Rejects with a sentence for the operator if Asterisk does not answer. */
  trunkStates(): Promise<TrunkState[]>
  /** The names of the endpoints that Asterisk can reach. Rejects with a sentence for the operator. */
  onlineEndpoints(): Promise<ReadonlySet<string>>
  /** Ends it and its calls. */
  stop(): Promise<void>
}

export interface OwnAsteriskTiming {
  firstPauseMs: number
  maxPauseMs: number
  /** After a run of this length the pause begins anew. */
  stableMs: number
  qualifySeconds: number
}

interface OwnAsteriskOptions {
  dataDir: string
  settings: OwnAsteriskSettings
  clock: Clock
  log: Log
  /** Where SIP listens. */
  bindAddress?: string
  timing?: Partial<OwnAsteriskTiming>
}

const TIMING: OwnAsteriskTiming = {
  firstPauseMs: 1000,
  maxPauseMs: 10_000,
  stableMs: 60_000,
  qualifySeconds: 30,
}
const REQUEST_MS = 5000
/** It resolves the names of all carriers. */
const RELOAD_MS = 30_000
/** Each has objects of its own in pjsip.conf. */
const RELOADED = ['res_pjsip', 'res_pjsip_endpoint_identifier_ip', 'res_pjsip_outbound_registration']

export async function createOwnAsterisk(options: OwnAsteriskOptions): Promise<OwnAsterisk> {
  const { dataDir, settings, clock, log, bindAddress = settings.sipHost } = options
  const timing = { ...TIMING, ...options.timing }
  const access = await createAccess()
  const ari = createAriClient({ settings: access, clock, timeoutMs: REQUEST_MS })
  const text = createTrunkText({ ...settings, bindAddress, qualifySeconds: timing.qualifySeconds }, log)
  const places = programPlaces(settings, dataDir)
  const stopping = new AbortController()
  let state: OwnAsteriskState = { kind: 'stopped' }
  let lock: FolderLock | undefined
  let home: AsteriskHome | undefined
  let running: Promise<void> | undefined
  /** What Asterisk has read. */
  let applied: string | undefined
  let reloading: Promise<void> = Promise.resolve()
  const waiting: (() => void)[] = []

  /** Resolves with the reason when it is over. */
  async function run(): Promise<string> {
    state = { kind: 'starting' }
    try {
      lock ??= await lockHome(dataDir)
      const toApply = text.current()
      const started = await startOnce({
        dataDir,
        places,
        access,
        settings,
        text,
        bindAddress,
        ari,
        log,
        stopping: stopping.signal,
      })
      home = started.home
      applied = toApply
      state = { kind: 'running', version: started.version, origin: started.origin }
      log.info({ version: started.version, origin: started.origin }, 'Asterisk is running')
      for (const resolve of waiting.splice(0)) resolve()
      // The trunks may have changed since the file was written.
      await reload().catch((error: unknown) => log.error({ err: error }, 'the trunks cannot be changed'))
      return await started.ended
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      home = undefined
      applied = undefined
    }
  }

  async function supervise(): Promise<void> {
    let pauseMs = timing.firstPauseMs
    while (!stopping.signal.aborted) {
      const startedMs = clock.elapsedMs()
      const reason = await run()
      if (stopping.signal.aborted) break
      if (clock.elapsedMs() - startedMs >= timing.stableMs) pauseMs = timing.firstPauseMs
      state = { kind: 'waiting', reason }
      log.error({ reason, pauseMs }, 'Asterisk does not run; starting it after a pause')
      await delay(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, timing.maxPauseMs)
    }
    state = { kind: 'stopped' }
    lock?.release()
    lock = undefined
  }

  /** One at a time, and none if Asterisk has the trunks already. */
  function reload(): Promise<void> {
    reloading = reloading
      .catch(() => undefined)
      .then(async () => {
        const wanted = text.current()
        if (!home || applied === wanted) return
        await home.write('pjsip.conf', wanted)
        for (const module of RELOADED) {
          const { status, body } = await ari.send('PUT', `/asterisk/modules/${module}.so`, {
            timeoutMs: RELOAD_MS,
          })
          if (status >= 300) throw new Error(explainStatus(status, body, access.url))
        }
        applied = wanted
      })
    return reloading
  }

  return {
    access,
    ari,
    nat: settings,
    start(trunks, phones) {
      text.set(trunks, phones)
      running ??= supervise()
    },
    async ready() {
      if (state.kind !== 'running') await new Promise<void>((resolve) => waiting.push(resolve))
    },
    async apply(trunks, phones) {
      text.set(trunks, phones)
      await reload()
    },
    hasAll: () => state.kind === 'running' && applied === text.current(),
    state: () => state,
    async trunkStates() {
      const { logFile } = home ?? {}
      const readAnswers = logFile === undefined ? undefined : () => readRegistrationAnswers(logFile)
      return text.complete(await readTrunkStates(access.manager, readAnswers))
    },
    async onlineEndpoints() {
      const { status, body } = await ari.send('GET', '/endpoints/PJSIP')
      if (status !== 200 || !Array.isArray(body)) throw new Error(explainStatus(status, body, access.url))
      const endpoints = body as { resource: string; state: string }[]
      return new Set(endpoints.filter(({ state }) => state === 'online').map(({ resource }) => resource))
    },
    async stop() {
      stopping.abort()
      await running
      ari.close()
    },
  }
}

/** On loopback only, with ports that are free and secrets that nobody knows. */
async function createAccess(): Promise<AsteriskAccess> {
  const secret = () => randomBytes(24).toString('base64url')
  const [ariPort, managerPort] = [await freeLoopbackPort(), await freeLoopbackPort()]
  return {
    url: `http://127.0.0.1:${ariPort}/ari`,
    username: 'carillon',
    password: secret(),
    manager: { host: '127.0.0.1', port: managerPort, username: 'carillon', password: secret() },
  }
}
