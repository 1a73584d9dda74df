// The states of tasks and contacts, with their words.
import { en } from './en/states.ts'
import { zh } from './zh/states.ts'

export const stateWords = { en, zh }

export type TaskStatusName = keyof typeof en.tasks

type ContactStateName = keyof typeof en.contacts
/** By the number of the status; 0 is none. */
export const CONTACT_STATUSES: readonly (ContactStateName | undefined)[] = [
  undefined,
  ...(['success', 'failed', 'notDialed', 'inProgress'] as const),
]
