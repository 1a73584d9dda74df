// The flow of an answered call as a pure state machine: an event goes in, commands come out. The state is JSON. It is stored before
// the commands are carried out, so that another node can continue from it. A step whose sounds have begun to play is not
// started again.

import type { TransferResult } from '../../../platform/words/calls.ts'
import { type CallResult, EXIT_WORDS } from '../call-result.ts'
import type { Advance, AgentWord, FlowContext, FlowEvent, FlowState } from '../flow-state.ts'
import { GATHER_DEFAULTS } from '../steps/gather.ts'
import { DONE } from '../steps/step-kind.ts'
import { kindOf } from '../steps/steps.ts'
import { agentTransferred, obeyAgent } from './agent-commands.ts'
import { beginDetection, lookAgain, NOTHING_HEARD } from './detect-answer.ts'
import { dropLast, keepCallback, keepExit, keepFields, keepInterruption, withHash } from './keep-result.ts'
import { redirect } from './redirect.ts'
import { end, hangUp, type Run, setTimer, stepOf } from './run.ts'
import { enter, goOn, leave } from './take-steps.ts'
import {
  applyDetection,
  awaitPerson,
  endOfGreeting,
  heard,
  hearTone,
  nobodyTook,
  provePerson,
  stopListening,
} from './who-answered.ts'

const TONE_AFTER_TAKEOVER_MS = 3000

/** `from`: a preview may begin at any step. */
export function beginFlow(context: FlowContext, from = context.flow.steps[0]?.id): Advance {
  const state: FlowState = {
    step: '',
    phase: 'playing',
    visits: 0,
    plays: 0,
    tries: 0,
    keys: '',
    unanswered: null,
    detector: NOTHING_HEARD,
    hasLeft: false,
    result: {},
  }
  const run = { context, state, commands: [] }
  applyDetection(run, beginDetection())
  enter(run, from)
  return run
}

export function advanceFlow(context: FlowContext, before: FlowState, event: FlowEvent): Advance {
  // For every sound of every call: a copy of the whole state would cost as much as all else in a flow.
  if (event.type === 'sounding')
    return { state: { ...before, result: withHash(before.result, event.part, event.sha256) }, commands: [] }
  const run: Run = { context, state: structuredClone(before), commands: [] }
  if (run.state.phase === 'over') {
    // The node that should have hung up is gone.
    if (event.type === 'resumed') hangUp(run)
    // The last word of a voice agent.
    if (event.type === 'told') note(run, event.said)
    return run
  }
  switch (event.type) {
    case 'answered':
      break
    case 'resumed':
      resume(run, event.isPlaying)
      break
    case 'played':
      if (event.playId === String(run.state.plays)) played(run, event.result)
      break
    case 'key':
      provePerson(run)
      pressed(run, event.key)
      break
    case 'talk':
      heard(run, event.isTalking, event.talkMs)
      break
    case 'tone':
      hearTone(run)
      break
    case 'deaf':
      run.state.isListening = false
      if (!run.state.detector.isTalking) endOfGreeting(run)
      break
    case 'timeout':
      if (event.timer === 'step') timedOut(run)
      else if (event.timer === 'transfer') transferred(run, 'failed')
      else {
        run.state.lookAtMs = null
        applyDetection(run, lookAgain(run.state.detector, context.atMs))
      }
      break
    case 'hungUp':
      hungUp(run, event)
      break
    case 'recorded':
      if (run.state.phase === 'recording') goOn(run)
      break
    case 'transferred':
      transferred(run, event.result)
      break
    case 'redirected':
      redirect(run, event.to)
      break
    case 'told':
      note(run, event.said)
      for (const command of event.said.commands ?? []) obeyAgent(run, command)
      break
    case 'streamed':
      streamed(run, event.how)
  }
  return run
}

