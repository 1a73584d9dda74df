import type { Reason, ReasonTools, ReasonWords } from './reason-words.ts'

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function byWhom({ actor, since }: Reason, { time }: ReasonTools): string {
  return [actor ? ` by ${actor}` : '', since ? ` at ${time(since)}` : ''].join('')
}

const since = ({ since }: Reason, { time }: ReasonTools) => (since ? ` since ${time(since)}` : '')
const colon = ({ why }: ReasonTools) => (why ? `: ${why}` : '')
const brackets = ({ why }: ReasonTools) => (why ? ` (${why})` : '')

function waitingForLine({ lines = 0, tasksBefore = 0, tasksBeside = 0 }: Reason): string {
  const rivals = [
    tasksBefore > 0
      ? `${count(tasksBefore, 'task')} of higher priority ${tasksBefore === 1 ? 'goes' : 'go'} first`
      : '',
    tasksBeside > 0
      ? `${count(tasksBeside, 'task')} of the same priority ${tasksBeside === 1 ? 'shares' : 'share'} the lines`
      : '',
  ].filter(Boolean)
  const all = lines === 1 ? 'The only line is in use' : `All ${lines || ''} lines are in use`
  return `${[all, rivals.join(' and ')].filter(Boolean).join('; ')}.`
}

/** Of a contact, or of how many contacts of a task. */
const notYet =
  (why: string) =>
  ({ contacts, isMore, nextTime, until }: Reason, { time }: ReasonTools) => {
    if (contacts === undefined) return `${why}: the contact is due at ${time(until)}.`
    const number = `${isMore ? 'at least ' : ''}${count(contacts, 'contact')}`
    return `${why}: ${number} ${contacts === 1 ? 'waits' : 'wait'}, the next is due at ${time(nextTime)}.`
  }
const never = (why: string) => () => `The contact is skipped: ${why}. A recall checks it again.`

const permissionWords = {
  recipient_hours: notYet('Outside the calling hours where the person is'),
  daily_budget: notYet('The attempts in 24 hours are used up'),
  monthly_budget: notYet('The attempts in 30 days are used up'),
  do_not_call: never('the number is on a do-not-call list'),
  emergency_number: never('it is an emergency number'),
  denied_prefix: never('the number begins with a denied prefix'),
  no_allowed_prefix: never('the number begins with none of the allowed prefixes'),
  too_short: never('the number has too few digits'),
  too_long: never('the number has too many digits'),
  no_calling_hours: never('the time zones in which the person may be have no calling hours in common'),
}

const serviceWords = {
  storage_fault: (reason: Reason, tools: ReasonTools) =>
    `The database does not work${since(reason, tools)}${colon(tools)}.`,
  no_dialer: ({ since }: Reason, { time }: ReasonTools) =>
    since ? `No dialer is running: the last one was seen at ${time(since)}.` : 'No dialer is running.',
  gateway_down: (reason: Reason, tools: ReasonTools) =>
    `The gateway is down${since(reason, tools)}${colon(tools)}.`,
  no_lines: () => 'The dialer is limited to 0 lines: no calls are placed.',
  scheduled: ({ until }: Reason, { time }: ReasonTools) =>
    `The task is scheduled: calls start at ${time(until)}.`,
  outside_window: ({ until }: Reason, { time }: ReasonTools) =>
    until
      ? `Outside the daily window: calls start again at ${time(until)}.`
      : 'Outside the calling hours, and they do not open in the next months.',
}

const skipWords: Record<string, string | undefined> = {
  do_not_call: 'on a do-not-call list',
  emergency_number: 'with an emergency number',
  denied_prefix: 'with a denied prefix',
  no_allowed_prefix: 'with none of the allowed prefixes',
  too_short: 'with too few digits',
  too_long: 'with too many digits',
  no_calling_hours: 'without calling hours where the person is',
}

const stateWords = {
  draft: () => 'The task is a draft: no calls are placed until it is published.',
  paused: (reason: Reason, tools: ReasonTools) =>
    `The task was paused${byWhom(reason, tools)}${brackets(tools)}: no new calls are placed until it is resumed.`,
  stopped: (reason: Reason, tools: ReasonTools) =>
    `The task was stopped${byWhom(reason, tools)}${colon(tools)}.`,
  completed: () => 'Every contact of the task is done.',
  nobody_called: ({ skips = [] }: Reason) =>
    `Nobody was called: ${skips.map(({ reason, contacts }) => `${contacts} ${skipWords[reason] ?? reason}`).join(', ')}.`,
  failed: (_: Reason, tools: ReasonTools) =>
    `The gateway refused the calls of this task${brackets(tools)}: resume it when the gateway works.`,
  closed: (reason: Reason, tools: ReasonTools) => `The task was closed${byWhom(reason, tools)}.`,
}

