// Begins and ends spans. Whoever is given no tracer makes no spans: without the setting nothing of this runs.
import { hostname } from 'node:os'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log/log.ts'
import { VERSION } from '../kernel/version.ts'
import type { SetTimer } from '../kernel/wake-signal.ts'
import { writeOtlp } from './otlp-json.ts'
import {
  type Attributes,
  isInShare,
  newSpanId,
  type RemoteParent,
  type SpanContext,
  type SpanKind,
} from './span.ts'
import { createSpanExporter, type SpanFigures } from './span-exporter.ts'
import type { TraceSettings } from './trace-settings.ts'

export interface Span {
  readonly context: SpanContext
  event(name: string, attributes?: Attributes): void
  /** A part of it, which begins now. */
  child(name: string, attributes?: Attributes): Span
  link(to: SpanContext): void
  end(attributes?: Attributes, hasFailed?: boolean): void
}

export interface SpanStart {
  traceId: string
  /** The span of a caller; its trace goes on then. */
  parent?: RemoteParent | undefined
  kind?: SpanKind
  attributes?: Attributes
  /** How long ago the span began. */
  agoMs?: number
}

export interface Tracer {
  /** Whether a trace that begins here is kept: by the id of what it is about, or its own. */
  keeps(id: string): boolean
  /** Undefined: its trace is not kept. */
  start(name: string, start: SpanStart): Span | undefined
  figures(): SpanFigures
  /** Sends what is left, within a time limit. */
  close(): Promise<void>
}

interface TracerOptions {
  settings: TraceSettings
  clock: Clock
  log: Log
  setTimer?: SetTimer
}

/** OpenTelemetry has this limit, too. */
const MAX_EVENTS = 128
const MAX_LINKS = 128

export function createTracer({ settings, clock, log, setTimer }: TracerOptions): Tracer {
  const { url, headers, timeoutMs, ratio, followsParent } = settings
  const resource: Attributes = {
    'service.name': 'carillon',
    'service.version': VERSION,
    'service.instance.id': `${hostname()}:${process.pid}`,
    ...settings.resource,
  }
  const exporter = createSpanExporter({
    ...{ url, headers, timeoutMs, log },
    write: (spans) => writeOtlp(spans, resource, { name: 'carillon', version: VERSION }),
    ...(setTimer && { setTimer }),
  })

  function begin(
    name: string,
    { traceId, parentSpanId, kind = 'internal', attributes = {}, agoMs = 0 }: NewSpan,
  ): Span {
    const context = { traceId, spanId: newSpanId() }
    const startMs = clock.now().getTime() - agoMs
    const startElapsedMs = clock.elapsedMs() - agoMs
    // By the monotonic clock: nothing ends before it began.
    const now = () => startMs + clock.elapsedMs() - startElapsedMs
    const span = {
      ...{ ...context, parentSpanId, name, kind, startMs, attributes },
      ...{
        events: [] as { name: string; atMs: number; attributes: Attributes }[],
        links: [] as SpanContext[],
      },
    }
    return {
      context,
      event(what, facts = {}) {
        if (span.events.length < MAX_EVENTS) span.events.push({ name: what, atMs: now(), attributes: facts })
      },
      child: (what, facts = {}) => begin(what, { traceId, parentSpanId: context.spanId, attributes: facts }),
      link({ traceId: otherTrace, spanId }) {
        if (span.links.length < MAX_LINKS) span.links.push({ traceId: otherTrace, spanId })
      },
      end(more = {}, hasFailed = false) {
        exporter.add({ ...span, attributes: { ...attributes, ...more }, endMs: now(), hasFailed })
      },
    }
  }

  return {
    keeps: (id) => isInShare(id, ratio),
    start(name, { traceId, parent, ...start }) {
      const isKept = parent && followsParent ? parent.isSampled : isInShare(parent?.traceId ?? traceId, ratio)
      if (!isKept) return undefined
      return begin(name, { ...start, traceId: parent?.traceId ?? traceId, parentSpanId: parent?.spanId })
    },
    figures: exporter.figures,
    close: exporter.close,
  }
}

interface NewSpan {
  traceId: string
  parentSpanId: string | undefined
  kind?: SpanKind
  attributes?: Attributes
  agoMs?: number
}
