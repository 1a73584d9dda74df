// Spans in the JSON form of OTLP 1.x: ids in hexadecimal, enums as numbers, 64-bit numbers as text.
import type { Attributes, AttributeValue, FinishedSpan, SpanKind } from './span.ts'

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2 }
const STATUS_ERROR = 2
/** W3C flags: the trace is kept. */
const SAMPLED = 1

export interface Scope {
  name: string
  version: string
}

export function writeOtlp(spans: readonly FinishedSpan[], resource: Attributes, scope: Scope): string {
  const scopeSpans = [{ scope, spans: spans.map(writeSpan) }]
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: writeAttributes(resource) }, scopeSpans }],
  })
}

function writeSpan(span: FinishedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    flags: SAMPLED,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanosOf(span.startMs),
    endTimeUnixNano: nanosOf(span.endMs),
    attributes: writeAttributes(span.attributes),
    events: span.events.map(({ name, atMs, attributes }) => ({
      name,
      timeUnixNano: nanosOf(atMs),
      attributes: writeAttributes(attributes),
    })),
    links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    status: span.hasFailed ? { code: STATUS_ERROR } : {},
  }
}

/** Microseconds are exact in a number, nanoseconds are not. */
function nanosOf(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}

function writeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: writeValue(value) }],
  )
}

function writeValue(value: AttributeValue): object {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