export const en: ReasonWords = {
  ...serviceWords,
  ...stateWords,
  ...permissionWords,
  task_draft: stateWords.draft,
  task_paused: stateWords.paused,
  task_stopped: stateWords.stopped,
  task_completed: stateWords.completed,
  task_failed: stateWords.failed,
  task_closed: stateWords.closed,
  dialing: ({ calls = 0, lines = 0, linesInUseAll = 0 }) =>
    calls === 0
      ? 'The next calls are about to start.'
      : `${count(calls, 'call')} of this task ${calls === 1 ? 'is' : 'are'} live; ${linesInUseAll} of ${count(lines, 'line')} in use.`,
  waiting_for_line: waitingForLine,
  rate_limited: ({ calls = 0 }) => `The limit of ${count(calls, 'call')} per second is reached.`,
  waiting_for_retry: ({ contacts = 0, nextTime }, { time }) =>
    `${count(contacts, 'contact')} ${contacts === 1 ? 'waits' : 'wait'} for another attempt${nextTime ? `, the next at ${time(nextTime)}` : ''}.`,
  nothing_left: () => 'Every contact is done: the task is about to complete.',
  calls_ending: ({ calls = 0 }) =>
    calls === 1
      ? 'One call is still live; it continues until it ends.'
      : `${calls} calls are still live; they continue until they end.`,
  gateway_partly_down: ({ dialers = 0, dialersDown = 0 }, tools) =>
    `The gateway is down for ${dialersDown} of ${dialers} dialers${colon(tools)}.`,
  gateway_busy: (_, tools) => `The gateway accepts no more calls at the moment${colon(tools)}.`,
  speech_slow: ({ seconds = 0 }) =>
    `Speech is slow: making what a call says takes ${count(seconds, 'second')}. Calls start as it becomes ready.`,
  agent_failing: (_, tools) => `The voice agent fails, so one call at a time is tried${colon(tools)}.`,
  recordings_waiting: ({ calls = 0, since }, { time }) =>
    `${count(calls, 'recording')} could not be stored yet${since ? `, the oldest since ${time(since)}` : ''}.`,
  live: ({ since, attempt = 1 }, { time }) =>
    `The contact has been in a call since ${time(since)}, attempt ${attempt}.`,
  done_success: () => 'The contact is done: a call was successful.',
  done_failed: (_, { why }) =>
    why
      ? `The contact is done: the gateway refused its calls (${why}). A recall dials it again.`
      : 'The contact is done: no attempt reached it. A recall dials it again.',
  done_unsuccessful: (_, { why }) =>
    `The contact is done: its last call was answered, but is not a success by the success rule of the task${why ? ` (${why})` : ''}. A recall dials it again.`,
  deleted: () => 'The contact was deleted from the data source and is never dialed again.',
  not_in_task: () =>
    'The contact was added to the data source after the task was published, so it is not on the list of the task.',
  cut_short: () =>
    'The task was stopped before the next attempt. A task that continues this one dials the contact.',
  not_remaining: () =>
    'The contact was already done in the task that this one continues, so it is not on the list of this task.',
  number_busy_elsewhere: ({ since }, { time }) =>
    `The number has been in another call since ${time(since)}; it is dialed after that.`,
  waiting_interval: ({ until }, { time, why }) =>
    why
      ? `The gateway refused the last call (${why}): the contact is tried again at ${time(until)}.`
      : `The contact waits for its next attempt until ${time(until)}.`,
  waiting_callback: ({ until }, { time }) =>
    `The person asked for a callback: the contact waits until ${time(until)}.`,
  waiting_line: () => 'The next attempt is due: the contact is dialed as soon as a line is free.',
  waiting_turn: (reason) => {
    const ahead = 'contactsAhead' in reason ? (reason.contactsAhead ?? 0) : 0
    if (ahead === 0) return 'The contact is the next on the list.'
    return `${count(ahead, 'contact')} of the list ${ahead === 1 ? 'comes' : 'come'} before this one.`
  },
}
