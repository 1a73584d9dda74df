// Which events are sent to webhooks. Those of the sequence that GET /api/events reads too, and others with a number of the same
// sequence, so that one number per webhook says how far it has read. Only `task.attention` has none: it is a change of what is asked.

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
  /** NO_TASK if it has none. */
  taskId: string
  /** When it happened. */
  time: Date
  data: object
}

/** An event as it is stored and sent. */
export interface EventBody extends Pick<PresentedEvent, 'event' | 'taskId'> {
  body: string
}

/** The body of a delivery, in the form that Standard Webhooks recommends. */
export function bodyOf({
  event,
  time,
  data,
}: Omit<PresentedEvent, 'event' | 'taskId'> & { event: string }): string {
  return JSON.stringify({ type: event, timestamp: time.toISOString(), data })
}
