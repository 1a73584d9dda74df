// Runs the flows of answered calls: events of the gateway go into the state machine of flows/run-flow.ts, and its commands
// come out here and are carried out, one call's commands after the other. The state is stored before a command is carried
// out, so a node that takes the call over goes on behind it: nobody hears a step twice.
//
// A gateway that runs flows itself is only given the flow.
import type { CallResult } from '../flows/call-result.ts'
import { readCallbackTime } from '../flows/callback-time.ts'
import type { Flow } from '../flows/flow.ts'
import type {
  Advance,
  AgentWord,
  FlowCommand,
  FlowContext,
  FlowEvent,
  FlowState,
  FlowTimer,
} from '../flows/flow-state.ts'
import { advanceFlow, beginFlow } from '../flows/run-flow.ts'
import { fillValues } from '../flows/templates.ts'
import { newId } from '../kernel/ids.ts'
import { createCallAgent } from './call-agent.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { NodeContext } from './dialer-options.ts'
import { type FlowParts, SpeechFailed } from './flow-parts.ts'
import type { FlowSpeech } from './flow-speech.ts'
import type { CallControl, GatewayEvent } from './gateway.ts'
import { retry } from './retry.ts'

/** A call that follows a flow. */
export interface FlowCall {
  id: string
  phoneKey: string
  phoneNumber: string
  taskId: string
  contactId: string
  flow: Flow
  fields: Readonly<Record<string, string>>
  isTest?: boolean
}

interface RunningCall extends FlowCall {
  /** Undefined before the answer. */
  state: FlowState | undefined
  answeredMs: number
  timers: Map<FlowTimer | 'watch', () => void>
  /** Commands are carried out one after the other. */
  work: Promise<void>
  agent: ReturnType<typeof createCallAgent> | undefined
  /** Why it could not go on. */
  fault: string | undefined
  /** What is missing is speech: the gateway is not at fault. */
  isSpeechless: boolean
  /** Another node was in control: the gateway must be asked what the call does now. */
  isAdopted: boolean
  isOver: boolean
}

export interface FlowEnd {
  result: CallResult | undefined
  fault: string | undefined
  isSpeechless: boolean
}

export type FlowRuns = ReturnType<typeof createFlowRuns>

interface FlowRunsParts {
  breaker: CircuitBreaker
  control: CallControl
  flow: FlowParts
  speech: FlowSpeech
  /** Resolves with whether the call still belongs to this node. */
  store(call: FlowCall, state: FlowState): Promise<boolean>
}

/** How much longer than its sounds a playback may take before the gateway is asked about it. */
const WATCH_GRACE_MS = 5000
const RETRY_MS = 1000
/** A timer that is set by a timer runs after the events that have arrived. */
const AFTER_EVENTS_MS = 1

