// Decides about each contact of a claim: a call now, a later time, or the end without a call.

import { type Decision, type Denial, TOO_LATE } from '../../../campaigns/permission/decide.ts'
import { isTooLate } from '../../../campaigns/permission/next-attempt.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { numberDigits } from '../../../platform/kernel/phone/phone-key.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { CallToRoute, Router } from '../routing/router.ts'
import type { Candidate, Lane } from './read-candidates.ts'

export interface TakenCall {
  id: string
  contact: Candidate
  /** Null without trunks. */
  trunkId: string | null
  callerId: string | null
}

export interface PassedContact {
  contact: Candidate
  /** Null: it is done. */
  dueAt: Date | null
  outcome: number | null
  denial?: Denial
}

export interface Judged {
  calls: TakenCall[]
  passed: PassedContact[]
  /** How far the list of each task was read (null: as before), and how many of its calls were claimed. */
  progress: { taskId: string; cursor: number | null; started: number }[]
  /** Tasks with contacts that got no call because no trunk has room. */
  withoutTrunk: Set<string>
}

/** A number that has a live call elsewhere is tried again after this. */
export const BUSY_ELSEWHERE_MS = 2000

interface Judging {
  now: Date
  newId: () => string
  router: Router | undefined
  /** The zones by which the hours of its task hold for the contact. */
  zonesOf(contact: Candidate): readonly ZoneOffsets[]
  /** The number as gateways are given it. */
  dialForm: DialForm
}

/** Lane by lane, until the lines of each are used up: of several contacts with one number or one case, the highest priority is called. */
export function judgeCandidates(
  lanes: Lane[],
  decide: Decision,
  { now, newId, router, zonesOf, dialForm }: Judging,
): Judged {
  const calls: TakenCall[] = []
  const passed: PassedContact[] = []
  const progress = new Map<string, { cursor: number | null; started: number }>()
  const taken = new Set<string>()
  const casesTaken = new Set<string | null>()
  const withoutTrunk = new Set<string>()
  const busyUntil = new Date(now.getTime() + BUSY_ELSEWHERE_MS)

  /** Whether the hours of its task do not open between then and its `callUntil`. */
  const isLateFrom = (contact: Candidate, from: Date) =>
    contact.callUntil !== null &&
    isTooLate(contact.lane.task.hours, zonesOf(contact), contact.callUntil, from, now)

  function denialOf(contact: Candidate): Denial | undefined {
    const { task } = contact.lane
    const denial = decide(
      { ...contact, isSimulated: task.isSimulated },
      task.isByRecipient ? task.hours : undefined,
    )
    if (denial?.kind !== 'never' && isLateFrom(contact, denial?.until ?? now)) return TOO_LATE
    return denial ?? (task.isSimulated ? undefined : router?.denial(routeWish(contact, dialForm)))
  }

  /** Undefined: it is called. */
  function passOver(contact: Candidate): PassedContact | undefined {
    if (!contact.isThere) return { contact, dueAt: null, outcome: ContactStatus.FAILED }
    if (!contact.isFree || taken.has(numberDigits(contact.phoneKey)) || casesTaken.has(contact.caseKey))
      return { contact, dueAt: busyUntil, outcome: null }
    const denial = denialOf(contact)
    if (!denial) return undefined
    if (denial.kind === 'not_yet') return { contact, dueAt: denial.until, outcome: null, denial }
    const outcome = contact.calls === 0 ? ContactStatus.NOT_DIALED : ContactStatus.FAILED
    return { contact, dueAt: null, outcome, denial }
  }

  for (const { task, lines, wanted, listEnd, candidates, isClosed } of lanes) {
    let left = lines
    let last: number | null = null
    let judgedCount = 0
    for (const contact of candidates) {
      // The first that waits for the hours keeps its task running until then, so those behind it need no look.
      if (left === 0 || (isClosed && contact.isThere && !isLateFrom(contact, now))) break
      let pass = passOver(contact)
      const wish = router && !pass && !task.isSimulated ? routeWish(contact, dialForm) : undefined
      const route = router && wish ? router.take(wish) : null
      // The trunks that it waits for are not those of all others.
      if (route === undefined && wish && router?.isLimited(wish))
        pass = { contact, dueAt: busyUntil, outcome: null }
      else if (route === undefined) {
        // The same is true of all that follow.
        withoutTrunk.add(task.id)
        break
      }
      judgedCount += 1
      last = contact.position
      if (pass) {
        passed.push(pass)
        continue
      }
      taken.add(numberDigits(contact.phoneKey))
      if (contact.caseKey !== null) casesTaken.add(contact.caseKey)
      calls.push({ id: newId(), contact, trunkId: route?.trunkId ?? null, callerId: route?.callerId ?? null })
      left -= 1
    }
    const known = progress.get(task.id) ?? { cursor: null, started: 0 }
    known.started += lines - left
    if (listEnd !== undefined)
      known.cursor = judgedCount === candidates.length && candidates.length < wanted ? listEnd : last
    progress.set(task.id, known)
  }
  const progressOf = [...progress].map(([taskId, each]) => ({ taskId, ...each }))
  return { calls, passed, progress: progressOf, withoutTrunk }
}

type DialForm = (written: string, key: string) => string

export function routeWish(
  { phoneKey, phoneNumber, lane: { task } }: Candidate,
  dialForm: DialForm,
): CallToRoute {
  const { trunkIds, callerIds } = task.settings
  return { phoneKey, trunkIds, callerIds, dialed: dialForm(phoneNumber, phoneKey) }
}
