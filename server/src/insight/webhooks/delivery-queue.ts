// The deliveries of a webhook that are in memory: one queue per task, the oldest first. The first of a queue may be on its way. A delivery is
// held from when it was read until what came of it is in the table, so an answered one is never read and sent again.
import type { AttemptResult, WaitingDelivery } from './deliveries.queries.ts'

export function createDeliveryQueue() {
  const queues = new Map<string, WaitingDelivery[]>()
  /** Tasks of which a delivery is on its way. */
  const busyTasks = new Set<string>()
  /** Results that are not in the table yet, by delivery. */
  const results = new Map<number, AttemptResult>()
  let failuresInRow = 0

  return {
    add(deliveries: readonly WaitingDelivery[]): void {
      for (const delivery of deliveries) {
        const queue = queues.get(delivery.task_id)
        if (!queue) queues.set(delivery.task_id, [delivery])
        else {
          // What is sent again goes before what came later, but not before what is on its way.
          const behind = queue.findIndex((each) => each.id > delivery.id)
          const place = behind < 0 ? queue.length : Math.max(behind, busyTasks.has(delivery.task_id) ? 1 : 0)
          queue.splice(place, 0, delivery)
        }
      }
    },

    /** How many wait or are on their way. */
    size(): number {
      let size = 0
      for (const queue of queues.values()) size += queue.length
      return size
    },

    /** All deliveries that are held. */
    ids: (): number[] => [
      ...new Set([...[...queues.values()].flatMap((queue) => queue.map(({ id }) => id)), ...results.keys()]),
    ],

    /** The next delivery that is due, which is on its way from now on; the tasks take turns. */
    take(now: Date): WaitingDelivery | undefined {
      for (const [taskId, queue] of queues) {
        const [delivery] = queue
        if (!delivery || busyTasks.has(taskId) || delivery.next_time > now) continue
        busyTasks.add(taskId)
        queues.delete(taskId)
        queues.set(taskId, queue)
        return delivery
      }
      return undefined
    },

    /** How many are on their way. */
    underWay: (): number => busyTasks.size,

    /** The delivery is not on its way any more. Without a result nothing is known of it, and it waits as before. */
    end(delivery: WaitingDelivery, result?: AttemptResult): void {
      busyTasks.delete(delivery.task_id)
      if (!result) return
      failuresInRow = result.status === 'delivered' ? 0 : failuresInRow + 1
      delivery.attempts = result.attempts
      delivery.next_time = result.nextTime
      // The latest comes last.
      results.delete(delivery.id)
      results.set(delivery.id, result)
      if (result.status === 'waiting') return
      const queue = queues.get(delivery.task_id)
      queue?.splice(queue.indexOf(delivery), 1)
      if (queue?.length === 0) queues.delete(delivery.task_id)
    },

    /** Attempts that failed since the last one that was taken. */
    failuresInRow: () => failuresInRow,

    unwritten: (): AttemptResult[] => [...results.values()],

    /** The results of these deliveries are in the table. A delivery may have been sent again meanwhile. */
    written(stored: readonly AttemptResult[]): void {
      for (const result of stored) if (results.get(result.id) === result) results.delete(result.id)
    },

    /** When the next delivery is due; undefined if none waits. */
    nextDue(): Date | undefined {
      let next: Date | undefined
      for (const [taskId, [delivery]] of queues)
        if (delivery && !busyTasks.has(taskId) && (!next || delivery.next_time < next))
          next = delivery.next_time
      return next
    },

    /** What waits is due now; with a delivery, only that one and those of its task before it. */
    hurry(now: Date, deliveryId: number | undefined): void {
      for (const queue of queues.values()) {
        const last =
          deliveryId === undefined ? queue.length : queue.findIndex(({ id }) => id === deliveryId) + 1
        for (const delivery of queue.slice(0, last)) if (delivery.next_time > now) delivery.next_time = now
      }
    },
  }
}
