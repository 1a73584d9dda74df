// The codes of explanations and their meanings. openapi.json lists them, and the console has a sentence for each.

/** Nothing can be dialed at the moment, by a task or to a contact. */
const blockedStates = {
  storage_fault: 'the database cannot do its work, for example because its disk is full',
  no_dialer: 'no dialer is running',
  gateway_down: 'no dialer has a gateway that works',
  no_lines: 'the dialer is limited to 0 lines',
  outside_window: 'outside the daily window',
} as const

export const taskStates = {
  draft: 'it is not published',
  paused: 'a user paused it',
  stopped: 'a user stopped it',
  completed: 'every contact is done',
  failed: 'the gateway refused its calls',
  closed: 'a user closed it',
  ...blockedStates,
  dialing: 'calls are live or about to start',
  waiting_for_line: 'all lines are in use',
  rate_limited: 'the limit of calls per second is reached',
  waiting_for_retry: 'contacts wait for their next attempt',
  nothing_left: 'about to complete',
  calls_ending: 'live calls end, and no new ones start for now',
  gateway_partly_down: 'some dialers have no gateway that works',
  gateway_busy: 'the gateway accepts no more calls at the moment',
} as const

export const contactStates = {
  live: 'it is being called',
  done_success: 'a call was answered',
  done_failed: 'no attempt reached it, or the gateway refused its calls',
  deleted: 'it was deleted from the data source',
  not_in_task: 'it was added after the task was published',
  task_draft: 'the task is not published',
  task_paused: 'the task is paused',
  task_stopped: 'the task was stopped',
  task_completed: 'the task is completed',
  task_failed: 'the gateway refused the calls of the task',
  task_closed: 'the task is closed',
  ...blockedStates,
  number_busy_elsewhere: 'its number is in another live call',
  waiting_interval: 'the call interval is not over',
  waiting_line: 'its next attempt is due',
  waiting_turn: 'other contacts of the list come first',
} as const

export type TaskStateCode = keyof typeof taskStates
export type ContactStateCode = keyof typeof contactStates

/** What a state of the task means for its contacts; undefined if it does not keep them from being dialed. */
export function contactStateOf(code: TaskStateCode): ContactStateCode | undefined {
  return [`task_${code}`, code].find((each): each is ContactStateCode => each in contactStates)
}
