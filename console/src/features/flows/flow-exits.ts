// Where the steps of a flow lead. Each way out of a step has a name that stays when its target changes.
import type { Flow, StepType } from './flow.ts'
import type { ExitName } from './steps/step-kind.ts'
import { stepExits } from './steps/steps.ts'

export interface FlowExit {
  name: ExitName
  /** The type of its step, and how the words for it are called there; undefined for a case. */
  of: StepType
  word: string | undefined
  /** Of a case. */
  condition?: string
  /** The id of a step; undefined if the call ends, or if it leads nowhere yet. */
  to: string | undefined
  /** Of a case whose step was not chosen yet: it leads nowhere, and not to the following step. */
  isOpen: boolean
  /** Whether it is simply the following step of the list. */
  isFollowing: boolean
}

/** By whom the call is answered: the ways out of the start. */
export type Answerer = 'person' | 'machine' | 'screening'

/** A way through a flow. */
export interface FlowWay {
  /** The card that it leaves; of a flow that is not edited, the id of the step. */
  from: string
  /** One of both: a way out of a step, or who answers. */
  exit?: FlowExit
  answerer?: Answerer
}

/** The contacts of a task by the way that their last answered call took; as `exit` of the API, several are separated by commas. */
export type WayTaken =
  | { answerer: Answerer; firstStep: string }
  | { fromStep: string; exit?: string }
  /** In a call now. */
  | 'live'

export function exitsOf({ steps }: Pick<Flow, 'steps'>, index: number): FlowExit[] {
  const step = steps[index]
  if (!step) return []
  const following = steps[index + 1]?.id
  return stepExits(step).map(({ name, word, condition, target, mustBeChosen = false }): FlowExit => {
    const isOpen = mustBeChosen && !target
    return {
      ...{ name, of: step.type, word: condition === undefined ? (word ?? 'next') : undefined, isOpen },
      ...(condition !== undefined && { condition }),
      to: isOpen ? undefined : target || following,
      isFollowing: !isOpen && (!target || target === following),
    }
  })
}
