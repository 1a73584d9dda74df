// What somebody gets who may see how the service works but no phone numbers: the same answers, with each number in them masked. It is done here, on
// every answer, so that no operation has to think of it, nor one that is added. What is about numbers alone needs the permission `seeNumbers`.
import type { FastifyRequest } from 'fastify'
import { maskNumbers } from '../../kernel/phone/masked-numbers.ts'
import type { Api } from '../schemas/route-schema.ts'
import { may } from './auth.ts'

/** The company's own numbers, what it says and where it transfers to, names by which things are found, and what only looks like a number. */
const SHOWN = new Set([
  ...['callerId', 'callerIds', 'flow', 'unknownFlow', 'prefixRules', 'prices'],
  ...['allowedPrefixes', 'deniedPrefixes', 'allowedPremiumPrefixes'],
  ...['name', 'taskName', 'dataSourceName', 'trunkName', 'actor'],
  ...['id', 'address', 'browser', 'host', 'outboundProxy', 'transferHosts', 'fileDigest'],
])

/** Must be called before routes are added. */
export function addNumberMask(app: Api): void {
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    done(null, seesNoNumbers(request) ? withoutNumbers(payload) : payload)
  })
}

/** Somebody who is known; without a principal nothing of the service is answered. */
export function seesNoNumbers(request: FastifyRequest): boolean {
  return request.principal !== null && !may(request, 'seeNumbers')
}

/** The same JSON with all numbers masked in its texts. */
export function withoutNumbers<Value>(value: Value): Value {
  return masked(value) as Value
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, SHOWN.has(name) ? each : masked(each)]),
  )
}
