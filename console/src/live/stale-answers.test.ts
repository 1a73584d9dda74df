import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createStaleAnswers } from './stale-answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows an answer on the screen; returns the mock that fetches it. */
function watch(
  queries: QueryClient,
  queryKey: unknown[],
  answer: () => Promise<unknown> = async () => 'answer',
) {
  const ask = vi.fn(answer)
  const unsubscribe = new QueryObserver(queries, { queryKey, queryFn: ask }).subscribe(() => undefined)
  onTestFinished(unsubscribe)
  return ask
}

const about = (id: string) => ({ params: { path: { id } } })
const event = (taskId: string) => ({ type: 'call', data: { taskId } }) as never

it('fetches again only what an event is about', async () => {
  const queries = new QueryClient()
  const stale = createStaleAnswers(queries)
  const task = watch(queries, ['/api/task/detail/{id}', about('a')])
  const other = watch(queries, ['/api/task/detail/{id}', about('b')])
  const list = watch(queries, ['/api/task/list', {}])
  const tokens = watch(queries, ['/api/token/list', {}])
  const number = watch(queries, ['/api/number/{phoneNumber}/history', {}])
  await vi.advanceTimersByTimeAsync(10)
  stale.event(event('a'))
  await vi.advanceTimersByTimeAsync(3000)
  const asked = [task, other, list, tokens, number].map((ask) => ask.mock.calls.length)
  expect(asked).toEqual([2, 1, 2, 1, 2])
})

it('fetches at most once per second, however many calls end', async () => {
  const queries = new QueryClient()
  const stale = createStaleAnswers(queries)
  const list = watch(queries, ['/api/task/list', {}])
  for (let ms = 0; ms < 5000; ms += 10) {
    stale.event(event('a'))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(list.mock.calls.length).toBeLessThanOrEqual(6)
  expect(list.mock.calls.length).toBeGreaterThanOrEqual(4)
})

it('fetches once more when an answer in flight may be older than the event', async () => {
  const queries = new QueryClient()
  const stale = createStaleAnswers(queries)
  const slow = () => new Promise((done) => setTimeout(done, 1500, 'answer'))
  const task = watch(queries, ['/api/task/detail/{id}', about('a')], slow)
  stale.event(event('a'))
  await vi.advanceTimersByTimeAsync(1400)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(task).toHaveBeenCalledTimes(2)
})

it('does not refresh a hidden page until it is visible again', async () => {
  const queries = new QueryClient()
  const stale = createStaleAnswers(queries)
  const list = watch(queries, ['/api/task/list', {}])
  await vi.advanceTimersByTimeAsync(10)
  Object.assign(document, { hidden: true })
  stale.everything()
  await vi.advanceTimersByTimeAsync(5000)
  expect(list).toHaveBeenCalledTimes(1)
  Object.assign(document, { hidden: false })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(10)
  expect(list).toHaveBeenCalledTimes(2)
})
