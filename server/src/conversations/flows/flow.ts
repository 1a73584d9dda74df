// What an answered call does: a list of steps that are taken one after the other, unless a step names another one.
// The files of steps/ say what each kind of step is and does; flow.schema.ts is the form in which users send a flow.

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

/** The kinds of steps, by type. Each file of `steps/` adds its own, so that a step is described in one place. */
// biome-ignore lint/suspicious/noEmptyInterface: the files of steps/ add to it
export interface StepForms {}

export type StepType = keyof StepForms
export type StepOf<Type extends StepType> = StepForms[Type]
export type FlowStep = StepForms[StepType]

/** What the callee can be told before it happens: that a voice is artificial, or that the call is recorded. */
export const ANNOUNCEMENTS = ['artificialVoice', 'recording'] as const
export type Announcement = (typeof ANNOUNCEMENTS)[number]

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

/** The index of a step by its id. */
export function stepIndex(flow: Flow, id: string): number {
  return flow.steps.findIndex((step) => step.id === id)
}

/** The id of the step after this one in the list; undefined after the last one. */
export function following(flow: Flow, id: string): string | undefined {
  return flow.steps[stepIndex(flow, id) + 1]?.id
}
