import { expect, it } from 'vitest'
import type { AttemptResult, WaitingDelivery } from './deliveries.queries.ts'
import { createDeliveryQueue } from './delivery-queue.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const LATER = new Date('2026-01-01T00:00:05.000Z')

const delivery = (id: number, task: string, nextTime = NOW): WaitingDelivery => ({
  ...{ id, message_id: `m${id}`, event: 'task.status', task_id: task, body: '{}' },
  ...{ attempts: 0, next_time: nextTime },
})

const result = ({ id, attempts }: WaitingDelivery, status: AttemptResult['status']): AttemptResult => ({
  ...{ id, status, attempts: attempts + 1, nextTime: status === 'waiting' ? LATER : NOW, time: NOW },
  ...{ httpStatus: null, durationMs: 1, answer: null, error: null },
})

function open(...deliveries: WaitingDelivery[]) {
  const queue = createDeliveryQueue()
  queue.add(deliveries)
  return queue
}

it('gives out one delivery of each task at a time, in their order, and the tasks in turn', () => {
  const queue = open(delivery(1, 'a'), delivery(2, 'a'), delivery(3, 'b'), delivery(4, 'a'))
  const [first, second] = [queue.take(NOW), queue.take(NOW)]
  expect([first?.id, second?.id, queue.take(NOW)]).toEqual([1, 3, undefined])
  expect(queue.underWay()).toBe(2)
  if (first) queue.end(first, result(first, 'delivered'))
  expect(queue.take(NOW)?.id).toBe(2)
  expect(queue.size()).toBe(3)
})

it('holds back what comes after a delivery that was not taken, until it is due again', () => {
  const queue = open(delivery(1, 'a'), delivery(2, 'a'))
  const first = queue.take(NOW)
  if (first) queue.end(first, result(first, 'waiting'))
  expect(queue.take(NOW)).toBeUndefined()
  expect(queue.nextDue()).toEqual(LATER)
  expect(queue.take(LATER)).toMatchObject({ id: 1, attempts: 1 })
})

it('holds what was answered until its result is written, and writes only the last result of each', () => {
  const queue = open(delivery(1, 'a'), delivery(2, 'b'))
  const first = queue.take(NOW)
  if (!first) throw new Error('nothing is due')
  queue.end(first, result(first, 'waiting'))
  const writing = queue.unwritten()
  queue.take(LATER)
  queue.end(first, result(first, 'delivered'))
  queue.written(writing)
  expect(queue.ids().sort()).toEqual([1, 2])
  expect(queue.unwritten()).toEqual([expect.objectContaining({ id: 1, status: 'delivered', attempts: 2 })])
  queue.written(queue.unwritten())
  expect(queue.ids()).toEqual([2])
})

it('puts what is sent again before what came later, but not before what is on its way', () => {
  const queue = open(delivery(5, 'a'), delivery(7, 'a'), delivery(9, 'b'))
  queue.take(NOW)
  queue.add([delivery(6, 'a'), delivery(1, 'a'), delivery(8, 'b')])
  const sent: number[] = []
  for (let next = queue.take(NOW); next; next = queue.take(NOW)) {
    sent.push(next.id)
    queue.end(next, result(next, 'delivered'))
  }
  expect(sent).toEqual([8, 9])
  queue.end(delivery(5, 'a'))
  expect([queue.take(NOW)?.id, queue.size()]).toEqual([5, 4])
})

it('hurries all, or one with those of its task before it', () => {
  const queue = open(delivery(1, 'a', LATER), delivery(2, 'a', LATER), delivery(3, 'b', LATER))
  expect(queue.take(NOW)).toBeUndefined()
  queue.hurry(NOW, 2)
  expect([queue.take(NOW)?.id, queue.take(NOW)]).toEqual([1, undefined])
  queue.hurry(NOW, undefined)
  expect(queue.take(NOW)?.id).toBe(3)
})
