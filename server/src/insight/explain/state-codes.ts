// The codes of explanations and their meanings. openapi.json lists them, and the console has a sentence for each.
import type { NeverReason, NotYetReason } from '../../campaigns/permission/decide.ts'

/** Nothing can be dialed at the moment, by a task or to a contact. */
const blockedStates = {
  storage_fault: 'the database cannot do its work, for example because its disk is full',
  no_dialer: 'no dialer is running',
  gateway_down: 'no dialer has a gateway that works',
  no_lines: 'the dialer is limited to 0 lines',
  scheduled: 'the task has not started yet: it is scheduled for later',
  outside_window: 'outside the daily window, on another day of the week or on a holiday',
} as const

/** Contacts wait for permission; others of the task may be dialed. */
const notYetStates = {
  recipient_hours: 'outside the calling hours where the called person is',
  daily_budget: 'the attempts in 24 hours are used up',
  monthly_budget: 'the attempts in 30 days are used up',
  attempt_budget: 'the attempts in a window of several days are used up',
  quiet_period: 'a person answered a call to the number a short time ago',
  case_budget: 'the attempts about the case of the contact (`caseField`) are used up',
  case_quiet_period: 'a person answered a call about the case of the contact (`caseField`) a short time ago',
  before_call_time: 'its own time to be called (`callTime`) has not come',
} as const satisfies Record<NotYetReason, string>

/** A contact is done because it may never be called. */
const neverStates = {
  undisclosed_agent:
    'the number is of the European Union, and the call can come to a voice agent before it was said that the voice is artificial',
  no_consent: 'the person has not agreed to what the task asks for (`needsConsent`)',
  do_not_call: 'the number is on a do-not-call list',
  emergency_number: 'it is an emergency number',
  denied_prefix: 'the number begins with a denied prefix',
  premium_number: 'it is a satellite or premium-rate number',
  no_allowed_prefix: 'the number begins with none of the allowed prefixes',
  too_short: 'the number has too few digits',
  too_long: 'the number has too many digits',
  no_calling_hours: 'the time zones in which the called person may be have no calling hours in common',
  withdrawn: 'it is withdrawn',
  denied_on_trunk:
    'by their rules, all its trunks would send a number that may not be called, such as an emergency number',
  after_call_until: 'its `callUntil` has passed, or comes before it may be called',
} as const satisfies Record<NeverReason, string>

export const taskStates = {
  draft: 'it is not published',
  paused: 'a user paused it',
  stopped: 'a user stopped it, or its scheduled end has come',
  completed: 'every contact is done',
  goal_met: 'its goal (`stopWhen`) is met, so no more calls start',
  nobody_called: 'every contact is done without a call: none of them may ever be called',
  failed: 'its calls failed: the gateway refused them, or its voice agent fails',
  closed: 'a user closed it',
  ...blockedStates,
  dialing: 'calls are live or about to start',
  claim_late:
    'contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy',
  heartbeat_late:
    'contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one',
  waiting_for_line: 'all lines are in use',
  waiting_for_trunk: 'all lines of the trunks that it may take are in use, or those trunks are off',
  no_trunk: 'no trunk that it may take is there: none is enabled, or those that it names were deleted',
  trunk_down: 'the trunks that it may take are down, or held back after refusals',
  trunk_partly_down: 'some of the trunks that it may take are down, or held back after refusals',
  caller_ids_used_up: 'every caller ID has reached its calls of the day',
  rate_limited: 'the limit of calls per second is reached',
  waiting_for_retry: 'contacts wait for their next attempt',
  nothing_left: 'about to complete',
  calls_ending: 'live calls end, and no new ones start for now',
  gateway_partly_down: 'some dialers have no gateway that works',
  gateway_busy: 'the gateway accepts no more calls at the moment',
  speech_slow: 'what the calls say is not ready yet: preparing it takes long',
  agent_failing: 'the voice agent is failing: only one call at a time is placed',
  recordings_waiting: 'recordings cannot be stored at the moment',
  backup_failed: 'the last nightly backup failed',
  webhook_off:
    'a webhook was switched off, because its receiver took no event for five days or wants no more',
  secrets_missing:
    'trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one',
  backup_late: 'there was no nightly backup for a day and a half',
  number_key_missing:
    'erased numbers on do-not-call lists cannot be compared, because the node lacks their key',
  secret_key_missing:
    'passwords of trunks and phones, or secrets of webhooks, cannot be used, because the node lacks their key',
  forgetting_late: 'a maintenance job that deletes what is past its age has not run for a day',
  ...notYetStates,
} as const

export const contactStates = {
  live: 'it is being called',
  done_success: 'a call was successful',
  done_failed: 'no attempt reached it, or the gateway refused its calls',
  done_unsuccessful: 'its last call was answered, but does not meet the success rule of the task',
  cut_short: 'the task was stopped before its next attempt',
  deleted: 'it was deleted from the data source',
  not_in_task: 'it was added after the task was published',
  not_remaining: 'the task that this one continues was done with it',
  task_draft: 'the task is not published',
  task_paused: 'the task is paused',
  task_stopped: 'the task was stopped',
  task_completed: 'the task is completed',
  goal_met: 'the goal of the task was met before it was its turn',
  task_failed: 'the task failed',
  task_closed: 'the task is closed',
  ...blockedStates,
  number_busy_elsewhere: 'its number is in another live call',
  waiting_interval: 'the call interval is not over',
  waiting_callback: 'another call was asked for at a later time',
  waiting_line: 'its next attempt is due',
  waiting_turn: 'other contacts of the list come first',
  ...notYetStates,
  ...neverStates,
} as const

export type TaskStateCode = keyof typeof taskStates
export type ContactStateCode = keyof typeof contactStates

/** What a state of the task means for its contacts; undefined if it does not keep them from being dialed. */
export function contactStateOf(code: TaskStateCode): ContactStateCode | undefined {
  if (code in notYetStates) return undefined
  if (code === 'nobody_called') return 'task_completed'
  return [`task_${code}`, code].find((each): each is ContactStateCode => each in contactStates)
}

export const isNotYet = (code: string | null): code is NotYetReason => code !== null && code in notYetStates
export const isNever = (code: string | null): code is NeverReason => code !== null && code in neverStates
