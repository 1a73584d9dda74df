// Problems with a field of a request. `field` of the error names it.
import type { FaultDefinition } from './fault-definition.ts'

export const fieldFaults = {
  required: { meaning: 'the field is missing' },
  field_unknown: {
    meaning: 'the operation does not have these query parameters or fields; `allowed` are those that it has',
    params: { names: 'texts', allowed: 'texts' },
  },
  wrong_type: { meaning: 'the value has the wrong JSON type', params: { types: 'texts' } },
  no_flow_version: { meaning: 'the task has had no call flow yet, so none can be brought back' },
  not_one_of: { meaning: 'the value is not one of those allowed', params: { allowed: 'texts' } },
  out_of_range: {
    meaning: 'the number is too small or too large',
    params: { min: 'number?', max: 'number?' },
  },
  not_multiple: {
    code: 'invalid',
    meaning: 'the number is not a multiple of `of`',
    params: { of: 'number' },
  },
  wrong_length: {
    meaning: 'the text has too few or too many characters',
    params: { min: 'number?', max: 'number?' },
  },
  wrong_count: {
    meaning: 'the list has too few or too many items',
    params: { min: 'number?', max: 'number?' },
  },
  hidden_character: { code: 'invalid', meaning: 'the name contains a character that nobody sees' },
  no_visible_character: { code: 'invalid', meaning: 'the text has no visible character' },
  unstorable_text: {
    code: 'invalid',
    meaning: 'the text contains a character that cannot be stored, such as NUL',
  },
  lone_surrogate: { code: 'invalid', meaning: 'the text contains half of a surrogate pair' },
  too_many_digits: { code: 'invalid', meaning: 'the number has too many digits: send it as a string' },
  not_a_time_of_day: { code: 'invalid', meaning: 'the value is not a time of day as HH:MM' },
  not_a_time: {
    code: 'invalid',
    meaning: 'the value is not a time as YYYY-MM-DD HH:MM:SS, or outside the years allowed',
  },
  not_a_date: {
    code: 'invalid',
    meaning: 'the value is not a date as YYYY-MM-DD, or outside the years allowed',
  },
  not_a_host: {
    code: 'invalid',
    meaning: 'the value is neither a host name nor an IP address, or has a scheme or a port',
  },
  not_a_sip_user: {
    code: 'invalid',
    meaning: 'the value has characters that an account or a From cannot have',
  },
  not_a_sip_password: {
    code: 'invalid',
    meaning: 'the value has spaces or other characters that are not visible ASCII',
  },
  not_a_web_address: { code: 'invalid', meaning: 'the value is not an address with http:// or https://' },
  not_event_types: { code: 'invalid', meaning: 'the value is not a list of event types' },
  password_is_name: { code: 'invalid', meaning: 'the password is the name' },
  monitor_has_none: {
    code: 'invalid',
    meaning: 'a monitor sees no numbers, so there are no permissions beside the role',
  },
  not_later: {
    code: 'conflicting_fields',
    meaning: 'the time is not later than that of the field `other`',
    params: { other: 'text' },
  },
  not_earlier: {
    code: 'conflicting_fields',
    meaning: 'the time is not earlier than that of the field `other`',
    params: { other: 'text' },
  },
  same_time: { code: 'conflicting_fields', meaning: 'the daily window starts and ends at the same time' },
  time_passed: { code: 'invalid', meaning: 'the time has passed' },
  end_passed: { meaning: 'the scheduled end of the task has passed' },
  simulated_before: { meaning: 'its calls were simulated, and calls are real now: say where they go' },
  no_real_line: { meaning: 'all calls are simulated: no trunk is enabled' },
  no_simulator: { meaning: 'the gateway of the environment has no simulator beside it' },
  excluded: {
    code: 'conflicting_fields',
    meaning: 'the field cannot be given beside the field `other`',
    params: { other: 'text' },
  },
  step_too_small: {
    code: 'invalid',
    meaning: 'the step makes too many steps in this time',
    params: { min: 'number' },
  },
  unknown_row: { code: 'unknown_cursor', meaning: 'the id is not that of a row of this list' },
  unknown_event: { code: 'unknown_cursor', meaning: 'the id is not that of an event' },
  not_in_task: {
    meaning: 'ids that are not contacts of this task: the first of them, and how many more there are',
    params: { ids: 'texts', more: 'number' },
  },
  invalid: { code: 'invalid', meaning: 'the value breaks another rule of the field' },
} as const satisfies Record<string, FaultDefinition>
