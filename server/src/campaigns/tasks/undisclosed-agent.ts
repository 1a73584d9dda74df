// A flow with a voice agent that nobody has announced calls no number of the European Union. The claim decides that; here a task whose list has such
// numbers is refused before it starts, because it would skip them.

import { unannouncedStep } from '../../conversations/flows/check/announcements.ts'
import { type Flow, stepIndex } from '../../conversations/flows/flow.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { EUROPEAN_UNION_KEY } from '../permission/european-union.ts'
import { hasNumberLike } from './tasks.queries.ts'

/** `flow`: what the calls of the task would do from now on. */
export async function refuseUndisclosedAgent(db: Queryable, id: string, flow: Flow | null): Promise<void> {
  const step = flow ? unannouncedStep(flow, 'artificialVoice') : undefined
  if (!flow || !step) return
  const found = await hasNumberLike.first(db, [id, EUROPEAN_UNION_KEY])
  if (!found?.has_number) return
  const field = `flow.steps[${stepIndex(flow, step.id)}].announces`
  throw new InvalidInput(
    `${field}: the list has numbers of the European Union, so a step before the voice agent, or the agent itself, must say that the voice is artificial (step "${step.id}")`,
    { fault: 'undisclosed_agent', field, step: step.id },
  )
}
