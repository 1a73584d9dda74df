// The slots of task_counter, call_sum and dialer_slot. Each dialing node changes the counters of one slot, so that settlements of
// several nodes rarely wait for each other.

/** Slots 0 to 3. The view dialer_progress of the schema has this number too. */
export const COUNTER_SLOTS = 4

/** For changes of a task's counters that are no end of a call. They are rare and lock the task. */
export const OTHER_CHANGES_SLOT = -1
