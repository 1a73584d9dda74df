// What an answered call does: a list of steps that are taken one after the other, unless a step names another one.
// flow.schema.ts is the form in which users send it.

export interface Flow {
  /** Of what is said, as a BCP 47 tag such as en-US or zh-CN. */
  language?: string
  /** As the speech provider names it. */
  voice?: string
  /** What happens when a machine has answered. Without it the flow goes on as with a person. */
  onMachine?: { do: 'hangup' } | { do: 'continue' } | { do: 'leaveMessage'; step: string }
  /** What is said to an assistant that asks who is calling. Whoever takes the call then hears the flow from its beginning. */
  onScreening?: { say: string }
  steps: FlowStep[]
}

/** Text may have `{{field}}` of the contact, or `{{field|what to say without it}}`. */
export interface Spoken {
  text: string
  language?: string
  voice?: string
}

interface StepBase {
  id: string
  /** The step after this one; otherwise the following one of the list. After the last step the call is hung up. */
  next?: string
}

export interface SayStep extends StepBase, Spoken {
  type: 'say'
}

export interface PlayStep extends StepBase {
  type: 'play'
  audioId: string
}

export interface GatherStep extends StepBase {
  type: 'gather'
  /** What to say meanwhile: a text or an uploaded audio. */
  text?: string
  language?: string
  voice?: string
  audioId?: string
  /** Said before the next try, instead of the text. */
  retryText?: string
  minDigits?: number
  maxDigits?: number
  /** Ends the input before maxDigits; it is not part of it. */
  endKey?: string
  /** Keys that are accepted; without it all digits. Any other key makes the try fail. */
  keys?: string
  /** Seconds of silence on the keyboard, after the text and after each key. */
  timeout?: number
  tries?: number
  /** Whether a key stops what is being said. */
  interrupt?: boolean
  /** The step if no try brought valid input; otherwise the same as after valid input. */
  noInput?: string
}

export interface BranchStep extends StepBase {
  type: 'branch'
  cases: { when: string; next: string }[]
}

export interface TransferStep extends StepBase {
  type: 'transfer'
  /** `sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`. */
  to: string
  /** Seconds that it rings there. */
  timeout?: number
}

export interface RecordStep extends StepBase {
  type: 'record'
  /** The whole call from here on, while it goes on; or a message of the callee, after a tone. */
  what: 'call' | 'message'
  maxSeconds?: number
  /** A message ends after this many seconds of silence. */
  silence?: number
  tone?: boolean
  /** A key that ends a message. */
  endKey?: string
}

export interface StreamStep extends StepBase {
  type: 'stream'
  /** Of a voice agent: ws:// or wss://. */
  url: string
  /** Given to the agent in addition to the fields of the contact; text as in `say`. */
  parameters?: Record<string, string>
  /** When the connection is opened. */
  connect?: 'ringing' | 'answer'
  /** Said if the agent fails, before the call ends. */
  failText?: string
  language?: string
  voice?: string
  maxSeconds?: number
}

export interface SetStep extends StepBase {
  type: 'set'
  /** The result field. `callbackTime` asks for another call: a time, HH:MM, or `+90m`, `+2h`. */
  field: string
  value: string
}

export interface OptOutStep extends StepBase {
  type: 'optOut'
  /** The do-not-call list. */
  listId: string
}

export interface HangupStep {
  id: string
  type: 'hangup'
}

export type FlowStep =
  | SayStep
  | PlayStep
  | GatherStep
  | BranchStep
  | TransferStep
  | RecordStep
  | StreamStep
  | SetStep
  | OptOutStep
  | HangupStep

export type StepType = FlowStep['type']

/** What a gateway can do with an answered call. */
export type CallAbility = 'play' | 'keys' | 'detect' | 'record' | 'transfer' | 'stream'
export const ALL_ABILITIES: ReadonlySet<CallAbility> = new Set([
  'play',
  'keys',
  'detect',
  'record',
  'transfer',
  'stream',
])

export const ABILITY_OF_STEP: Partial<Record<StepType, CallAbility>> = {
  say: 'play',
  play: 'play',
  gather: 'keys',
  transfer: 'transfer',
  record: 'record',
  stream: 'stream',
}

/** The index of a step by its id. */
export function stepIndex(flow: Flow, id: string): number {
  return flow.steps.findIndex((step) => step.id === id)
}

/** The id of the step after this one in the list; undefined after the last one. */
export function following(flow: Flow, id: string): string | undefined {
  return flow.steps[stepIndex(flow, id) + 1]?.id
}

export const GATHER_DEFAULTS = {
  minDigits: 1,
  maxDigits: 1,
  timeout: 5,
  tries: 1,
  endKey: '#',
  keys: '0123456789',
}
