// The task of a call. A call that somebody asked for alone, or that came from outside, belongs to none: its records have NO_TASK in place of the ids
// of a task and of a data source, and a `request` that says who asked for it and for what. How that is stored is known here.

export const NO_TASK = '00000000-0000-0000-0000-000000000000'

export const hasTask = (taskId: string): boolean => taskId !== NO_TASK

/** The keys of a call without a task. `id`: in place of a contact's, of what it was asked for, or its own. */
export const withoutTask = (id: string) => ({ taskId: NO_TASK, contactId: id })

/** SQL: the same, for the columns task_id, contact_id and data_source_id. */
export const KEYS_WITHOUT_TASK = (id: string) => `'${NO_TASK}', ${id}, '${NO_TASK}'`

/** SQL: of a row of `call` or `live_call`. Reads nothing but the row, so no index is used. */
export const HAS_TASK = (row: string) => `${row}.request is null`

/** SQL: the same, by the key of `call` or `denial`. */
export const IS_WITHOUT_TASK = (row: string) => `${row}.task_id = '${NO_TASK}'`

/** SQL: null without a task. */
export const TASK_ID = (row: string) => `nullif(${row}.task_id, '${NO_TASK}')`
