// A task's counters. Those that ended calls change are in a few slots, so that settling nodes do not queue for one row, and
// the current row of a slot is the newest, found first whichever others an old snapshot keeps.

/** How many slots the settling nodes share. */
export const COUNTER_SLOTS = 4

/** Changed in place, seldom and with the task held, by whatever is not the end of a call. */
export const SELDOM_SLOT = -1

/** An expression: the number of a slot's current row, or null. */
export function newestCounter(taskId: string, slot: string): string {
  return `(select seq from task_counter where task_id = ${taskId} and slot = ${slot} order by seq desc limit 1)`
}

/**
 * A statement: makes the slot's row of each task in `tasks` (a column task_id) that has none. Whoever will settle calls does
 * this before, in a transaction of its own, so that settlements that come at the same time find one row to change.
 */
export function openCounters(tasks: string, slot: string, now: string): string {
  return `insert into task_counter (task_id, slot, update_time)
     select distinct task_id, ${slot}::smallint, ${now}::timestamptz from ${tasks} given
     where ${newestCounter('given.task_id', slot)} is null
     on conflict do nothing`
}

/** An expression: how many calls of the task have ended or were taken back, since ever. */
export function endedCallsOf(task: string): string {
  return `coalesce((
    select sum(counter.ended) from generate_series(0, ${COUNTER_SLOTS - 1}) as slots (slot) cross join lateral (
      select call_count + released_count as ended from task_counter
      where task_id = ${task}.id and slot = slots.slot
      order by seq desc limit 1
    ) counter
  ), 0)::bigint`
}
