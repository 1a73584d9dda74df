// What traces are made of. Ids are hexadecimal, as in the header `traceparent` of W3C Trace Context.
import { randomBytes } from 'node:crypto'

export type AttributeValue = string | number | boolean
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>

/** Where a span is found. */
export interface SpanContext {
  traceId: string
  spanId: string
}

/** The span of a caller, and whether the caller keeps its trace. */
export interface RemoteParent extends SpanContext {
  isSampled: boolean
}

export type SpanKind = 'internal' | 'server'

export interface SpanEvent {
  name: string
  atMs: number
  attributes: Attributes
}

/** A span that has ended. */
export interface FinishedSpan extends SpanContext {
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with fractions. */
  startMs: number
  endMs: number
  attributes: Attributes
  events: SpanEvent[]
  links: SpanContext[]
  hasFailed: boolean
}

/** The trace of something that has an id: whoever knows the id finds the trace, and several nodes can write to it. */
export function traceIdOf(id: string): string {
  return id.replaceAll('-', '')
}

const SPAN_ID_DIGITS = 16
let random = ''
let drawn = 0

/** Random digits are drawn in advance, for many spans. */
export function newSpanId(): string {
  if (drawn === random.length) {
    random = randomBytes((SPAN_ID_DIGITS / 2) * 128).toString('hex')
    drawn = 0
  }
  drawn += SPAN_ID_DIGITS
  const id = random.slice(drawn - SPAN_ID_DIGITS, drawn)
  return /^0+$/.test(id) ? newSpanId() : id
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Undefined if there is none or it is malformed; a newer version may have more behind what is known. */
export function readTraceparent(header: string | string[] | undefined): RemoteParent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header) ?? []
  const isKnown = version !== '' && version !== 'ff' && (version !== '00' || more === undefined)
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Random in ids of ours (UUIDv7) and, by W3C, in those of others. */
const RANDOM_DIGITS = 12

/** The same trace is kept, or not, on every node. */
export function isInShare(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS >= 1 - ratio
}
