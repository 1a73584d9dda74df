// How long a task's list is. A snapshot has an end and a count of its own from publish on. A list without an end has the
// contacts of its data source, and those that were deleted from it after they were dialed (`kept_count`). So adding contacts
// does not change any task.

/** An expression: how many contacts task t has, whose data source is d. A draft shows its data source's. */
export function contactCountOf(t: string, d: string): string {
  return `coalesce(${t}.contact_count, ${d}.contact_count + ${t}.kept_count)`
}

/** Assignments: the list of task t, whose data source is d, ends here, unless it has an end already. */
export function endList(t: string, d: string): string {
  return `contact_count = ${contactCountOf(t, d)}, list_end = coalesce(${t}.list_end, ${d}.last_position)`
}

/** Assignments: so many contacts of task t that were deleted do not count any more. */
export function dropKept(t: string, contacts: string): string {
  return `contact_count = ${t}.contact_count - ${contacts},
       kept_count = ${t}.kept_count - case when ${t}.contact_count is null then ${contacts} else 0 end`
}
