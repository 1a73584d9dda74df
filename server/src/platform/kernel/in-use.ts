import { Conflict, quote } from './errors.ts'

const SHOWN = 3

/** A do-not-call list, a calendar or an audio that tasks name is not deleted while they can dial. `tasks`: their names. */
export function inUse(what: string, name: string, tasks: string[]): Conflict {
  const { shown, more, names } = list(tasks)
  return new Conflict(`${what} ${quote(name)} is used by tasks that have not ended: ${names}`, {
    fault: 'used_by_tasks',
    params: { tasks: shown, more },
  })
}

/** A do-not-call list or an audio that the flow for people who call back names. `trunks`: their names. */
export function usedByTrunks(what: string, name: string, trunks: string[]): Conflict {
  const { shown, more, names } = list(trunks)
  return new Conflict(`${what} ${quote(name)} is used for people who call back, by the trunks ${names}`, {
    fault: 'used_by_trunks',
    params: { trunks: shown, more },
  })
}

function list(all: string[]) {
  const shown = all.slice(0, SHOWN)
  const more = all.length - shown.length
  return { shown, more, names: shown.map(quote).join(', ') + (more > 0 ? ` and ${more} more` : '') }
}
