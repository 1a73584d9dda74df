// What a voice agent tells its call to do, while it has the call. A transfer takes place beside the conversation: the agent goes on until
// the other party has taken the call, and is told if that does not happen.
import type { TransferResult } from '../../../platform/words/calls.ts'
import type { AgentCommand } from '../flow-state.ts'
import { kindOf } from '../steps/steps.ts'
import { keepExit, keepSaid } from './keep-result.ts'
import { hangUp, type Run, setTimer, spoken, stepOf } from './run.ts'
import { leave } from './take-steps.ts'

/** How much longer than it may ring a transfer may take: a sentence is heard and a key pressed. */
const TRANSFER_GRACE_MS = 60_000

export function obeyAgent(run: Run, command: AgentCommand): void {
  const { state, commands, context } = run
  if (state.phase !== 'streaming') {
    refuse(run, command.do, 'not_with_agent')
    return
  }
  switch (command.do) {
    case 'hangup':
      state.result.agent = 'done'
      keepExit(state.result, 'agent:done')
      hangUp(run)
      return
    case 'sendDigits':
      commands.push({ do: 'sendKeys', keys: command.keys })
      return
    case 'say': {
      const { text, language, voice } = command
      state.plays += 1
      state.saidPlay = state.plays
      keepSaid(state.result, state.step, text, context.atMs)
      const parts = [spoken(context.flow, text, { language, voice })]
      commands.push({ do: 'play', playId: String(state.plays), parts, isForAgent: true })
      return
    }
    case 'transfer': {
      if (state.agentTransfer !== undefined) {
        refuse(run, 'transfer', 'already_transferring')
        return
      }
      const { to, timeoutSeconds, whisper, acceptKey } = command
      state.agentTransfer = to
      commands.push({
        ...{ do: 'transfer', to, timeoutSeconds },
        ...(whisper !== undefined && { whisper: { part: spoken(context.flow, whisper, {}), acceptKey } }),
      })
      const ms = timeoutSeconds * 1000 + TRANSFER_GRACE_MS
      commands.push({ do: 'timer', timer: 'transfer', ms })
    }
  }
}

function refuse({ commands }: Run, command: AgentCommand['do'], error: string): void {
  commands.push({ do: 'answerAgent', command, error })
}

/** How the transfer that an agent or somebody else asked for went. If nobody took the call, it goes on where it was. */
export function agentTransferred(run: Run, to: string, result: TransferResult): void {
  const { state, commands, context } = run
  const step = stepOf(run)
  const { isRedirected } = state
  delete state.agentTransfer
  delete state.isRedirected
  commands.push({ do: 'timer', timer: 'transfer', ms: null })
  state.result.transfer = { to, result, offsetMs: Math.round(context.atMs) }
  if (result === 'answered' || result === 'handed_over') {
    if (state.phase === 'streaming') {
      state.result.agent ??= 'done'
      commands.push({ do: 'stopStream' })
    }
    state.phase = 'talking'
    keepExit(state.result, `transfer:${result}`)
    setTimer(run, null)
  } else if (state.phase === 'streaming') {
    if (!isRedirected) refuse(run, 'transfer', result)
  } else {
    const exit = `transfer:${result}`
    leave(run, (step && kindOf(step).notTransferred?.(run, step, exit)) ?? { exit })
  }
}
