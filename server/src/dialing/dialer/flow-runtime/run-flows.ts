// Runs the flows of answered calls: events of the gateway go into the state machine of flows/run/run-flow.ts, and its commands
// come out here and are carried out, one call's commands after the other. The state is stored before a command is carried
// out, so a node that takes the call over goes on behind it: nobody hears a step twice.
//
// A gateway that runs flows itself is only given the flow.

import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import type { CallControl } from '../../../conversations/answered-call.ts'
import { type FlowParts, SpeechFailed } from '../../../conversations/flow-parts.ts'
import { type CallResult, EXIT_WORDS } from '../../../conversations/flows/call-result.ts'
import type {
  Advance,
  AgentWord,
  FlowCommand,
  FlowContext,
  FlowEvent,
  FlowState,
} from '../../../conversations/flows/flow-state.ts'
import { readCallbackTime } from '../../../conversations/flows/run/callback-time.ts'
import { keepExit } from '../../../conversations/flows/run/keep-result.ts'
import { advanceFlow, beginFlow } from '../../../conversations/flows/run/run-flow.ts'
import { isStream } from '../../../conversations/flows/steps/stream.ts'
import { fillValues } from '../../../conversations/flows/templates.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { CallEnd, GatewayEvent } from '../../../telephony/gateway.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { TaskPace } from '../health/task-pace.ts'
import type { OptOuts } from '../settle/opt-outs.ts'
import { createFlowCommands, RETRY_MS, WATCH_GRACE_MS } from './flow-commands.ts'
import type { FlowSpeech } from './flow-speech.ts'
import {
  createRunningCall,
  type FlowCall,
  fieldOf,
  finish,
  isOver,
  isUnderWay,
  type RunningCall,
  setCallTimer,
} from './running-call.ts'
import { createWordSaver } from './save-words.ts'

export interface FlowEnd {
  result: CallResult | undefined
  fault: string | undefined
  isSpeechless: boolean
  /** ISO 8601; undefined: it was not answered, as far as is known. */
  answerTime: string | undefined
  /** The flow had not come to its end when the call was last heard of, nor had the callee hung up. */
  isBrokenOff: boolean
}

export type FlowRuns = ReturnType<typeof createFlowRuns>

/** Who looks at a call asks for it every second. */
const WATCHED_MS = 10_000

interface FlowRunsParts {
  pace: TaskPace
  control: CallControl
  flow: FlowParts
  speech: FlowSpeech
  optOuts: OptOuts
  /** Resolves with whether the call still belongs to this node. */
  store(call: FlowCall, state: FlowState): Promise<boolean>
}

