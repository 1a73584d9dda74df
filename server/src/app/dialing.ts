// What a node needs to dial: the dialer, the parts that run its call flows, and the look-ahead that makes sentences ready.

import { join } from 'node:path'
import type { AgentSettings } from '../conversations/agents/agent-settings.ts'
import { type AgentWords, createAgentWords } from '../conversations/agents/agent-words.service.ts'
import { createConversationKeeper } from '../conversations/agents/keep-conversations.ts'
import { createVoiceAgents } from '../conversations/agents/voice-agents.ts'
import type { FlowParts } from '../conversations/flow-parts.ts'
import { createDialer } from '../dialing/dialer/dialer.ts'
import type { DialerWatch, NodeFigures } from '../dialing/dialer/dialer-watch.ts'
import { createTransferJudge } from '../dialing/dialer/flow-runtime/judge-transfer.ts'
import { type RunningDialer, runDialer } from '../dialing/dialer/run-dialer.ts'
import { createUnwrittenFiles } from '../dialing/dialer/settle/unwritten-files.ts'
import { createLookAhead } from '../dialing/look-ahead/look-ahead.ts'
import { type RunningLookAhead, runLookAhead } from '../dialing/look-ahead/run-look-ahead.ts'
import { createOptOuts } from '../lists/do-not-call/opt-out.ts'
import { type Country, createDialForm } from '../platform/kernel/phone/phone-key.ts'
import { setRealTimer } from '../platform/kernel/wake-signal.ts'
import { actAs, DIALER } from '../platform/trail/actor.ts'
import type { Job } from '../platform/work/jobs.ts'
import { createSimulatedSpeech } from '../telephony/switches/simulator/simulated-speech.ts'
import { inboundPlace } from '../telephony/trunks/inbound-place.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import { nodeName } from './node-name.ts'
import type { Services } from './services.ts'
import { simulationOf } from './simulation.ts'
import type { Telephony } from './telephony.ts'

export interface Dialing {
  /** Undefined without a secret. */
  agentWords: AgentWords | undefined
  /** Does nothing on a node whose role does not include dialing. */
  start(): void
  /** Tasks may have changed. */
  wake(): void
  takeSingleCalls(): void
  hangUp(callId: string): void
  transfer(callId: string, to: string): void
  watch(callId: string): void
  /** Undefined while this node does not dial. */
  figures(): NodeFigures | undefined
  /** Places no new calls, and waits at most this long for live calls. */
  stop(limitMs: number): Promise<void>
  close(): Promise<void>
}

interface DialingParts {
  watch: DialerWatch
  jobs: readonly Job[]
}

