// Where the steps of a flow lead. Each way out of a step has a name that stays when its target changes.
import type { Flow, FlowStep } from './flow.ts'

/** `next`, `noInput` of a gather step, or `case 0` and so on of a branch. */
export type ExitName = 'next' | 'noInput' | `case ${number}`

export interface FlowExit {
  name: ExitName
  /** How the words for it are called, unless it is a case. */
  word: 'next' | 'otherwise' | 'noInput' | 'pressed' | 'notReached' | 'agentDone' | undefined
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
  if (!step || step.type === 'hangup') return []
  const following = steps[index + 1]?.id
  const exit = (name: ExitName, word: FlowExit['word'], to: string | undefined): FlowExit => ({
    name,
    word,
    to: to || following,
    isOpen: false,
    isFollowing: !to || to === following,
  })
  switch (step.type) {
    case 'branch':
      return [
        ...step.cases.map(({ when, next }, at) => ({
          ...exit(`case ${at}`, undefined, next),
          ...(!next && { to: undefined, isOpen: true, isFollowing: false }),
          condition: when,
        })),
        exit('next', 'otherwise', step.next),
      ]
    case 'gather':
      return step.noInput
        ? [exit('next', 'pressed', step.next), exit('noInput', 'noInput', step.noInput)]
        : [exit('next', 'next', step.next)]
    case 'transfer':
      return [exit('next', 'notReached', step.next)]
    case 'stream':
      return [exit('next', 'agentDone', step.next)]
    default:
      return [exit('next', 'next', step.next)]
  }
}

/** The step with another target of one of its exits; undefined is the following step of the list. */
export function withExit<Step extends FlowStep>(step: Step, name: ExitName, to: string | undefined): Step {
  if (step.type === 'hangup') return step
  if (name === 'next') return { ...step, next: to }
  if (name === 'noInput') return { ...step, noInput: to }
  if (step.type !== 'branch') return step
  const at = Number(name.slice('case '.length))
  return { ...step, cases: step.cases.map((one, index) => (index === at ? { ...one, next: to ?? '' } : one)) }
}
