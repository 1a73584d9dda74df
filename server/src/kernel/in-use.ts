import { Conflict, quote } from './errors.ts'

const SHOWN_TASKS = 3

/** A do-not-call list, a calendar or an audio that tasks name is not deleted while they can dial. `tasks`: their names. */
export function inUse(what: string, name: string, tasks: string[]): Conflict {
  const shown = tasks.slice(0, SHOWN_TASKS)
  const more = tasks.length - shown.length
  const names = shown.map(quote).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return new Conflict(`${what} ${quote(name)} is used by tasks that have not ended: ${names}`, {
    fault: 'used_by_tasks',
    params: { tasks: shown, more },
  })
}
