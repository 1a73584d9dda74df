// Why a task or a contact is called or not, in a sentence; and what to look at before a task is published.
import type { ReasonFacts as Facts, WarningFacts } from '../reason-facts.ts'
import { en as calls } from './calls.ts'

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function byWhom({ actor, since }: Facts): string {
  return [actor ? ` by ${actor}` : '', since ? ` at ${since}` : ''].join('')
}

const colon = ({ why }: Facts) => (why ? `: ${why}` : '')
const brackets = ({ why }: Facts) => (why ? ` (${why})` : '')
const down = (now: string, before: string, facts: Facts) =>
  `${facts.since ? `${before} since ${facts.since}` : now}${colon(facts)}`
const causeOf = (why: string) => (calls.causes as Record<string, string>)[why]?.toLowerCase() ?? why

function waitingForLine({ lines = 0, tasksBefore = 0, tasksBeside = 0 }: Facts): string {
  const rivals = [
    tasksBefore > 0
      ? `${count(tasksBefore, 'task')} of higher priority ${tasksBefore === 1 ? 'goes' : 'go'} first`
      : '',
    tasksBeside > 0
      ? `${count(tasksBeside, 'task')} of the same priority ${tasksBeside === 1 ? 'shares' : 'share'} the lines`
      : '',
  ].filter(Boolean)
  const all = lines === 1 ? 'The only line is in use' : `All ${lines > 0 ? `${lines} ` : ''}lines are in use`
  return `${[all, rivals.join(' and ')].filter(Boolean).join('; ')}.`
}

/** Of a contact, or of how many contacts of a task. */
const notYet =
  (why: string) =>
  ({ contacts, isMore, nextTime, until }: Facts) => {
    if (contacts === undefined) return `${why}: the contact is due at ${until}.`
    const number = `${isMore ? 'at least ' : ''}${count(contacts, 'contact')}`
    return `${why}: ${number} ${contacts === 1 ? 'waits' : 'wait'}, the next is due at ${nextTime}.`
  }
const never = (why: string) => () => `The contact is skipped: ${why}. A recall checks it again.`

const permissionWords = {
  recipient_hours: notYet('Outside the calling hours where the person is'),
  daily_budget: notYet('The attempts in 24 hours are used up'),
  monthly_budget: notYet('The attempts in 30 days are used up'),
  attempt_budget: notYet('The attempts in several days are used up'),
  quiet_period: notYet('A person has answered a call recently'),
  case_budget: notYet('The attempts about the case are used up'),
  case_quiet_period: notYet('A person has answered a call about the case recently'),
  before_call_time: notYet('The time to call has not come'),
  no_consent: never('the person has not agreed to what the task asks for'),
  undisclosed_agent: never(
    'the number is of the European Union, and the call flow does not say that the voice of its agent is artificial',
  ),
  do_not_call: never('the number is on a do-not-call list'),
  emergency_number: never('it is an emergency number'),
  denied_prefix: never('the number begins with a denied prefix'),
  premium_number: never('it is a satellite or premium-rate number'),
  no_allowed_prefix: never('the number begins with none of the allowed prefixes'),
  too_short: never('the number has too few digits'),
  too_long: never('the number has too many digits'),
  no_calling_hours: never('the time zones in which the person may be have no calling hours in common'),
  withdrawn: never('it is withdrawn'),
  denied_on_trunk: never(
    'the rules of the trunk would turn it into a number that may not be called, such as an emergency number',
  ),
  after_call_until: never('its last call time has passed, or no call is possible before it'),
}

const serviceWords = {
  storage_fault: (facts: Facts) => `The database ${down('does not work', 'has not worked', facts)}.`,
  no_dialer: ({ since }: Facts) =>
    since ? `No dialer is running: the last one was seen at ${since}.` : 'No dialer is running.',
  gateway_down: (facts: Facts) => `The gateway ${down('is down', 'has been down', facts)}.`,
  no_lines: () => 'The dialer is limited to 0 lines: no calls are placed.',
  scheduled: ({ until }: Facts) => `The task is scheduled: calls start at ${until}.`,
  outside_window: ({ until }: Facts) =>
    until
      ? `Outside the calling hours: calls start again at ${until}.`
      : 'Outside the calling hours, which do not open in the coming months.',
}

