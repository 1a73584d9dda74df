// What the detector makes of the callee, and what the flow does about it.
import { type Detection, hearTalk } from './detect-answer.ts'
import { enter, hangUp, type Run, setTimer, stopPlaying } from './take-steps.ts'

const TONE_WITHIN_MS = 30_000

export function heard(run: Run, isTalking: boolean, talkMs: number): void {
  applyDetection(run, hearTalk(run.state.detector, isTalking, talkMs, run.context.atMs))
  if (!isTalking && run.state.phase === 'waiting_for_tone') leaveMessage(run)
}

export function applyDetection(run: Run, { detector, verdict, lookAfterMs }: Detection): void {
  const { state, commands } = run
  state.detector = detector
  if (lookAfterMs !== undefined) commands.push({ do: 'timer', timer: 'verdict', ms: lookAfterMs })
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
