// Follows tasks and calls.
import { readEventBlocks } from './event-blocks.ts'
import type { components } from './generated/api.ts'

type Schemas = components['schemas']

export type ServiceEvent =
  | { type: 'task'; data: Schemas['TaskChanged'] }
  | { type: 'progress'; data: Schemas['TaskProgress'] }
  | { type: 'call'; data: Schemas['Call'] }
  | { type: 'contact.done'; data: Schemas['DoneContact'] }

export interface EventListener {
  /** The stream is open; every later event will be delivered. */
  onOpen?(): void
  onEvent(event: ServiceEvent): void
  /** The id to pass as `lastEventId` when the stream is opened again. */
  onPosition?(id: string): void
}

export interface FollowOptions {
  lastEventId?: string | undefined
  taskId?: string
  /** Default `task,progress`; `task,call` sends every call, and `contact.done` every contact that is done. */
  types?: string
  signal?: AbortSignal
}

interface Connection extends FollowOptions {
  baseUrl: string
  token: string | undefined
  listener: EventListener
}

export function followEvents(connection: Connection): Promise<void> {
  const { baseUrl, token, listener, lastEventId, taskId, types, signal } = connection
  const query = new URLSearchParams()
  if (taskId !== undefined) query.set('taskId', taskId)
  if (types !== undefined) query.set('types', types)
  return readEventBlocks({
    url: `${baseUrl}/api/events?${query}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal,
    onOpen: () => listener.onOpen?.(),
    onBlock({ type, data, id }) {
      if (data !== '') listener.onEvent({ type, data: JSON.parse(data) } as ServiceEvent)
      // Reported only after the event was handled, so that a failed handler receives the event again.
      if (id !== undefined) listener.onPosition?.(id)
    },
  })
}