const skipWords: Record<string, string | undefined> = {
  do_not_call: 'on a do-not-call list',
  emergency_number: 'with an emergency number',
  denied_prefix: 'with a denied prefix',
  premium_number: 'with a satellite or premium-rate number',
  no_allowed_prefix: 'with none of the allowed prefixes',
  too_short: 'with too few digits',
  too_long: 'with too many digits',
  no_calling_hours: 'without calling hours where the person is',
  withdrawn: 'withdrawn',
  after_call_until: 'too late to be called',
  denied_on_trunk: 'turned by their trunk into a number that may not be called',
}

const stateWords = {
  draft: () => 'The task is a draft: no calls are placed until it is published.',
  paused: (facts: Facts) =>
    facts.reasonCode === 'simulated_before'
      ? 'The task is paused: its calls were simulated, and calls are real now. Resume it to choose the simulator or real calls.'
      : `The task was paused${byWhom(facts)}${brackets(facts)}: no new calls are placed until it is resumed.`,
  stopped: (facts: Facts) => `The task was stopped${byWhom(facts)}${colon(facts)}.`,
  completed: () => 'Every contact of the task is done.',
  goal_met: () => 'The goal of the task is met: no more calls start.',
  nobody_called: ({ skips = [] }: Facts) =>
    `Nobody was called: ${skips.map(({ reason, contacts }) => `${contacts} ${skipWords[reason] ?? reason}`).join(', ')}.`,
  failed: (facts: Facts) =>
    `The calls of this task failed${brackets(facts)}: resume it when the problem is solved.`,
  closed: (facts: Facts) => `The task was closed${byWhom(facts)}.`,
}

const named = (names: readonly string[], one: string, several: string) =>
  `${names.length === 1 ? one : several} ${names.join(', ')}`

