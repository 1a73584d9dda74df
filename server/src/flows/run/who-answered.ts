// Feeds the detector with what the callee does, and tells the flow its verdict.
import { type Detection, hearTalk, noteKey } from './detect-answer.ts'
import { enter, hangUp, type Run, setTimer, stepOf, stopPlaying } from './take-steps.ts'

const TONE_WITHIN_MS = 30_000

export function heard(run: Run, isTalking: boolean, talkMs: number): void {
  applyDetection(run, hearTalk(run.state.detector, isTalking, talkMs, run.context.atMs))
  if (!isTalking && run.state.phase === 'waiting_for_tone') leaveMessage(run)
}

/** A key is proof of a person. One who was taken for a machine in the middle of a question answers it with the key. */
export function provePerson(run: Run): void {
  const { state } = run
  applyDetection(run, noteKey(state.detector, run.context.atMs))
  if (state.phase === 'waiting_for_tone' && stepOf(run)?.type === 'gather') state.phase = 'listening'
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
  const { onMachine } = run.context.flow
  const { state } = run
  const isBusy = state.phase === 'playing' || state.phase === 'listening' || state.phase === 'recording'
  if (!onMachine || onMachine.do === 'continue' || !isBusy || state.hasLeft) return
  state.hasLeft = true
  stopPlaying(run)
  if (onMachine.do === 'hangup') hangUp(run)
  else if (state.detector.isTalking) {
    state.phase = 'waiting_for_tone'
    setTimer(run, TONE_WITHIN_MS)
  } else leaveMessage(run)
}

export function leaveMessage(run: Run): void {
  const { onMachine } = run.context.flow
  enter(run, onMachine?.do === 'leaveMessage' ? onMachine.step : undefined)
}
