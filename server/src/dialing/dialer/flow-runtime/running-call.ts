// A call that follows a flow in this node.
import type { Flow } from '../../../conversations/flows/flow.ts'
import type { FlowState, FlowTimer } from '../../../conversations/flows/flow-state.ts'
import type { SetTimer } from '../../../platform/kernel/wake-signal.ts'
import type { CallAgent } from './call-agent.ts'

/** A call that follows a flow. */
export interface FlowCall {
  id: string
  phoneKey: string
  phoneNumber: string
  taskId: string
  contactId: string
  flow: Flow
  fields: Readonly<Record<string, string>>
  /** It has no task: `taskId` is only what others are told. */
  isSingle?: boolean
  isSimulated?: boolean
  /** Whether its task dials by the clock of the called person. */
  isByRecipient?: boolean
}

export interface RunningCall extends FlowCall {
  /** Undefined before the answer. */
  state: FlowState | undefined
  answeredMs: number
  timers: Map<CallTimer, () => void>
  /** Commands are carried out one after the other. */
  work: Promise<void>
  agent: CallAgent | undefined
  /** While the tone of a machine is listened for. */
  ears: { close(): void } | undefined
  /** The last sound that the gateway has begun to play. */
  begunPlay: string | undefined
  /** It ends because we hang up. */
  isHangingUp: boolean
  /** Why it could not go on. */
  fault: string | undefined
  /** What is missing is speech: the gateway is not at fault. */
  isSpeechless: boolean
  /** Another node was in control: the gateway must be asked what the call does now. */
  isAdopted: boolean
  /** Nothing is done for it any more but to hang up. */
  isGivenUp: boolean
  isOver: boolean
  /** Its result is taken, to be settled. */
  isTaken: boolean
  /** What its voice agent has said and is not stored yet. */
  words: WaitingWords | undefined
  savedMs: number
  /** Somebody looks at the call until then: what happens in it is stored at once. */
  watchedUntilMs: number
}

/** What a voice agent has said, to be stored. */
export interface WaitingWords {
  /** Resolves with whether the words count, which they do not if the call belongs to another node. */
  done: Promise<boolean>
  settle(doCount: boolean): void
}

/** `watch`: asks the gateway about an event that is overdue. `save`: stores what was said about the call. */
export type CallTimer = FlowTimer | 'watch' | 'save'

/** A timer that is set by a timer runs after the events that have arrived. */
const AFTER_EVENTS_MS = 1

/** Replaces the timer of this name; null only cancels it. */
export function setCallTimer(
  setTimer: SetTimer,
  call: RunningCall,
  name: CallTimer,
  ms: number | null,
  run: () => void,
): void {
  call.timers.get(name)?.()
  call.timers.delete(name)
  if (ms === null || call.isOver) return
  const finish = () => {
    call.timers.delete(name)
    run()
  }
  // If the process was frozen, events that arrived meanwhile are read first: they may be the ones the timer waits for.
  const cancel = setTimer(() => call.timers.set(name, setTimer(finish, AFTER_EVENTS_MS)), ms)
  call.timers.set(name, cancel)
}

/** The number is a field like those of the contact. */
export function fieldOf(
  { fields, phoneNumber }: Pick<FlowCall, 'fields' | 'phoneNumber'>,
  name: string,
): string | undefined {
  return fields[name] ?? (name === 'phoneNumber' ? phoneNumber : undefined)
}