const reasons = {
  ...serviceWords,
  ...stateWords,
  ...permissionWords,
  task_draft: stateWords.draft,
  task_paused: stateWords.paused,
  task_stopped: stateWords.stopped,
  task_completed: stateWords.completed,
  task_failed: stateWords.failed,
  task_closed: stateWords.closed,
  dialing: ({ calls = 0, lines = 0, linesInUseAll = 0 }: Facts) =>
    calls === 0
      ? 'The next calls are about to start.'
      : `${count(calls, 'call')} of this task ${calls === 1 ? 'is' : 'are'} live; ${linesInUseAll} of ${count(lines, 'line')} ${linesInUseAll === 1 ? 'is' : 'are'} in use.`,
  claim_late: ({ seconds = 0, since }: Facts) =>
    `No call has started for ${count(seconds, 'second')}, since ${since}, although contacts can be called. Claiming them is slow, because the database or the machine is busy.`,
  heartbeat_late: ({ seconds = 0, since }: Facts) =>
    `No call has started for ${count(seconds, 'second')}: the last heartbeat of the dialers was at ${since}, and they place calls only within 3 seconds of one. The database or the machine is busy, or the dialers have stopped.`,
  waiting_for_line: waitingForLine,
  waiting_for_trunk: ({ lines = 0 }: Facts) =>
    lines === 0
      ? 'The trunks that this task names are off: enable one of them, or let the task use others.'
      : `The trunks of this task have no free line; they have ${count(lines, 'line')}.`,
  no_trunk: () =>
    'This task has no trunk to use: add or enable one, or duplicate the task and choose other trunks for the copy.',
  trunk_down: ({ trunks = [], why }: Facts) =>
    (trunks.length === 1
      ? `The trunk ${trunks[0]}, the only one of this task, takes no calls now. `
      : `None of the trunks of this task takes calls now: ${trunks.join(', ')}. `) +
    (why === undefined ? 'Settings shows why.' : `The reason: ${why}.`),
  trunk_partly_down: ({ trunks = [] }: Facts) =>
    `${trunks.length === 1 ? 'A trunk takes' : 'Some trunks take'} no calls now: ${trunks.join(', ')}. Others do.`,
  caller_ids_used_up: ({ until }: Facts) =>
    `Every caller ID has reached its daily limit. The next calls start at ${until}, or when a limit is raised.`,
  rate_limited: ({ calls = 0 }: Facts) => `The limit of ${count(calls, 'call')} per second is reached.`,
  waiting_for_retry: ({ contacts = 0, nextTime }: Facts) =>
    `${count(contacts, 'contact')} ${contacts === 1 ? 'waits' : 'wait'} for another attempt${nextTime ? `, the next at ${nextTime}` : ''}.`,
  nothing_left: () => 'Every contact is done: the task is about to complete.',
  calls_ending: ({ calls = 0 }: Facts) =>
    calls === 1
      ? 'One call is still live; it continues until it ends.'
      : `${calls} calls are still live; they continue until they end.`,
  gateway_partly_down: (facts: Facts) =>
    `The gateway is down for ${facts.dialersDown} of ${facts.dialers} dialers${colon(facts)}.`,
  gateway_busy: (facts: Facts) => `The gateway accepts no more calls at the moment${colon(facts)}.`,
  speech_slow: ({ seconds = 0 }: Facts) =>
    `Speech is slow: preparing what a call says takes ${count(seconds, 'second')}. Calls start as their speech becomes ready.`,
  agent_failing: (facts: Facts) =>
    `The voice agent is failing, so only one call at a time is placed${colon(facts)}.`,
  recordings_waiting: ({ calls = 0, since }: Facts) =>
    `${count(calls, 'recording')} could not be stored yet${since ? `, the oldest since ${since}` : ''}.`,
  backup_failed: (facts: Facts) =>
    `The nightly backup failed${facts.since ? ` at ${facts.since}` : ''}${colon(facts)}.`,
  webhook_off: ({ why, since }: Facts) =>
    `The webhook ${why ?? ''} was switched off${since ? ` at ${since}` : ''}: its receiver took no event for five days, or wants no more events.`,
  secrets_missing: ({ trunks = [], phones = [], webhooks = [] }: Facts) =>
    'Restored from a backup without secrets. ' +
    [
      trunks.length > 0 && `Enter the password again for ${named(trunks, 'the trunk', 'the trunks')}.`,
      phones.length > 0 && `Delete and add again ${named(phones, 'the phone', 'the phones')}.`,
      webhooks.length > 0 && `Make another secret for ${named(webhooks, 'the webhook', 'the webhooks')}.`,
    ]
      .filter(Boolean)
      .join(' ') +
    ' Until then they do nothing.',
  backup_late: ({ since }: Facts) =>
    since ? `The last nightly backup is from ${since}.` : 'There is no nightly backup yet.',
  number_key_missing: () =>
    'Erased people who wanted no calls may be called: this node lacks the file number-key of the service. Copy it from another node or a backup with secrets.',
  secret_key_missing: () =>
    'Passwords of trunks or own phones, or secrets of webhooks, cannot be used: this node lacks their key in its file secret-key. Copy the file from another node or a backup with secrets, or enter them again.',
  forgetting_late: ({ why }: Facts) =>
    `What is past its age was not deleted for a day (${why}). A dialing node does it: see Settings → System.`,
  live: ({ since, attempt = 1 }: Facts) =>
    `The contact has been in a call since ${since}, attempt ${attempt}.`,
  done_success: () => 'The contact is done: a call was successful.',
  done_failed: ({ why }: Facts) =>
    why
      ? `The contact is done: the gateway refused its calls (${why}). A recall dials it again.`
      : 'The contact is done: no attempt reached it. A recall dials it again.',
  done_unsuccessful: ({ why }: Facts) =>
    `The contact is done: its last call was answered, but does not meet the success rule of the task${why ? ` (${causeOf(why)})` : ''}. A recall dials it again.`,
  deleted: () => 'The contact was deleted from the data source and is never dialed again.',
  not_in_task: () =>
    'The contact was added to the data source after the task was published, so it is not on the list of the task.',
  cut_short: () =>
    'The task was stopped before the next attempt. To dial the contact, continue with the remaining contacts.',
  not_remaining: () =>
    'The contact was already done in the task that this one continues, so it is not on the list of this task.',
  number_busy_elsewhere: ({ since }: Facts) =>
    `The number has been in another call since ${since}; it is dialed when that call has ended.`,
  waiting_interval: ({ until, why }: Facts) =>
    why
      ? `The gateway refused the last call (${why}): the contact is tried again at ${until}.`
      : `The contact waits for its next attempt until ${until}.`,
  waiting_callback: ({ until }: Facts) =>
    `The person asked for a callback: the contact waits until ${until}.`,
  waiting_line: () => 'The next attempt is due: the contact is dialed as soon as a line is free.',
  waiting_turn: ({ contactsAhead: ahead = 0 }: Facts) => {
    if (ahead === 0) return 'The contact is the next on the list.'
    return `${count(ahead, 'contact')} of the list ${ahead === 1 ? 'comes' : 'come'} before this one.`
  },
}

