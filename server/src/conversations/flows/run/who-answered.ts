// Feeds the detector with what the callee does, and tells the flow its verdict.
import { EXIT_WORDS } from '../call-result.ts'
import { kindOf } from '../steps/steps.ts'
import { type Detection, hearTalk, noteKey } from './detect-answer.ts'
import { keepExit } from './keep-result.ts'
import { hangUp, play, type Run, say, setTimer, stepOf, stopPlaying } from './run.ts'
import { enter } from './take-steps.ts'

const TONE_WITHIN_MS = 30_000
/** From the end of a greeting to the tone, at most. */
const TONE_AFTER_GREETING_MS = 4000
/** How long something that was told who is calling may think. */
const ANSWERS_WITHIN_MS = 8000
/** How long a phone may ring once more, after its assistant has said so. */
const PERSON_WITHIN_MS = 30_000
/** Whoever takes the call says a few words; an assistant that takes a message says more. */
const PERSON_SAYS_MS = { from: 100, until: 1500, untilForwarded: 2400 }

export function heard(run: Run, isTalking: boolean, talkMs: number): void {
  const { state } = run
  applyDetection(run, hearTalk(state.detector, isTalking, talkMs, run.context.atMs))
  if (state.phase === 'awaiting_person') hearAfterIntroduction(run, isTalking, talkMs)
  if (isTalking || state.phase !== 'waiting_for_tone') return
  if (state.isListening && state.screening !== 'asked') setTimer(run, TONE_AFTER_GREETING_MS)
  else endOfGreeting(run)
}

/** A machine has finished, or has given no tone for too long. */
export function endOfGreeting(run: Run): void {
  if (run.state.phase !== 'waiting_for_tone') return
  if (run.state.screening === 'asked') introduce(run)
  else leaveMessage(run)
}

export function hearTone(run: Run): void {
  run.state.isListening = false
  endOfGreeting(run)
}

export function stopListening({ state, commands }: Run): void {
  if (state.isListening) commands.push({ do: 'stopListening' })
  state.isListening = false
}

/** A key is proof of a person. One who was taken for a machine in the middle of a question answers it with the key. */
export function provePerson(run: Run): void {
  const { state } = run
  applyDetection(run, noteKey(state.detector, run.context.atMs))
  if (state.phase === 'introducing' || state.phase === 'awaiting_person') greetPerson(run)
  else if (state.phase === 'waiting_for_tone' && isInQuestion(run)) {
    stopListening(run)
    state.phase = 'listening'
  }
}

function isInQuestion(run: Run): boolean {
  const step = stepOf(run)
  return step !== undefined && kindOf(step).isQuestion === true
}

export function applyDetection(run: Run, { detector, verdict, lookAfterMs }: Detection): void {
  const { state, commands } = run
  // Without ears nothing is known but that machines press no keys.
  if (run.context.canDetect === false && verdict?.how !== 'pressed_key') return
  state.detector = detector
  if (lookAfterMs !== undefined) {
    commands.push({ do: 'timer', timer: 'verdict', ms: lookAfterMs })
    state.lookAtMs = lookAfterMs === null ? null : run.context.atMs + lookAfterMs
  }
  // The word of a voice agent counts more.
  if (!verdict || (state.result.verdict && state.result.verdict.by !== 'detector')) return
  state.result.verdict = verdict
  if (verdict.is === 'machine') reactToMachine(run)
}

function reactToMachine(run: Run): void {
  const { onMachine, onScreening } = run.context.flow
  const { state } = run
  const isBusy = state.phase === 'playing' || state.phase === 'listening' || state.phase === 'recording'
  if (!isBusy || state.hasLeft) return
  if (onScreening && state.screening === undefined) {
    state.screening = 'asked'
    stopPlaying(run)
    awaitGreeting(run, introduce)
    return
  }
  if (!onMachine || onMachine.do === 'continue') return
  state.hasLeft = true
  stopPlaying(run)
  if (onMachine.do === 'hangup') hangUpOnMachine(run)
  else {
    if (run.context.canHearTone) {
      state.isListening = true
      run.commands.push({ do: 'listenForTone' })
    }
    awaitGreeting(run, leaveMessage)
  }
}

/** A machine that has stopped may give its tone at once. */
function awaitGreeting(run: Run, then: (run: Run) => void): void {
  const { state } = run
  if (!state.detector.isTalking && !state.isListening) {
    then(run)
    return
  }
  state.phase = 'waiting_for_tone'
  setTimer(run, state.detector.isTalking ? TONE_WITHIN_MS : TONE_AFTER_GREETING_MS)
}

function leaveMessage(run: Run): void {
  const { onMachine } = run.context.flow
  stopListening(run)
  enter(run, onMachine?.do === 'leaveMessage' ? onMachine.step : undefined, EXIT_WORDS.machine)
}

function introduce(run: Run): void {
  const { onScreening } = run.context.flow
  run.state.screening = 'introduced'
  setTimer(run, null)
  if (onScreening) play(run, say(run, onScreening.say, {}), 'introducing')
}

/** The assistant was told, or another node is in control now. */
export function awaitPerson(run: Run): void {
  run.state.phase = 'awaiting_person'
  setTimer(run, run.state.screening === 'forwarded' ? PERSON_WITHIN_MS : ANSWERS_WITHIN_MS)
}

function hearAfterIntroduction(run: Run, isTalking: boolean, talkMs: number): void {
  const { state } = run
  // Who begins to talk is heard out.
  if (isTalking) {
    setTimer(run, TONE_WITHIN_MS)
    return
  }
  const { from, until, untilForwarded } = PERSON_SAYS_MS
  const isForwarded = state.screening === 'forwarded'
  if (talkMs >= from && talkMs < (isForwarded ? untilForwarded : until)) greetPerson(run)
  else if (isForwarded && talkMs >= untilForwarded) nobodyTook(run)
  else {
    if (talkMs >= until) state.screening = 'forwarded'
    awaitPerson(run)
  }
}

/** Somebody takes the call, who has heard nothing of it yet. */
function greetPerson(run: Run): void {
  const { state, context } = run
  if (state.phase === 'introducing') run.commands.push({ do: 'stopPlaying', playId: String(state.plays) })
  state.detector = { ...state.detector, verdict: 'person' }
  if (!state.result.verdict || state.result.verdict.by === 'detector')
    state.result.verdict = {
      is: 'person',
      by: 'detector',
      how: 'passed_screening',
      afterMs: Math.round(context.atMs),
    }
  enter(run, context.flow.steps[0]?.id, EXIT_WORDS.passedScreening)
}

/** A machine has answered after all, or nobody takes the call: what was said may be on a tape. */
export function nobodyTook(run: Run): void {
  const { onMachine, steps } = run.context.flow
  run.state.hasLeft = true
  if (onMachine?.do === 'hangup') hangUpOnMachine(run)
  else if (onMachine?.do === 'leaveMessage') leaveMessage(run)
  else enter(run, steps[0]?.id, EXIT_WORDS.machine)
}

function hangUpOnMachine(run: Run): void {
  keepExit(run.state.result, EXIT_WORDS.machine)
  hangUp(run)
}
