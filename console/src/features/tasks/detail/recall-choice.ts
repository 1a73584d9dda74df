// Which contacts a recall dials again, chosen by outcome and cause, and the requests that say so.
import type { Schemas } from '@carillon/client'

export type RecallRequest = Pick<Schemas['RecallRequest'], 'outcomes' | 'causes'>
type Outcome = NonNullable<RecallRequest['outcomes']>[number]
type Cause = NonNullable<RecallRequest['causes']>[number]
type Counts = Schemas['TaskContactCounts']

export const recallOutcomes = ['failed', 'success', 'skipped'] as const satisfies Outcome[]

/** Contacts that are done, by outcome and then by cause. */
export interface OutcomeGroup {
  outcome: Outcome
  contacts: number
  causes: { cause: Cause; contacts: number }[]
}

/** Per outcome: all of it, or some causes. */
export type RecallChoice = Partial<Record<Outcome, 'all' | Cause[]>>

export function groupsOf({ states, causes }: Counts): OutcomeGroup[] {
  return recallOutcomes
    .map((outcome) => ({
      outcome,
      contacts: states[outcome],
      causes: causes
        .filter(({ state }) => state === outcome)
        .map(({ cause, contacts }) => ({ cause: cause as Cause, contacts })),
    }))
    .filter(({ contacts }) => contacts > 0)
}

export function causesOf(choice: RecallChoice, { outcome, causes }: OutcomeGroup): Cause[] {
  const chosen = choice[outcome] ?? []
  return chosen === 'all' ? causes.map(({ cause }) => cause) : chosen
}

/** Choosing every cause is choosing the outcome. */
export function withCauses(choice: RecallChoice, group: OutcomeGroup, causes: Cause[]): RecallChoice {
  const isAll = causes.length > 0 && causes.length === group.causes.length
  return { ...choice, [group.outcome]: isAll ? 'all' : causes }
}

export function countChosen(groups: OutcomeGroup[], choice: RecallChoice): number {
  return groups
    .flatMap((group) => {
      if (choice[group.outcome] === 'all') return [group.contacts]
      const chosen = causesOf(choice, group)
      return group.causes.filter(({ cause }) => chosen.includes(cause)).map(({ contacts }) => contacts)
    })
    .reduce((sum, contacts) => sum + contacts, 0)
}

/**
 * One request where that says it exactly. A request recalls each of its outcomes with each of its causes, so different causes of
 * two outcomes are a request each.
 */
export function requestsOf(groups: OutcomeGroup[], choice: RecallChoice): RecallRequest[] {
  const chosen = groups.filter(
    (group) => choice[group.outcome] === 'all' || causesOf(choice, group).length > 0,
  )
  const outcomes = chosen.map(({ outcome }) => outcome)
  if (outcomes.length === 0) return []
  if (chosen.every(({ outcome }) => choice[outcome] === 'all')) return [{ outcomes }]
  const causes = [...new Set(chosen.flatMap((group) => causesOf(choice, group)))]
  const isExact = chosen.every((group) =>
    group.causes.every(({ cause }) => !causes.includes(cause) || causesOf(choice, group).includes(cause)),
  )
  if (isExact) return [{ outcomes, causes }]
  return chosen.map((group) =>
    choice[group.outcome] === 'all'
      ? { outcomes: [group.outcome] }
      : { outcomes: [group.outcome], causes: causesOf(choice, group) },
  )
}
