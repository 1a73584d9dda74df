// A call that follows a flow in this node.
//
//   expect ──► expected ─┬─ answered ────────────────► running ─┬─► settled
//                  ▲     └─ found live, and answered ────▲      │
//                  │ not answered                        │      │
//   adopt ───► adopted ──── the gateway says: live ──────┘      │
//                                                               │
//   giveUp ──► givenUp ─────────────────────────────────────────┴─► lost
//
// expected  Not answered, as far as is known here. Events but the answer are ignored.
// adopted   Another node was in control, and has stored how far the flow had come. When the gateway says that the call is live, it is asked what the
//           call does now. Events are taken before that too; an answer that nobody saw begins the flow.
// running   Events go into the flow, and its commands are carried out.
// givenUp   The call is only hung up: its flow cannot be read. It keeps what has come of it. Events are ignored.
// settled   The call has ended, and its result is taken, to be settled. What its voice agent has said counts.
// lost      The call belongs to another node, or this node has left. Nothing that is said about it counts.
//
// Any call that is not over can be hung up by us (`isHangingUp`): what the flow still hears is then not taken for a callee who hangs up.
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

export type CallMode = 'expected' | 'adopted' | 'running' | 'givenUp' | 'settled' | 'lost'

export interface RunningCall extends FlowCall {
  mode: CallMode
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
  /** Why it could not go on. `isSpeech`: what is missing is speech, so the gateway is not at fault. */
  fault: { reason: string; isSpeech: boolean } | undefined
  saving: Saving
}

/** What is stored although no command asks for it. */
interface Saving {
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

type FirstMode = Extract<CallMode, 'expected' | 'adopted' | 'givenUp'>

/** `answeredMs`: by the clock of this node. */
export function createRunningCall(
  call: FlowCall,
  mode: FirstMode,
  state: FlowState | undefined,
  answeredMs: number,
): RunningCall {
  return {
    ...call,
    ...{ mode, state, answeredMs },
    timers: new Map(),
    work: Promise.resolve(),
    agent: undefined,
    ears: undefined,
    // The node that was in control may have begun it.
    begunPlay: state && String(state.plays),
    isHangingUp: false,
    fault: undefined,
    saving: {
      words: undefined,
      savedMs: Number.NEGATIVE_INFINITY,
      watchedUntilMs: Number.NEGATIVE_INFINITY,
    },
  }
}

export const isOver = ({ mode }: RunningCall): boolean => mode === 'settled' || mode === 'lost'

/** Whether its flow goes on, or may begin. */
export const isUnderWay = (call: RunningCall): boolean => !isOver(call) && call.mode !== 'givenUp'

/** Nothing is done for it any more. */
export function finish(call: RunningCall, mode: Extract<CallMode, 'settled' | 'lost'>): void {
  if (isOver(call)) return
  call.mode = mode
  for (const cancel of call.timers.values()) cancel()
  call.timers.clear()
  call.agent?.close()
  call.ears?.close()
  call.saving.words?.settle(mode === 'settled')
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
  if (ms === null || isOver(call)) return
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
