// Follows one task to its end. The task is read after the stream is open, so a change is either in what was read or in the stream: a task
// that is over before anybody follows it is not waited for.
import { ApiError } from './api-error.ts'
import type { Client, Schemas } from './client.ts'
import type { ServiceEvent } from './follow-events.ts'
import { TaskStatus } from './generated/task-states.ts'
import { pause } from './pause.ts'

const ENDED: readonly number[] = [
  TaskStatus.STOPPED,
  TaskStatus.COMPLETED,
  TaskStatus.FAILED,
  TaskStatus.CLOSED,
]
const RETRY_MS = 1000

interface FollowTaskOptions {
  types?: string
  signal?: AbortSignal
}

export async function followTask(
  client: Client,
  id: string,
  onEvent: (event: ServiceEvent) => void,
  { types, signal }: FollowTaskOptions,
): Promise<Schemas['TaskDetail']> {
  const read = () =>
    client.get('/api/task/detail/{id}', { params: { path: { id } }, ...(signal && { signal }) })
  let lastEventId: string | undefined
  for (;;) {
    const over = new AbortController()
    const leave = () => over.abort(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    let failure: unknown
    const endIfOver = async () => {
      if (ENDED.includes((await read()).status)) over.abort()
    }
    try {
      signal?.throwIfAborted()
      await client.followEvents(
        {
          onOpen() {
            endIfOver().catch((error: unknown) => {
              failure = error
              over.abort()
            })
          },
          onEvent(event) {
            onEvent(event)
            if (event.type === 'task' && ENDED.includes(event.data.status)) over.abort()
          },
          onPosition(position) {
            lastEventId = position
          },
        },
        { taskId: id, lastEventId, signal: over.signal, ...(types !== undefined && { types }) },
      )
    } catch (error) {
      failure ??= over.signal.aborted ? undefined : error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
    signal?.throwIfAborted()
    if (failure !== undefined && !isTemporary(failure)) throw failure
    if (failure === undefined && over.signal.aborted) return read()
    await pause(RETRY_MS, signal)
  }
}

/** The service restarts, or is busy. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status)
}
