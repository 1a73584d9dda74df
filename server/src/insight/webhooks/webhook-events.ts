// Which events are sent to webhooks. Those of the sequence that GET /api/events reads too, and others with a number of the same
// sequence, so that one number per webhook says how far it has read. Only `task.attention` has none: it is a change of what is asked.

import { NO_TASK } from '../../platform/kernel/task-of-call.ts'

export const WEBHOOK_EVENTS = [
  'call.ended',
  'contact.done',
  'task.status',
  'task.attention',
  'import.finished',
  'doNotCall.added',
  'recording.ready',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What the button of the console sends. */
export const TEST_EVENT = 'webhook.test'

/** An event as it is sent. */
export interface PresentedEvent {
  event: WebhookEvent
  taskId: string | null
  /** When it happened. */
  time: Date
  data: object
}

/** An event as it is stored and sent. */
export interface EventBody {
  event: WebhookEvent
  /** Stored without null: deliveries of a task keep their order, and those of none as well. */
  taskId: string
  body: string
}

export const storedEvent = (event: PresentedEvent): EventBody => ({
  ...{ event: event.event, taskId: event.taskId ?? NO_TASK, body: bodyOf(event) },
})

/** The body of a delivery, in the form that Standard Webhooks recommends. */
export function bodyOf({
  event,
  time,
  data,
}: Omit<PresentedEvent, 'event' | 'taskId'> & { event: string }): string {
  return JSON.stringify({ type: event, timestamp: time.toISOString(), data })
}
