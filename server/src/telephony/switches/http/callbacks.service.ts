// Accepts the voice platform's reports if they are signed, and stores each once, whichever node receives it.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import {
  findBadHeaders,
  findForgery,
  type Proof,
  type ProofFault,
} from '../../../platform/kernel/secrets/signature.ts'
import type { CallReport, HttpCalls, ReportedCause } from './http-calls.ts'
import { talkMsOf } from './platform-answer.ts'
import { readResult } from './platform-result.ts'

export interface GivenReport {
  attemptId: string
  status: 'ringing' | 'answered' | 'ended'
  cause?: ReportedCause
  talkSeconds?: number
  sipStatus?: number
  result?: unknown
}

export type HttpCallbacks = ReturnType<typeof createHttpCallbacks>

interface HttpCallbacksOptions {
  calls: HttpCalls
  clock: Clock
  signing: CallbackSigning
}

export interface CallbackSigning {
  secret: string
  /** The path of the URL that the platform was given. A proxy may strip a prefix, so the request's own path can differ. */
  path: string
}

export function createHttpCallbacks({ calls, clock, signing }: HttpCallbacksOptions) {
  return {
    /** Why the headers show that the message is not from the platform, or undefined. */
    findBadHeaders: (proof: Proof) => findBadHeaders(clock.now(), proof),

    /** Why the message is not from the platform, or undefined. */
    findForgery(proof: Proof, body: Buffer): ProofFault | undefined {
      const { secret, path } = signing
      return findForgery(secret, clock.now(), proof, { direction: 'callback', method: 'POST', path, body })
    },

    async receive(given: GivenReport): Promise<void> {
      if (!(await calls.record(readReport(given)))) throw new NotFound('attempt', given.attemptId)
    },
  }
}

function readReport({ attemptId, status, cause, talkSeconds, sipStatus, ...given }: GivenReport): CallReport {
  const result = given.result === undefined ? undefined : readResult(given.result)
  if (status !== 'ended') return { attemptId, status, result }
  if (cause === undefined)
    throw new InvalidInput('cause is needed when a call has ended', { fault: 'required', field: 'cause' })
  return { attemptId, status, cause, talkMs: talkMsOf(talkSeconds), sipStatus, result }
}
