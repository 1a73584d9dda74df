// Somebody has a live call transferred, wherever its flow is.
import { GRACE_MS, type Run, setTimer } from './run.ts'
import { stopListening } from './who-answered.ts'

const RING_SECONDS = 30

/** A voice agent goes on until the other party has taken the call; anything else stops at once. Nothing is done for a call that is transferred already. */
export function redirect(run: Run, to: string): void {
  const { state, commands } = run
  if (!isRedirectable(state)) return
  if (state.phase !== 'streaming') {
    stopListening(run)
    const recordingId = state.phase === 'recording' ? state.result.recordings?.at(-1)?.id : undefined
    if (recordingId !== undefined) commands.push({ do: 'stopRecording', recordingId })
    if (state.phase === 'playing' || state.phase === 'introducing' || state.phase === 'closing')
      commands.push({ do: 'stopPlaying', playId: String(state.plays) })
    setTimer(run, null)
    state.phase = 'transferring'
  }
  state.agentTransfer = to
  state.isRedirected = true
  commands.push({ do: 'transfer', to, timeoutSeconds: RING_SECONDS })
  commands.push({ do: 'timer', timer: 'transfer', ms: RING_SECONDS * 1000 + GRACE_MS })
}

export function isRedirectable({
  phase,
  agentTransfer,
}: Pick<Run['state'], 'phase' | 'agentTransfer'>): boolean {
  return agentTransfer === undefined && phase !== 'transferring' && phase !== 'talking' && phase !== 'over'
}