const warnings = {
  empty_list: () => 'The data source has no contacts, so the task will complete immediately.',
  window_past_midnight: () =>
    'The daily window runs past midnight: it begins in the evening and ends the next day.',
  no_opening: () => 'The calling hours do not open in the coming months, so nobody will be called.',
  list_dialed_by_other: ({ taskName = '' }: WarningFacts) =>
    `The task "${taskName}" is running and dials the same data source: the same people may be called by both.`,
  no_dialer: () => 'No dialer is running: no calls are placed until one is started.',
  simulated_gateway: () => 'The gateway is the simulator: no real phone rings.',
  simulated_before: () =>
    'Real phones will ring now. For the task that this one was copied from, none rang: its calls were simulated.',
  end_before_done: ({ time }: WarningFacts) =>
    `The task ends at ${time}, before all contacts are expected to be done.`,
  country_unknown: ({ contacts = 0, isMore = false }: WarningFacts) =>
    `The country of ${isMore ? 'at least ' : ''}${contacts === 1 ? '1 number' : `${contacts} numbers`} is not known, so the hours are in the time zone of the service, not of the called person. Set the country of the data source.`,
  several_zones: ({ contacts = 0 }: WarningFacts) =>
    `${contacts === 1 ? '1 contact' : `${contacts} contacts`} may be in several time zones by the number, so calls start only while the hours are open in all of them. A time zone of the contact (the field "timeZone") says where it is.`,
  no_hours: () => 'The task has no calling hours: people may be called at night.',
  no_opt_out: () =>
    'No step of the call flow puts a number on a do-not-call list, so people cannot opt out by a key.',
  no_budget: () => 'Neither the task nor the service limits how often a number is called within some days.',
  default_budget: ({ attempts = 0 }: WarningFacts) =>
    `The task has no budget. Publishing gives it one: a number is called at most ${attempts === 1 ? 'once' : `${attempts} times`} in 24 hours.`,
  undisclosed_agent: () =>
    'The call flow connects people with a voice agent before it says that the voice is artificial. Numbers of the European Union are not called by it.',
  field_empty: ({ field = '', contacts = 0, isMore = false }: WarningFacts) =>
    `${isMore ? 'At least ' : ''}${contacts === 1 ? '1 contact has' : `${contacts} contacts have`} no "${field}": the call flow leaves it out.`,
}

export const en = { reasons, warnings }