export function createDialing(
  options: AppOptions,
  { db, dialingDb }: Databases,
  { lines, trunks, registrar }: Telephony,
  services: Services,
  { watch, jobs }: DialingParts,
): Dialing {
  const { clock, log, role } = options
  const { offsetAt, readPhoneNumber, callbackTime, gatewayKind, speech, speechSettings } = services
  const { serviceCountry } = services
  const dialForm = (written: string, key: string) =>
    createDialForm(serviceCountry.current() as Country | undefined)(written, key)
  let dialer: RunningDialer | undefined
  let lookAhead: RunningLookAhead | undefined

  const agentSettings: AgentSettings = options.agents ?? { secret: undefined, timing: {} }
  const reader = { callbackTime }
  const { conversations } = services
  const keeper = createConversationKeeper({ tell: conversations.tell, log, setTimer: setRealTimer })
  const agentWords =
    agentSettings.secret === undefined && !agentSettings.secrets?.size
      ? undefined
      : createAgentWords({
          ...{ db, clock, log, reader, conversations, secrets: agentSettings },
          tell: async (callId, word) => dialer?.tell(callId, word) ?? false,
        })

  const findEnabled = (trunkId: string) => trunks.enabled()?.find(({ id }) => id === trunkId)

  function findTestable(trunkId: string) {
    const trunk = findEnabled(trunkId)
    const probe = lines?.probe()
    return trunk && probe && { trunk, probe }
  }

  async function pauseTask(taskId: string, reason: string): Promise<void> {
    await actAs(DIALER, () => services.tasks.transition('pause', taskId, { reason }))
  }

  // Nobody listens on simulated lines, so a program that was only found on this machine makes no speech for them: a trial would wait
  // for it. What was chosen is rehearsed, also to say recorded phrases only.
  const isUnchosen =
    speechSettings.kind === 'command'
      ? speechSettings.isFound
      : speechSettings.kind === 'none' && !speechSettings.isChosen
  const isSpeechless = (isSimulated: boolean) =>
    isUnchosen === true && (isSimulated || gatewayKind() === 'simulator')
  const simulatedSpeech = createSimulatedSpeech(speech)
  const flow: FlowParts = {
    sounds: {
      ready: (parts, { isForOwnPhone = false, isSimulated = false } = {}) =>
        (isSpeechless(isSimulated) && !isForOwnPhone ? simulatedSpeech : speech).ready(parts),
    },
    recordings: services.recordings,
    agents: createVoiceAgents({ clock, log, reader, keeper, ...agentSettings }),
    optOut: createOptOuts({
      ...{ db: dialingDb, clock, readPhoneNumber },
      followCountry: serviceCountry.follow,
      numberOfCall: services.calls.number,
    }),
    whyNotTransferred: createTransferJudge({
      ...{ db: dialingDb, clock, readPhoneNumber },
      country: () => serviceCountry.current() as Country | undefined,
      simulation: simulationOf(options),
    }),
    pauseTask,
  }

  function start(): void {
    if (role === 'api') return
    if (!lines) throw new Error('dialing needs a gateway')
    const { gateway } = lines
    const name = nodeName(options)
    const unwrittenFiles =
      options.dataDir === undefined ? undefined : createUnwrittenFiles(join(options.dataDir, 'unwritten'))
    dialer = runDialer(
      (onEnd) =>
        createDialer({
          ...{ db: dialingDb, clock, gateway, offsetAt, log, name, onEnd, flow },
          ...{ unwrittenFiles, dialForm, watch, jobs, trunkStates: services.trunkConditions.report },
          keepRegistrations: registrar.keep,
          testableTrunks: {
            find: findTestable,
            otherRegistrar: (id) =>
              registrar.has(id) ? undefined : (findEnabled(id)?.registrar ?? undefined),
            country: () => serviceCountry.current() as Country | undefined,
          },
          findInboundPlace: (call) => inboundPlace(trunks.enabled() ?? [], call, readPhoneNumber),
          ...(options.followsDatabaseClock && { databaseTime: (said: Date) => said }),
          ...(options.callbackDays !== undefined && { callbackDays: options.callbackDays }),
        }),
      log,
      { noteFailure: watch.failed },
    )
    lookAhead = runLookAhead({
      lookAhead: createLookAhead({
        ...{ db, clock, log, speech },
        isNeeded: (part, isSimulated) =>
          'audioId' in part || !(isSpeechless(isSimulated) || gateway.sendsFlow === 'always'),
        pauseTask,
      }),
      sounds: services.sounds,
      clock,
      log,
      keptDays: speechSettings.keptDays,
    })
  }

  return {
    agentWords,
    start,
    wake() {
      dialer?.wake()
      lookAhead?.wake()
    },
    takeSingleCalls() {
      dialer?.takeSingleCalls()
    },
    hangUp(callId) {
      dialer?.hangUp(callId)
    },
    transfer(callId, to) {
      dialer?.transfer(callId, to)
    },
    watch(callId) {
      dialer?.watch(callId)
    },
    figures: () => dialer?.figures(),
    async stop(limitMs) {
      await dialer?.stop(limitMs)
    },
    async close() {
      await lookAhead?.stop()
      await dialer?.stop(0)
      await keeper.close()
    },
  }
}
