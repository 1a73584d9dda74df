// Reads server-sent events with fetch, because EventSource cannot send a token.
import { ApiError, readError, unreachable } from './api-error.ts'
import type { components } from './generated/api.ts'

type Schemas = components['schemas']

export type ServiceEvent =
  | { type: 'task'; data: Schemas['TaskChanged'] }
  | { type: 'progress'; data: Schemas['TaskProgress'] }
  | { type: 'call'; data: Schemas['Call'] }

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
  /** Default `task,progress`; `task,call` sends every call. */
  types?: string
  signal?: AbortSignal
}

interface Connection extends FollowOptions {
  baseUrl: string
  token: string | undefined
  listener: EventListener
}

/** The service sends something at least every 15 seconds; a stream without data for this long is dead. */
const MAX_SILENCE_MS = 40_000

export async function followEvents(connection: Connection): Promise<void> {
  const { listener, signal } = connection
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
  }
  restartTimer()
  try {
    const response = await open(
      connection,
      signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new ApiError(response.status, 'the stream of events has no body')
    let rest = ''
    let isOpen = false
    for (;;) {
      const { value, done } = await reader.read().catch(failUnreachable)
      if (done) return
      restartTimer()
      if (!isOpen) listener.onOpen?.()
      isOpen = true
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (signal?.aborted) return
        deliver(block, listener)
      }
    }
  } catch (error) {
    if (signal?.aborted && error instanceof ApiError && error.isUnreachable) return
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function open({ baseUrl, token, lastEventId, taskId, types }: Connection, signal: AbortSignal) {
  const query = new URLSearchParams()
  if (taskId !== undefined) query.set('taskId', taskId)
  if (types !== undefined) query.set('types', types)
  const response = await fetch(`${baseUrl}/api/events?${query}`, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    cache: 'no-store',
    signal,
  }).catch(failUnreachable)
  if (!response.ok) throw await readError(response)
  return response
}

function failUnreachable(cause: unknown): never {
  throw unreachable(cause)
}

function deliver(block: string, listener: EventListener): void {
  let type = ''
  let data = ''
  let id: string | undefined
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name === 'event') type = value
    else if (name === 'data') data += value
    else if (name === 'id') id = value
  }
  if (data !== '') listener.onEvent({ type, data: JSON.parse(data) } as ServiceEvent)
  // Reported only after the event was handled, so that a failed handler receives the event again.
  if (id !== undefined) listener.onPosition?.(id)
}
