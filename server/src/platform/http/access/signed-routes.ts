// Routes for other systems, which prove by a signature instead of a token that they hold the secret.
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import {
  type Proof,
  type ProofFault,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from '../../kernel/secrets/signature.ts'
import { Unauthorized } from '../errors.ts'
import { addJsonParser } from '../json-body.ts'
import { type Api, ErrorEnvelope, type ErrorStatus, errorMeanings, ref } from '../schemas/route-schema.ts'

export interface SignedCheck {
  /** Why the headers show that the message is not from a holder of the secret, or undefined. */
  findBadHeaders(proof: Proof): ProofFault | undefined
  /** Why the message is not from a holder of the secret, or undefined. */
  findForgery(request: FastifyRequest, proof: Proof, body: Buffer): ProofFault | undefined
}

/** The routes that are added in `add` must have the hook, which refuses unsigned requests before their body is read. */
export function addSignedRoutes(
  api: Api,
  { findBadHeaders, findForgery }: SignedCheck,
  add: (scope: Api, onRequest: onRequestAsyncHookHandler) => void,
): void {
  // A separate scope, because only here the body is checked before it is parsed.
  api.register(async (scope: Api) => {
    addJsonParser(scope, (request, body) => refuse(findForgery(request, proofOf(request), body)))
    add(scope, async (request) => refuse(findBadHeaders(proofOf(request))))
  })
}

const signedMeanings: Partial<Record<ErrorStatus, string>> = {
  401: 'The signature is missing, too old or wrong.',
  403: 'The signature belongs to an agent that this call does not concern.',
  409: 'A request with the same signature was received before.',
}

export function describeSignedErrors(errors: readonly ErrorStatus[]): Record<string, object> {
  return Object.fromEntries(
    errors.map((status) => {
      const description = signedMeanings[status] ?? errorMeanings[status]
      return [status, { description, ...ref(ErrorEnvelope) }]
    }),
  )
}

function refuse(fault: ProofFault | undefined): void {
  if (fault) throw new Unauthorized(fault.message, fault.detail)
}

function proofOf({ headers }: FastifyRequest): Proof {
  return { timestamp: textOf(headers[TIMESTAMP_HEADER]), signature: textOf(headers[SIGNATURE_HEADER]) }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
