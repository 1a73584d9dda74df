// Traces of a dialing node. Every call is a trace of its own, whose id is the id of the call: a node that takes the call over goes on
// with the same trace. A claim and a settlement are about many calls, so they have traces of their own, and the calls link to them.
// No span has a phone number, a name, a pressed key or anything that was said.
import type { DialerWatch, SettledCall, WatchedCall } from '../../dialing/dialer/dialer-watch.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { hasTask } from '../../platform/kernel/task-of-call.ts'
import { type Attributes, type SpanContext, traceIdOf } from '../../platform/tracing/span.ts'
import type { Span, Tracer } from '../../platform/tracing/tracer.ts'
import type { GatewayEvent } from '../../telephony/gateway.ts'

interface CallTrace {
  span: Span
  step: Span | undefined
}

/** The others say nothing about how the call goes, or what the callee did. */
const TOLD_EVENTS: ReadonlySet<GatewayEvent['type']> = new Set([
  'ringing',
  'answered',
  'hungUp',
  'recorded',
  'ended',
])

/** Does what `watch` does, and traces. */
export function traceDialer(watch: DialerWatch, tracer: Tracer): DialerWatch {
  const calls = new Map<string, CallTrace>()

  function begin({ id, taskId }: WatchedCall, attributes: Attributes, claim?: SpanContext): void {
    // Asked first: most calls are not kept, and cost nothing.
    if (!tracer.keeps(id)) return
    const span = tracer.start('call', {
      traceId: traceIdOf(id),
      attributes: {
        'carillon.call.id': id,
        'carillon.task.id': hasTask(taskId) ? taskId : undefined,
        ...attributes,
      },
    })
    if (!span) return
    if (claim) span.link(claim)
    calls.set(id, { span, step: undefined })
  }

  function endStep(trace: CallTrace | undefined): void {
    trace?.step?.end()
    if (trace) trace.step = undefined
  }

  /** Something that was done for many calls at once. */
  function batch(name: string, count: number, seconds: number, facts: Attributes = {}): Span | undefined {
    const attributes = { 'carillon.calls': count, ...facts }
    return tracer.start(name, { traceId: traceIdOf(newId()), agoMs: seconds * 1000, attributes })
  }

  function end(id: string, settlement: Span | undefined, attributes: Attributes, hasFailed = false): void {
    const trace = calls.get(id)
    if (!trace) return
    calls.delete(id)
    endStep(trace)
    if (settlement) trace.span.link(settlement.context)
    trace.span.end(attributes, hasFailed)
  }

  function endSettled(
    { id, end: { cause, talkMs, sipStatus } }: SettledCall,
    settlement: Span | undefined,
  ): void {
    const facts = {
      'carillon.call.cause': cause,
      'carillon.call.talk_ms': talkMs,
      'carillon.call.sip_status': sipStatus,
    }
    end(id, settlement, facts, cause === 'gateway_error' || cause === 'lost')
  }

  return {
    job: watch.job,
    failed: watch.failed,
    claimed(taken, seconds) {
      watch.claimed(taken, seconds)
      if (taken.length === 0) return
      const tasks = new Set(taken.map(({ call }) => call.taskId)).size
      const claim = batch('claim', taken.length, seconds, { 'carillon.tasks': tasks })
      for (const { call, attempt } of taken) begin(call, { 'carillon.call.attempt': attempt }, claim?.context)
      claim?.end()
    },
    got(call, how) {
      watch.got(call, how)
      begin(call, { 'carillon.call.origin': how })
    },
    placed(id) {
      watch.placed(id)
      calls.get(id)?.span.event('placed')
    },
    heard(event) {
      watch.heard(event)
      if (!TOLD_EVENTS.has(event.type)) return
      const trace = calls.get(event.attemptId)
      trace?.span.event(event.type)
      if (event.type === 'ended' || event.type === 'hungUp') endStep(trace)
    },
    stepped(id, step) {
      watch.stepped(id, step)
      const trace = calls.get(id)
      if (!trace) return
      endStep(trace)
      trace.step = trace.span.child(`step ${step.type}`, {
        'carillon.step.id': step.id,
        'carillon.step.type': step.type,
      })
    },
    settled(ended, seconds) {
      watch.settled(ended, seconds)
      if (ended.length === 0) return
      const settlement = batch('settle', ended.length, seconds)
      for (const call of ended) endSettled(call, settlement)
      settlement?.end()
    },
    released(given, seconds) {
      watch.released(given, seconds)
      if (given.length === 0) return
      const settlement = batch('release', given.length, seconds)
      for (const { id } of given) end(id, settlement, { 'carillon.call.is_released': true })
      settlement?.end()
    },
    lost() {
      watch.lost()
      for (const id of calls.keys()) end(id, undefined, { 'carillon.call.is_handed_over': true })
    },
  }
}
