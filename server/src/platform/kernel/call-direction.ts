// Whether we have called somebody, or somebody has called us.

export const CALL_DIRECTIONS = ['outbound', 'inbound'] as const
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

/** Of a row of `call` or `live_call` in a statement: somebody called in. Only calls without a task have a request. */
export const IS_INBOUND = (row: string) => `coalesce(${row}.request ->> 'purpose' = 'inbound', false)`

/** SQL: the record of a call without a task that ended before anybody was called. It is an event, and no call. */
export const IS_UNCALLED = (row: string) => `coalesce((${row}.request ->> 'isUncalled')::boolean, false)`
