// Conditions that look up one row for each line of a list called `given`, in statements that change the rows.
//
// Each compares with a list of one instead of with the value itself: that is no condition for joining whole tables, so the
// row can only be found through its index. Written as a plain comparison, PostgreSQL would read the table through for every
// given line after an ANALYZE that found it empty, and it would go on doing so when the table has a million rows.
// What is only read is looked up by a lateral query with a limit instead.

/** A live call by its number. */
export const IS_GIVEN_NUMBER = 'l.phone_key = any(array[given.phone_key])'

export const IS_GIVEN_DIAL =
  'd.task_id = any(array[given.task_id]) and d.position = any(array[given.position])'

export const IS_GIVEN_CONTACT = 'c.id = any(array[given.contact_id])'

export const IS_GIVEN_TASK = 't.id = any(array[given.task_id])'

/** Progress that a claim has replaced. */
export const IS_GIVEN_PROGRESS = 'p.task_id = any(array[given.task_id]) and p.seq = any(array[given.seq])'

/**
 * A slot's current counters. Another node may have changed the row since we looked for its number: then it has a
 * higher one, and is changed all the same.
 */
export const IS_GIVEN_COUNTER =
  'counter.task_id = any(array[given.task_id]) and counter.slot = any(array[given.slot]) and counter.seq >= given.seq'