function played(run: Run, result: 'done' | 'stopped' | 'failed'): void {
  const { phase } = run.state
  const step = stepOf(run)
  if (phase === 'closing') hangUp(run)
  else if (phase === 'introducing') awaitPerson(run)
  else if (phase !== 'playing') return
  else if (result === 'failed') hangUp(run, `the sound of step ${run.state.step} could not be played`)
  else leave(run, (step && kindOf(step).played?.(run, step)) ?? DONE)
}

function pressed(run: Run, key: string): void {
  const step = stepOf(run)
  leave(run, (step && kindOf(step).pressed?.(run, step, key)) ?? 'waits')
}

type HungUp = Extract<FlowEvent, { type: 'hungUp' }>

/** The flow is over. */
function hungUp(run: Run, { isUnheard = false, isUnseen = false }: HungUp): void {
  const { state } = run
  const { result } = state
  if (isUnseen) keepInterruption(result, state.phase === 'talking')
  else if (state.phase !== 'talking') {
    result.hungUp = state.step
    keepExit(result, EXIT_WORDS.hungUp)
  }
  if (isUnheard) dropLast(result, state.saidPlay === state.plays ? 'said' : 'played', state.step)
  end(run)
}

function timedOut(run: Run): void {
  const { state, commands } = run
  const step = stepOf(run)
  if (state.phase === 'listening') leave(run, (step && kindOf(step).timedOut?.(run, step)) ?? 'waits')
  else if (state.phase === 'recording') goOn(run)
  else if (state.phase === 'transferring') transferred(run, 'failed')
  else if (state.phase === 'waiting_for_tone') endOfGreeting(run)
  else if (state.phase === 'awaiting_person') nobodyTook(run)
  else if (state.phase === 'streaming') commands.push({ do: 'stopStream' })
}

function resume(run: Run, isPlaying: boolean): void {
  const { phase } = run.state
  // The clock of the other node is unknown here.
  run.state.unanswered = null
  const { lookAtMs } = run.state
  if (typeof lookAtMs === 'number')
    run.commands.push({ do: 'timer', timer: 'verdict', ms: Math.max(0, lookAtMs - run.context.atMs) })
  if (phase === 'playing') {
    if (!isPlaying) played(run, 'done')
  } else if (phase === 'listening') setTimer(run, GATHER_DEFAULTS.timeout * 1000)
  else if (phase === 'recording') goOn(run)
  else if (phase === 'transferring') transferred(run, 'failed')
  else if (phase === 'streaming') {
    delete run.state.agentTransfer
    delete run.state.isRedirected
    streamed(run, 'died')
  } else if (phase === 'waiting_for_tone') {
    stopListening(run)
    setTimer(run, TONE_AFTER_TAKEOVER_MS)
  } else if ((phase === 'introducing' && !isPlaying) || phase === 'awaiting_person') awaitPerson(run)
  else if (phase === 'closing' && !isPlaying) hangUp(run)
}

function transferred(run: Run, result: TransferResult): void {
  const step = stepOf(run)
  const { agentTransfer } = run.state
  if (agentTransfer !== undefined) agentTransferred(run, agentTransfer, result)
  if (run.state.phase === 'transferring' && step)
    leave(run, kindOf(step).transferred?.(run, step, result) ?? 'waits')
}

function note({ state, context }: Run, { verdict, fields, callbackTime }: AgentWord): void {
  // 0 means that the agent does not know when the call was answered.
  if (verdict) state.result.verdict = { ...verdict, afterMs: verdict.afterMs || Math.round(context.atMs) }
  if (fields) keepFields(state.result, fields)
  if (callbackTime !== undefined) keepCallback(state.result, callbackTime, context.callbackTime(callbackTime))
}

function streamed(run: Run, how: NonNullable<CallResult['agent']>): void {
  const step = stepOf(run)
  if (run.state.phase === 'streaming' && step) leave(run, kindOf(step).streamed?.(run, step, how) ?? 'waits')
}