export function createFlowRuns(node: NodeContext, { breaker, control, flow, speech, store }: FlowRunsParts) {
  const { clock, gateway, log, offsetAt, setTimer } = node
  const calls = new Map<string, RunningCall>()

  function contextOf(call: RunningCall): FlowContext {
    return {
      flow: call.flow,
      field: (name) => fieldOf(call, name),
      callbackTime: (text) => readCallbackTime(text, clock.now(), offsetAt),
      newId,
      atMs: clock.elapsedMs() - call.answeredMs,
    }
  }

  function begin(call: RunningCall): void {
    if (call.state || call.isOver) return
    call.answeredMs = clock.elapsedMs()
    take(call, beginFlow(contextOf(call)))
  }

  function apply(call: RunningCall, event: FlowEvent): void {
    if (call.state && !call.isOver) take(call, advanceFlow(contextOf(call), call.state, event))
  }

  function take(call: RunningCall, { state, commands }: Advance): void {
    call.state = state
    for (const command of commands) if (command.do === 'timer') setCallTimer(call, command.timer, command.ms)
    const rest = commands.filter((command) => command.do !== 'timer')
    if (rest.length > 0) call.work = call.work.then(() => carryOut(call, state, rest))
  }

  function setCallTimer(
    call: RunningCall,
    name: FlowTimer | 'watch',
    ms: number | null,
    run?: () => void,
  ): void {
    call.timers.get(name)?.()
    call.timers.delete(name)
    if (ms === null || call.isOver) return
    const onTime = run ?? (() => apply(call, { type: 'timeout', timer: name as FlowTimer }))
    const finish = () => {
      call.timers.delete(name)
      onTime()
    }
    // If the process stood still, events that came meanwhile are read first: they may be what is waited for.
    const cancel = setTimer(() => call.timers.set(name, setTimer(finish, AFTER_EVENTS_MS)), ms)
    call.timers.set(name, cancel)
  }

  async function carryOut(call: RunningCall, state: FlowState, commands: FlowCommand[]): Promise<void> {
    try {
      // Before the state is stored: taking it twice changes nothing, and it must not be lost.
      for (const command of commands) if (command.do === 'optOut') await optOut(call, command.listId)
      const isQuiet = commands.length > 0 && commands.every((command) => command.do === 'stopPlaying')
      if (call.isOver || (!isQuiet && !(await store(call, state)))) {
        forget(call)
        return
      }
      for (const command of commands) {
        if (call.isOver) return
        await obey(call, command)
      }
    } catch (error) {
      call.isSpeechless ||= error instanceof SpeechFailed
      fail(call, error instanceof Error ? error.message : String(error))
    }
  }

  async function obey(call: RunningCall, command: FlowCommand): Promise<void> {
    const { id } = call
    switch (command.do) {
      case 'play': {
        const sounds = await speech.inCall(call, command.parts)
        if (call.isOver) return
        const lengthMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
        watchPlay(call, command.playId, lengthMs + WATCH_GRACE_MS)
        await control.play(id, command.playId, sounds)
        return
      }
      case 'stopPlaying':
        setCallTimer(call, 'watch', null)
        await control.stopPlaying(id, command.playId)
        return
      case 'record': {
        const { recordingId, step } = command
        const { taskId, contactId, phoneNumber } = call
        const {
          what,
          maxSeconds = what === 'call' ? 3600 : 60,
          silence = 3,
          tone = what === 'message',
        } = step
        await retry(
          () => flow.recordings.begin({ id: recordingId, what, callId: id, taskId, contactId, phoneNumber }),
          setTimer,
        )
        await control.record(id, {
          id: recordingId,
          what,
          maxSeconds,
          silenceSeconds: silence,
          hasTone: tone,
        })
        return
      }
      case 'stopRecording':
        await control.stopRecording(id, command.recordingId)
        return
      case 'transfer':
        await control.transfer(id, { to: command.to, timeoutSeconds: command.timeoutSeconds })
        return
      case 'stream':
        agentOf(call, command.step.url, command.parameters).start()
        return
      case 'stopStream':
        call.agent?.close()
        return
      case 'hangUp':
        if (command.fault !== undefined) call.fault = command.fault
        hangUp(call)
    }
  }

  /** The end of a sound may be missed. */
  function watchPlay(call: RunningCall, playId: string, afterMs: number): void {
    setCallTimer(call, 'watch', afterMs, () => {
      control.resume(call.id, playId).then(
        (doing) => {
          if (doing === 'playing') watchPlay(call, playId, WATCH_GRACE_MS)
          else apply(call, { type: 'played', playId, result: 'done' })
        },
        () => watchPlay(call, playId, WATCH_GRACE_MS),
      )
    })
  }

  /** Stored at once: it must not be lost with this node. */
  function note(call: RunningCall, said: AgentWord): void {
    apply(call, { type: 'told', said })
    const { state } = call
    if (state && !call.isOver) call.work = call.work.then(() => carryOut(call, state, []))
  }

  function agentOf(call: RunningCall, url: string, parameters: Record<string, string>) {
    if (call.agent?.url === url) return call.agent
    call.agent?.close()
    call.agent = createCallAgent({
      agents: flow.agents,
      control,
      call,
      url,
      parameters: { ...call.fields, ...parameters },
      log,
      onWord: (said) => note(call, said),
      onEnd(how, reason) {
        call.agent = undefined
        if (how === 'done') breaker.agentWorked(call.taskId)
        else breaker.agentFailed(call.taskId, call.contactId, reason)
        apply(call, { type: 'streamed', how })
      },
    })
    return call.agent
  }

  async function optOut({ id, phoneNumber }: RunningCall, listId: string): Promise<void> {
    await retry(() => flow.optOut({ listId, phoneNumber, callId: id }), setTimer)
  }

  /** The gateway or another part cannot do what the flow says: the call ends, and costs the contact no attempt. */
  function fail(call: RunningCall, reason: string): void {
    if (call.isOver) return
    log.warn({ call: call.id, reason }, 'the flow of a call cannot go on; hanging up')
    call.fault ??= reason
    hangUp(call)
  }

  /** Again until it is done: nothing else would end the call. */
  function hangUp(call: RunningCall): void {
    gateway.hangUp(call.id).catch((error) => {
      log.warn({ err: error, call: call.id }, 'a call could not be hung up; trying again')
      setCallTimer(call, 'watch', RETRY_MS, () => hangUp(call))
    })
  }

  function forget(call: RunningCall): void {
    call.isOver = true
    calls.delete(call.id)
    for (const cancel of call.timers.values()) cancel()
    call.timers.clear()
    call.agent?.close()
  }

  function add(call: FlowCall, state: FlowState | undefined, isAdopted: boolean): void {
    calls.set(call.id, {
      ...call,
      state,
      answeredMs: clock.elapsedMs(),
      timers: new Map(),
      work: Promise.resolve(),
      agent: undefined,
      fault: undefined,
      isSpeechless: false,
      isAdopted,
      isOver: false,
    })
  }

  function goOn(call: RunningCall): void {
    const playId = call.state ? String(call.state.plays) : null
    control.resume(call.id, playId).then(
      (doing) => {
        if (call.isOver || doing === 'ringing') return
        if (!call.state) begin(call)
        else apply(call, { type: 'resumed', isPlaying: doing === 'playing' })
        if (doing === 'playing' && playId !== null) watchPlay(call, playId, WATCH_GRACE_MS)
      },
      (error) => {
        if (call.isOver) return
        log.warn({ err: error, call: call.id }, 'a call could not be taken over yet; trying again')
        setCallTimer(call, 'watch', RETRY_MS, () => goOn(call))
      },
    )
  }

  return {
    has: (id: string) => calls.has(id),

    /** A call that is about to be placed. */
    expect: (call: FlowCall) => add(call, undefined, false),

    /** A call of a node that is gone, and how far it had come. It goes on when the gateway says that it is live. */
    adopt: (call: FlowCall, state: FlowState | undefined) => add(call, state, true),

    /** The gateway, asked about the call, says that it is live. */
    noteLive(id: string): void {
      const call = calls.get(id)
      // A call without a state may have been answered unnoticed.
      if (!call || (call.state && !call.isAdopted)) return
      call.isAdopted = false
      goOn(call)
    },

    hear(event: GatewayEvent): void {
      const call = calls.get(event.attemptId)
      if (!call) return
      switch (event.type) {
        case 'ringing': {
          const early = call.flow.steps.find((step) => step.type === 'stream')
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
          setCallTimer(call, 'watch', null)
          apply(call, event)
          return
        case 'key':
          call.agent?.key(event.key)
          apply(call, event)
          return
        case 'recorded':
          apply(call, { type: 'recorded' })
          return
        case 'talk':
        case 'transferred':
          apply(call, event)
      }
    },

    /** What a voice agent says about a call. False: the call is not under way here. */
    tell(id: string, said: AgentWord): boolean {
      const call = calls.get(id)
      if (!call?.state) return false
      note(call, said)
      return true
    },

    /** The call has ended. Resolves when its voice agent has had time for a last word; undefined if there is none. */
    beforeEnd: (id: string): Promise<void> | undefined => calls.get(id)?.agent?.lastWord(setTimer),

    /** What came of a call that has ended, and forgets it. */
    takeEnd(id: string): FlowEnd | undefined {
      const call = calls.get(id)
      if (!call) return undefined
      forget(call)
      if (call.state?.result.recordings) flow.recordings.callEnded(id)
      return { result: call.state?.result, fault: call.fault, isSpeechless: call.isSpeechless }
    },

    /** The calls belong to other nodes now. */
    forgetAll(): void {
      for (const call of calls.values()) forget(call)
    },
  }
}

/** The number is a field like those of the contact. */
export function fieldOf(
  { fields, phoneNumber }: Pick<FlowCall, 'fields' | 'phoneNumber'>,
  name: string,
): string | undefined {
  return fields[name] ?? (name === 'phoneNumber' ? phoneNumber : undefined)
}