export function createFlowRuns(node: NodeContext, parts: FlowRunsParts) {
  const { clock, log, offsetAt, setTimer, watch } = node
  const { control, optOuts, store } = parts
  const calls = new Map<string, RunningCall>()
  const recipientZones = createRecipientZones(offsetAt)
  const { obey, watchPlay, agentOf, hangUp, setWatch } = createFlowCommands(node, {
    ...parts,
    apply,
    note,
  })

  /** By which the task dials. */
  function zonesOf({ isByRecipient, phoneKey, fields }: RunningCall): readonly ZoneOffsets[] {
    return isByRecipient ? recipientZones.of(phoneKey, fields['timeZone']).zones : [offsetAt]
  }

  function contextOf(call: RunningCall): FlowContext {
    return {
      flow: call.flow,
      field: (name) => fieldOf(call, name),
      callbackTime: (text) =>
        readCallbackTime(text, { now: clock.now(), zones: zonesOf(call), maxDays: node.callbackDays }),
      newId,
      entered: (step) => watch.stepped(call.id, step),
      atMs: clock.elapsedMs() - call.answeredMs,
      canDetect: control.abilities.has('detect'),
      canHearTone: control.abilities.has('stream'),
    }
  }

  function begin(call: RunningCall): void {
    if (call.state || !isUnderWay(call)) return
    if (call.mode === 'expected') call.mode = 'running'
    call.answeredMs = clock.elapsedMs()
    const begun = beginFlow({ ...contextOf(call), atMs: 0 })
    begun.state.answerTime = clock.now().toISOString()
    take(call, begun)
    // Whoever answered was reached: that must be known, even if the first step has nothing to do yet.
    if (begun.commands.every((command) => command.do === 'timer'))
      call.work = call.work.then(() => carryOut(call, begun.state, []))
  }

  function apply(call: RunningCall, event: FlowEvent): void {
    if (call.state && isUnderWay(call)) take(call, advanceFlow(contextOf(call), call.state, event))
  }

  function take(call: RunningCall, { state, commands }: Advance): void {
    call.state = state
    for (const command of commands) {
      if (command.do === 'optOut') {
        const { id: callId, phoneNumber, phoneKey } = call
        optOuts.keep({ listId: command.listId, phoneNumber, phoneKey, callId })
      }
      if (command.do !== 'timer') continue
      const { timer, ms } = command
      setCallTimer(setTimer, call, timer, ms, () => apply(call, { type: 'timeout', timer }))
    }
    const rest = commands.filter((command) => command.do !== 'timer')
    if (rest.length > 0) call.work = call.work.then(() => carryOut(call, state, rest))
    else if (clock.elapsedMs() < call.saving.watchedUntilMs) void saveSoon(call)
  }

  async function carryOut(call: RunningCall, state: FlowState, commands: FlowCommand[]): Promise<void> {
    try {
      // Before the state is stored: taking it twice changes nothing, and it must not be lost.
      if (commands.some((command) => command.do === 'optOut')) await optOuts.written(call.id)
      const isQuiet = commands.length > 0 && commands.every((command) => command.do === 'stopPlaying')
      if (isOver(call) || (!isQuiet && !(await store(call, state)))) {
        forget(call, 'lost')
        return
      }
      for (const command of commands) {
        if (isOver(call) || hasLeft(call)) return
        await obey(call, command)
      }
    } catch (error) {
      fail(call, error instanceof Error ? error.message : String(error), error instanceof SpeechFailed)
    }
  }

  const { saveSoon } = createWordSaver(node, (call, state) => {
    // Behind the commands of this state: the opt-outs that it has must be written before it.
    call.work = call.work.then(() => carryOut(call, state, []))
    return call.work.then(() => call.mode !== 'lost')
  })

  /** Resolves with whether it counts. */
  async function note(call: RunningCall, said: AgentWord): Promise<boolean> {
    apply(call, { type: 'told', said })
    return call.state !== undefined && !isOver(call) && saveSoon(call)
  }

  /** The gateway or another part cannot do what the flow says: the call ends, and costs the contact no attempt. */
  function fail(call: RunningCall, reason: string, isSpeech = false): void {
    if (isOver(call)) return
    log.warn({ call: call.id, reason }, 'the flow of a call cannot go on; hanging up')
    const { fault } = call
    call.fault = { reason: fault?.reason ?? reason, isSpeech: isSpeech || fault?.isSpeech === true }
    hangUp(call)
  }

  function forget(call: RunningCall, mode: 'settled' | 'lost'): void {
    calls.delete(call.id)
    finish(call, mode)
  }

  function add(call: FlowCall, mode: 'expected' | 'adopted' | 'givenUp', state?: FlowState): RunningCall {
    const added = createRunningCall(call, mode, state, clock.elapsedMs() - msSince(state?.answerTime))
    calls.set(call.id, added)
    return added
  }

  function msSince(time: string | undefined): number {
    return time === undefined ? 0 : Math.max(0, clock.now().getTime() - Date.parse(time))
  }

  function goOn(call: RunningCall): void {
    const playId = call.state ? String(call.state.plays) : null
    control.resume(call.id, playId).then(
      (doing) => {
        if (isOver(call) || doing === 'ringing') return
        if (!call.state) begin(call)
        else apply(call, { type: 'resumed', isPlaying: doing === 'playing' })
        if (doing === 'playing' && playId !== null) watchPlay(call, playId, WATCH_GRACE_MS)
      },
      (error) => {
        if (isOver(call)) return
        log.warn({ err: error, call: call.id }, 'a call could not be taken over yet; trying again')
        setWatch(call, RETRY_MS, () => goOn(call))
      },
    )
  }

  /** A platform runs its flow. */
  const isElsewhere = ({ id }: RunningCall) => !control.has(id)

  function hungUp(call: RunningCall, isUnseen = false): void {
    const isUnheard = call.begunPlay !== String(call.state?.plays)
    if (!call.isHangingUp) apply(call, { type: 'hungUp', isUnheard, isUnseen })
  }

  function noteEnd(call: RunningCall, { cause, fault, isUnseen }: CallEnd): void {
    if (cause === 'answered' && fault === undefined) hungUp(call, isUnseen)
  }

  function isBrokenOff(call: RunningCall): boolean {
    if (isElsewhere(call)) return false
    const { phase, result } = call.state ?? {}
    const isOver = phase === 'over' || phase === 'talking'
    return !isOver || result?.path?.at(-1)?.[2] === EXIT_WORDS.interrupted
  }

  return {
    has: (id: string) => calls.has(id),

    /** A call that is about to be placed. */
    expect: (call: FlowCall) => add(call, 'expected'),

    /** A call of a node that is gone, and how far it had come. It goes on when the gateway says that it is live. */
    adopt: (call: FlowCall, state: FlowState | undefined) => add(call, 'adopted', state),

    /** A call of a node that is gone, which cannot go on. It is ended, and keeps what has come of it. */
    giveUp(call: Omit<FlowCall, 'flow'>, state: FlowState | undefined, reason: string): void {
      fail(add({ ...call, flow: { steps: [] } }, 'givenUp', state), reason)
    },

    /** The gateway, asked about the call, says that it is live. */
    noteLive(id: string): void {
      const call = calls.get(id)
      // One that is expected may have been answered unnoticed.
      if (!call || (call.mode !== 'expected' && call.mode !== 'adopted') || isElsewhere(call)) return
      call.mode = call.state ? 'running' : 'expected'
      goOn(call)
    },

    hear(event: GatewayEvent): void {
      const call = calls.get(event.attemptId)
      if (!call || isElsewhere(call)) return
      switch (event.type) {
        case 'ringing': {
          const early = call.flow.steps.find(isStream)
          if (early?.connect === 'ringing' && !call.state)
            agentOf(
              call,
              early.url,
              fillValues(early.parameters ?? {}, (name) => fieldOf(call, name)),
            )
          return
        }
        case 'answered':
          begin(call)
          return
        case 'played':
          // That of an earlier sound may come late: this one is still watched.
          if (event.playId === String(call.state?.plays) && call.state?.phase !== 'over') setWatch(call, null)
          apply(call, event)
          return
        case 'key':
          call.agent?.key(event.key)
          apply(call, event)
          return
        case 'recorded':
          apply(call, { type: 'recorded' })
          return
        case 'hungUp':
          hungUp(call)
          return
        case 'ended':
          noteEnd(call, event.end)
          return
        case 'talk':
        case 'transferred':
          apply(call, event)
      }
    },

    /** What a voice agent says about a call. Resolves with true when it counts, with false if the call is not under way here. */
    async tell(id: string, said: AgentWord): Promise<boolean> {
      const call = calls.get(id)
      return call?.state !== undefined && note(call, said)
    },

    /** Somebody has the call transferred. */
    transfer(id: string, to: string): void {
      const call = calls.get(id)
      if (call && !isElsewhere(call)) apply(call, { type: 'redirected', to })
    },

    /** Somebody looks at the call. Asks for it again while that is so. */
    watch(id: string): void {
      const call = calls.get(id)
      if (!call?.state || isElsewhere(call)) return
      const isNew = call.saving.watchedUntilMs < clock.elapsedMs()
      call.saving.watchedUntilMs = clock.elapsedMs() + WATCHED_MS
      if (isNew) void saveSoon(call)
    },

    /** The call has ended. Resolves when its voice agent has had time for a last word; undefined if there is none. */
    beforeEnd(id: string, end: CallEnd): Promise<void> | undefined {
      const call = calls.get(id)
      if (call) noteEnd(call, end)
      return call?.agent?.lastWord()
    },

    /** The call ends because somebody asks us to hang up. */
    noteHangUp(id: string): void {
      const call = calls.get(id)
      if (call) call.isHangingUp = true
    },

    /** What came of a call that has ended, and forgets it. */
    takeEnd(id: string): FlowEnd | undefined {
      const call = calls.get(id)
      if (!call) return undefined
      forget(call, 'settled')
      if (call.state && call.fault !== undefined) keepExit(call.state.result, EXIT_WORDS.failed)
      return {
        ...{ result: call.state?.result, fault: call.fault?.reason },
        isSpeechless: call.fault?.isSpeech === true,
        answerTime: call.state?.answerTime,
        isBrokenOff: isBrokenOff(call),
      }
    },

    /** The calls belong to other nodes now. */
    forgetAll(): void {
      for (const call of calls.values()) forget(call, 'lost')
    },
  }
}

/** The callee has hung up, or the call is gone. */
function hasLeft({ state }: RunningCall): boolean {
  return state?.result.hungUp !== undefined || state?.result.ending !== undefined
}
