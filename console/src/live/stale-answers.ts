// Finds the API answers that an event makes stale and fetches them again. Events are collected for a while, because a busy
// service ends hundreds of calls per second. A hidden page waits until it is visible.
import type { ServiceEvent } from '@carillon/client/events'
import type { Query, QueryClient } from '@tanstack/react-query'

export interface StaleAnswers {
  event(event: ServiceEvent): void
  everything(): void
  close(): void
}

const COLLECT_MS = 1000
/** A user's change to a task is shown almost immediately. */
const SOON_MS = 100

export function createStaleAnswers(queries: QueryClient): StaleAnswers {
  const tasks = new Set<string>()
  let isEverything = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY

  function refreshWithin(ms: number): void {
    const due = performance.now() + ms
    if (due >= dueAt) return
    clearTimeout(timer)
    dueAt = due
    timer = setTimeout(refresh, ms)
  }

  function refresh(): void {
    dueAt = Number.POSITIVE_INFINITY
    if (document.hidden) return
    const all = isEverything
    const ids = new Set(tasks)
    isEverything = false
    tasks.clear()
    if (!all && ids.size === 0) return
    const predicate = (query: Query) => all || isAbout(query, ids)
    // An answer in flight may be older than the event. It is not cancelled, because frequent events would then keep it
    // from ever arriving; it is fetched once more afterwards.
    const isInFlight = queries.isFetching({ predicate }) > 0
    void queries.invalidateQueries({ predicate }, { cancelRefetch: false })
    if (!isInFlight) return
    isEverything ||= all
    for (const id of ids) tasks.add(id)
    refreshWithin(COLLECT_MS)
  }

  document.addEventListener('visibilitychange', refresh)
  return {
    event({ type, data }) {
      if (data.taskId === null) return
      tasks.add(data.taskId)
      refreshWithin(type === 'task' ? SOON_MS : COLLECT_MS)
    },
    everything() {
      isEverything = true
      refreshWithin(SOON_MS)
    },
    close() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    },
  }
}

/** Calls change their task, all task lists, and the figures of the service. */
function isAbout({ queryKey: [path, init] }: Query, taskIds: Set<string>): boolean {
  if (typeof path !== 'string') return false
  if (path.startsWith('/api/task/')) {
    const id = (init as { params?: { path?: { id?: string } } } | undefined)?.params?.path?.id
    return id === undefined || taskIds.has(id)
  }
  const others = ['/api/system', '/api/history', '/api/dataSource/{id}/contact', '/api/number/']
  return others.some((prefix) => path.startsWith(prefix))
}
