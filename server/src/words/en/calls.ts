// How calls end, who answers them and why contacts are not called, in a few words.

export const en = {
  /** In the order in which people meet them. */
  causes: {
    answered: 'Successful',
    no_answer: 'No answer',
    busy: 'Busy',
    rejected: 'Rejected',
    voicemail: 'Voicemail',
    machine: 'A machine answered',
    not_confirmed: 'Not confirmed',
    callback: 'Asked for a callback',
    silence: 'Nobody spoke',
    screening: 'Call screening answered',
    unverified: 'Not sure who answered',
    agent_failed: 'The voice agent failed',
    unreachable: 'Unreachable',
    switched_off: 'Switched off',
    invalid_number: 'No such number',
    congestion: 'Network congested',
    network_error: 'Network error',
    gateway_error: 'Gateway error',
    lost: 'Result unknown',
  },
  /** Why a number may not be called, now or ever. */
  denials: {
    do_not_call: 'On a do-not-call list',
    emergency_number: 'Emergency number',
    denied_prefix: 'Denied prefix',
    no_allowed_prefix: 'No allowed prefix',
    too_short: 'Too few digits',
    too_long: 'Too many digits',
    no_calling_hours: 'No calling hours where the person is',
    recipient_hours: 'Outside the calling hours where the person is',
    daily_budget: 'Attempts in 24 hours used up',
    monthly_budget: 'Attempts in 30 days used up',
    withdrawn: 'Withdrawn',
    after_call_until: 'Too late to be called',
    before_call_time: 'Time to call has not come',
  },
  /** Why a call that somebody asked for waits or was not placed, besides the reasons above. */
  waits: {
    outside_window: 'Outside the calling hours',
    waiting_interval: 'Waiting for the next attempt',
    waiting_callback: 'Waiting for the time that the callee asked for',
    number_busy_elsewhere: 'The number has another call',
    waiting_for_line: 'No line is free',
    waiting_for_trunk: 'No trunk has room',
    no_lines: 'The dialer is limited to 0 lines',
    no_dialer: 'No dialer is running',
    gateway_down: 'The gateway is down',
    gateway_error: 'The gateway did not place the call',
    cancelled: 'Cancelled',
    lost: 'Result unknown',
  },
  /** What came of a call, in the five words that counters, charts, reports and lists use. */
  endings: {
    successful: 'Successful',
    unsuccessful: 'Answered, not successful',
    machine: 'Machine',
    notAnswered: 'Not answered',
    failed: 'Failed',
  },
  /** Where success means that the callee pressed a certain key. */
  confirmed: { successful: 'Confirmed', unsuccessful: 'Answered, not confirmed' },
  /** Who answered. */
  verdicts: {
    person: 'Person',
    machine: 'Machine',
    screening: 'Call screening',
    silence: 'Silence',
    unknown: 'Not sure',
  },
  transfers: {
    answered: 'Answered',
    busy: 'Busy',
    no_answer: 'No answer',
    failed: 'Failed',
    handed_over: 'Handed over',
    refused: 'Not allowed',
    declined: 'Not accepted',
  },
  /** What happens to a number. */
  events: {
    call: 'Call',
    live_call: 'Live call',
    denial: 'Not called',
    do_not_call_added: 'Added to a do-not-call list',
    do_not_call_replaced: 'Do-not-call entry replaced',
    do_not_call_removed: 'Removed from a do-not-call list',
    do_not_call_expired: 'Do-not-call entry expired',
  },
}
