// What can be wrong: every fault, what it means and which parameters it has. error-codes.ts says which code of the API it has. A
// fault without a sentence in both languages does not compile, nor does a domain error without a fault.

/** What a parameter holds. A question mark: it may be left out. */
type ParamKind = 'text' | 'number' | 'texts' | 'text?' | 'number?'

export interface FaultDefinition {
  meaning: string
  params?: Readonly<Record<string, ParamKind>>
}

/** Problems with a field of a request. `field` of the error names it. */
const fieldFaults = {
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
  not_multiple: { meaning: 'the number is not a multiple of `of`', params: { of: 'number' } },
  wrong_length: {
    meaning: 'the text has too few or too many characters',
    params: { min: 'number?', max: 'number?' },
  },
  wrong_count: {
    meaning: 'the list has too few or too many items',
    params: { min: 'number?', max: 'number?' },
  },
  no_visible_character: { meaning: 'the text has no visible character' },
  unstorable_text: { meaning: 'the text contains a character that cannot be stored, such as NUL' },
  lone_surrogate: { meaning: 'the text contains half of a surrogate pair' },
  too_many_digits: { meaning: 'the number has too many digits: send it as a string' },
  not_a_time_of_day: { meaning: 'the value is not a time of day as HH:MM' },
  not_a_time: { meaning: 'the value is not a time as YYYY-MM-DD HH:MM:SS, or outside the years allowed' },
  not_a_date: { meaning: 'the value is not a date as YYYY-MM-DD, or outside the years allowed' },
  not_a_host: { meaning: 'the value is neither a host name nor an IP address, or has a scheme or a port' },
  not_a_sip_user: { meaning: 'the value has characters that an account or a From cannot have' },
  not_a_sip_password: { meaning: 'the value has spaces or other characters that are not visible ASCII' },
  not_a_web_address: { meaning: 'the value is not an address with http:// or https://' },
  not_event_types: { meaning: 'the value is not a list of event types' },
  not_later: { meaning: 'the time is not later than that of the field `other`', params: { other: 'text' } },
  not_earlier: {
    meaning: 'the time is not earlier than that of the field `other`',
    params: { other: 'text' },
  },
  same_time: { meaning: 'the daily window starts and ends at the same time' },
  time_passed: { meaning: 'the time has passed' },
  end_passed: { meaning: 'the scheduled end of the task has passed' },
  simulated_before: { meaning: 'its calls were simulated, and calls are real now: say where they go' },
  no_real_line: { meaning: 'all calls are simulated: no trunk is enabled' },
  no_simulator: { meaning: 'the gateway of the environment has no simulator beside it' },
  excluded: { meaning: 'the field cannot be given beside the field `other`', params: { other: 'text' } },
  step_too_small: { meaning: 'the step makes too many steps in this time', params: { min: 'number' } },
  unknown_row: { meaning: 'the id is not that of a row of this list' },
  unknown_event: { meaning: 'the id is not that of an event' },
  not_in_task: {
    meaning: 'ids that are not contacts of this task: the first of them, and how many more there are',
    params: { ids: 'texts', more: 'number' },
  },
  invalid: { meaning: 'the value breaks another rule of the field' },
} as const satisfies Record<string, FaultDefinition>

/** The flow of a task. `step` of the parameters is the id of the step at fault, also with other codes, if it is about one. */
const flowFaults = {
  not_a_name: {
    meaning: 'the value is not a letter followed by up to 39 letters, digits, underscores or hyphens',
  },
  not_a_key: { meaning: 'the value is not made of the keys 0-9, * and #' },
  not_a_language: { meaning: 'the value is not a language tag such as en-US' },
  step_unknown: { meaning: 'no step of the flow has this id', params: { id: 'text' } },
  step_twice: { meaning: 'an earlier step of the flow has this id', params: { id: 'text' } },
  step_unreachable: { meaning: 'nothing leads to this step' },
  endless_loop: {
    meaning: 'these steps lead back to the first of them, and none of them waits for the callee',
    params: { steps: 'texts' },
  },
  silent_loop: { meaning: 'a callee who does nothing comes back to this step again and again' },
  field_missing: {
    meaning: 'no contact of the data source has this field, and the text has no fallback for it',
    params: { name: 'text' },
  },
  place_malformed: { meaning: 'the text has braces that are not a placeholder such as {{name}}' },
  result_unknown: { meaning: 'no step of the flow gives this result', params: { name: 'text' } },
  condition_invalid: { meaning: 'the condition cannot be read', params: { problem: 'text' } },
  value_impossible: {
    meaning: 'the result that the condition asks for never has this value',
    params: { name: 'text', value: 'text' },
  },
  never_used: {
    meaning: 'the field has no effect with this value of the field `other`',
    params: { other: 'text' },
  },
  not_a_target: { meaning: 'the value is not a place that a call can be transferred to' },
  address_refused: { meaning: 'nothing is sent to this address', params: { reason: 'text' } },
  transfer_denied: {
    meaning:
      'calls cannot be transferred to this place: `place` is the SIP host or the context, if it is one',
    params: { reason: 'text', place: 'text' },
  },
  not_a_socket_url: { meaning: 'the value is not an address with ws:// or wss://' },
  not_a_callback_time: { meaning: 'the value is not a time for another call' },
  gateway_lacks: {
    meaning: 'the gateway cannot do this: `ability` is play, keys, detect, record, transfer or stream',
    params: { gateway: 'text', ability: 'text' },
  },
  flow_required: { meaning: 'the rule needs a flow that gives the result' },
} as const satisfies Record<string, FaultDefinition>

/** Contacts, in requests and in files. */
const contactFaults = {
  phone_invalid: { meaning: 'the value has too few or too many digits, or other characters' },
  phone_decimal: { meaning: 'the phone number ends in a decimal such as .0' },
  phone_shortened: { meaning: 'a spreadsheet has shortened the phone number to a form such as 1.38E+10' },
  prefix_invalid: { meaning: 'the value is not how a phone number begins' },
  duplicate: {
    meaning: 'a contact of the data source has this number',
    params: { number: 'text', contactId: 'text' },
  },
  field_reserved: { meaning: 'the service sets this field itself' },
  field_name_length: {
    meaning: 'the name of a custom field has too few or too many characters',
    params: { name: 'text', min: 'number', max: 'number' },
  },
  field_name_space: {
    meaning: 'the name of a custom field begins or ends with white space, or contains NUL',
    params: { name: 'text' },
  },
  field_name_invisible: {
    meaning: 'the name of a custom field has no visible character',
    params: { name: 'text' },
  },
  too_many_fields: { meaning: 'the contact has too many custom fields', params: { max: 'number' } },
  fields_too_large: {
    meaning: 'the custom fields of the contact are too large together',
    params: { maxBytes: 'number' },
  },
  too_many_field_names: {
    meaning: 'the contacts of the data source have too many different custom fields',
    params: { max: 'number' },
  },
} as const satisfies Record<string, FaultDefinition>

/** Files that cannot be read. `row` of the error is the row at fault, if it is one. */
const fileFaults = {
  file_required: { meaning: 'the upload has no part named file' },
  file_part_wrong: { meaning: 'the file is in a part with another name', params: { part: 'text' } },
  upload_too_many_parts: { meaning: 'the upload has more than one file, or too many other parts' },
  upload_broken: { meaning: 'the upload is malformed or was cut off' },
  too_many_bytes: { meaning: 'the file has too many bytes', params: { maxBytes: 'number' } },
  header_row_missing: { meaning: 'the file has no such row', params: { row: 'number' } },
  sheet_unknown: {
    meaning: 'the workbook has no sheet of this name',
    params: { sheet: 'text', sheets: 'texts' },
  },
  file_empty: { meaning: 'the file has no row' },
  file_unknown_kind: { meaning: 'the file is neither CSV nor an Excel workbook' },
  file_other_kind: { meaning: 'the file is of another kind', params: { kind: 'text' } },
  file_old_excel: { meaning: 'the file is an Excel file before 2007 (.xls)' },
  file_encrypted: { meaning: 'the workbook has a password' },
  encoding_unknown: {
    meaning: 'the encoding of the file is not recognised: `encodings` has the choices',
    params: { encodings: 'texts' },
  },
  encoding_wrong: { meaning: 'the file is not in the encoding named', params: { encoding: 'text' } },
  workbook_missing: { meaning: 'the ZIP archive has no workbook in it' },
  workbook_damaged: { meaning: 'the workbook is damaged or incomplete' },
  workbook_too_many_parts: { meaning: 'the workbook has too many parts' },
  workbook_too_big: { meaning: 'the workbook is too large once unpacked' },
  workbook_too_much_text: { meaning: 'the workbook holds too much text' },
  quote_left_open: {
    meaning: 'a quote that opens in this line is not closed where its cell ends',
    params: { line: 'number' },
  },
  text_after_quote: { meaning: 'a cell of the row has text after its closing quote' },
  too_many_rows: { meaning: 'the file has too many rows', params: { max: 'number' } },
  too_many_columns: { meaning: 'the row has too many columns', params: { max: 'number' } },
  cell_too_long: {
    meaning: 'the cell in this column has too many characters',
    params: { column: 'text', max: 'number' },
  },
  row_too_long: { meaning: 'the row has too many characters', params: { max: 'number' } },
  table_too_long: { meaning: 'the file has too many characters', params: { max: 'number' } },
  file_too_slow: { meaning: 'the file takes too long to read', params: { seconds: 'number' } },
  file_too_much_memory: {
    meaning: 'the file takes too much memory to read',
    params: { megabytes: 'number' },
  },
  file_not_icalendar: { meaning: 'the file is not an iCalendar file', params: { problem: 'text' } },
  event_unreadable: {
    meaning: 'an event of the calendar cannot be read',
    params: { name: 'text', problem: 'text' },
  },
  no_events: { meaning: 'the calendar has no event in the years that are read' },
  calendar_too_slow: {
    meaning: 'the events of the calendar repeat so often that it takes too long to read',
    params: { seconds: 'number' },
  },
  audio_unknown_kind: { meaning: 'the audio is neither WAV, MP3 nor OGG' },
  audio_too_long: { meaning: 'the audio is too long', params: { minutes: 'number' } },
  audio_unreadable: { meaning: 'the audio cannot be read', params: { problem: 'text' } },
  title_twice: { meaning: 'two columns have this title', params: { title: 'text' } },
  title_phone_missing: { meaning: 'no column has the title phoneNumber', params: { titles: 'texts' } },
} as const satisfies Record<string, FaultDefinition>

/** What is asked for is not there, is taken, or is in the wrong state. */
const stateFaults = {
  not_found: {
    meaning:
      'nothing has this id: `what` is task, data source, contact, call, calendar, do-not-call list, audio, sound, token, attempt, import, recording, test call, trunk, trunk test, own phone, webhook, failed delivery or waiting delivery',
    params: { what: 'text', id: 'text' },
  },
  name_reserved: { meaning: 'the name is used by the service itself' },
  name_taken: { meaning: 'something of this kind has this name', params: { name: 'text' } },
  not_allowed: {
    meaning: 'the operation is not allowed in the current state',
    params: { operation: 'text', status: 'text', allowed: 'texts' },
  },
  last_admin_token: { meaning: 'it is the last valid token with scope admin' },
  not_empty: { meaning: 'it still has entries', params: { count: 'number' } },
  used_by_tasks: {
    meaning: 'tasks that can still dial name it: the first of them, and how many more there are',
    params: { tasks: 'texts', more: 'number' },
  },
  used_by_trunks: {
    meaning:
      'people who call back hear it, or are put on it, by these trunks: the first of them, and how many more there are',
    params: { trunks: 'texts', more: 'number' },
  },
  too_many_days: { meaning: 'the calendar would have too many days', params: { max: 'number' } },
  too_many_own_phones: {
    meaning: 'there are as many own phones as there may be',
    params: { max: 'number' },
  },
  too_many_webhooks: { meaning: 'there are as many webhooks as there may be', params: { max: 'number' } },
  too_many_trunks: { meaning: 'there are as many trunks as there may be', params: { max: 'number' } },
  recording_not_kept: {
    meaning: 'the recording has no file: `status` is pending, missing or erased',
    params: { status: 'text' },
  },
  recording_elsewhere: {
    meaning: 'the file of the recording is in a store that this node cannot read',
    params: { store: 'text' },
  },
  range_outside: { meaning: 'no byte of the file is in the range asked for', params: { size: 'number' } },
  no_flow: { meaning: 'the task has no flow' },
  call_ended: { meaning: 'the call has ended, so it cannot be canceled' },
  listening_missing: { meaning: 'the gateway of this node does not support listening in' },
  call_elsewhere: {
    meaning: 'the call is on the switch of another node, which this node cannot reach',
    params: { node: 'text' },
  },
  call_out_of_hand: {
    meaning:
      'the call has not been answered yet, has already been transferred, or its flow runs on a voice platform',
  },
  number_denied: {
    meaning: 'the number cannot be called: `reason` is one of those of a denial, or `outside_window`',
    params: { reason: 'text' },
  },
  number_in_call: { meaning: 'the number has a call already' },
  too_many_test_calls: { meaning: 'too many test calls at once', params: { max: 'number' } },
  too_many_calls: {
    meaning: 'as many calls that were asked for wait as there may be',
    params: { max: 'number' },
  },
  trunk_off: { meaning: 'the trunk is off, so it cannot be tested' },
  own_phones_elsewhere: { meaning: 'this node runs no Asterisk of its own, so it has no own phones' },
  webhook_off: { meaning: 'the webhook is off, so nothing is sent: switch it on' },
  webhook_without_secret: { meaning: 'the webhook has no secret since a restore: rotate it' },
  phone_not_connected: { meaning: 'Asterisk did not take the WebSocket of the phone' },
  asterisk_missing: { meaning: 'the Asterisk that Carillon runs does not run', params: { why: 'text' } },
  trunk_of_environment: {
    meaning: 'the trunk is the gateway that the environment names: this is changed there',
  },
  speech_failed: { meaning: 'the sentence cannot be said', params: { reason: 'text' } },
  import_dialed: {
    meaning: 'a task has dialed contacts of the import, or is dialing them',
    params: { task: 'text' },
  },
  may_not_listen: { meaning: 'the token may not listen in on calls' },
  import_of_another: {
    meaning: 'the import was uploaded with another token',
    params: { actor: 'text' },
  },
  import_added_nothing: { meaning: 'the import added no contacts' },
  import_not_of_contacts: { meaning: 'the import is into a do-not-call list' },
  calls_live: {
    meaning: 'calls of the task, of the data source, or of numbers that the change concerns are still live',
    params: { calls: 'number' },
  },
  nothing_remains: { meaning: 'every contact of the task is finished, so there is nothing to continue' },
  list_fixed: { meaning: 'the task continues another one, so its list is fixed' },
  request_in_progress: {
    meaning: 'the same request, with the same Idempotency-Key, is still being carried out',
    params: { seconds: 'number' },
  },
  recall_running: { meaning: 'an earlier recall of the task is still being carried out' },
} as const satisfies Record<string, FaultDefinition>

/** Tokens, signatures and limits. */
const accessFaults = {
  header_missing: { meaning: 'a header is missing', params: { header: 'text' } },
  header_malformed: { meaning: 'a header is malformed', params: { header: 'text' } },
  key_reused: { meaning: 'the Idempotency-Key was used for another request' },
  answer_not_kept: {
    meaning:
      'the request was carried out before with this Idempotency-Key, and its answer was too long to keep',
  },
  state_unknown: {
    meaning:
      'the request with this Idempotency-Key was interrupted: it may have been carried out or not, and is not carried out again',
  },
  other_site: {
    meaning: 'a page of another site has sent the request',
    params: { origin: 'text', host: 'text' },
  },
  token_invalid: { meaning: 'the access token is unknown, expired or revoked' },
  scope_missing: {
    meaning: 'the operation needs a token with another scope',
    params: { needed: 'text', scope: 'text' },
  },
  signature_stale: { meaning: 'the time of the signature is too far off', params: { maxSeconds: 'number' } },
  signature_used: { meaning: 'a request with the same signature was received before' },
  signature_wrong: { meaning: 'the signature does not fit the request' },
  call_not_reached: { meaning: 'the node that has the call could not be reached in time' },
  too_many_invalid_tokens: {
    meaning: 'too many requests with invalid tokens from this address',
    params: { seconds: 'number' },
  },
  rate_limited: { meaning: 'too many requests with this token', params: { seconds: 'number' } },
  number_tested_often: {
    meaning: 'the number had as many test calls in the last minutes as one number may have',
    params: { max: 'number', minutes: 'number', seconds: 'number' },
  },
  calls_used_up: {
    meaning:
      'the token may ask for `max` calls in 24 hours and has asked for `used`: `calls` more would be too many',
    params: { max: 'number', used: 'number', calls: 'number', seconds: 'number' },
  },
  calls_above_limit: {
    meaning: 'the operation asks for more calls than the token may ask for in 24 hours',
    params: { max: 'number', calls: 'number' },
  },
  live_list_limited: {
    meaning: 'the token has a limit of calls, and the list of the task grows while it runs',
  },
  too_many_at_once: {
    meaning:
      'too many of this kind at once: `work` is exports, uploads, eventStreams, largeReads, imports, assistants or connections, `of` is token or node',
    params: { work: 'text', of: 'text', running: 'number', seconds: 'number' },
  },
} as const satisfies Record<string, FaultDefinition>

/** Requests that are not HTTP, not JSON, or not for a path of the API. */
const requestFaults = {
  path_unknown: { meaning: 'there is nothing at this path', params: { path: 'text' } },
  method_not_served: {
    meaning: 'the path is not served by this method',
    params: { method: 'text', allowed: 'texts' },
  },
  body_not_json: { meaning: 'the body is not valid JSON', params: { problem: 'text' } },
  body_not_utf8: { meaning: 'the body is not valid UTF-8' },
  body_too_large: { meaning: 'the body has too many bytes', params: { maxBytes: 'number' } },
  content_length_wrong: { meaning: 'the body is not as long as Content-Length says' },
  media_type_unsupported: { meaning: 'the body has another content type', params: { expected: 'text' } },
  url_malformed: { meaning: 'the path is not a valid URL' },
  headers_too_large: { meaning: 'the headers are too large' },
  request_too_slow: { meaning: 'the request took too long to arrive' },
  request_malformed: { meaning: 'the request is malformed' },
} as const satisfies Record<string, FaultDefinition>

/** The service or its database cannot do its work: the same request succeeds later. */
const serviceFaults = {
  database_unreachable: { meaning: 'the database cannot be reached' },
  database_busy: { meaning: 'all connections to the database are in use' },
  database_disk_full: { meaning: 'the disk of the database is full' },
  database_out_of_memory: { meaning: 'the database is out of memory' },
  database_connections_used: { meaning: 'the database accepts no more connections' },
  database_limit_reached: { meaning: 'the database has reached a limit of its configuration' },
  database_lacks_resources: { meaning: 'the database lacks resources' },
  database_read_only: { meaning: 'the database is read-only' },
  database_failed: { meaning: 'the database fails in another way' },
  database_disk_failed: { meaning: 'the database cannot read or write its disk' },
  database_login_refused: { meaning: 'the database refuses the login of the service' },
  database_starting: { meaning: 'the database is starting or recovering' },
  statement_too_slow: { meaning: 'the database took too long' },
  lock_too_slow: { meaning: 'another change to the same data takes too long' },
  change_lost_race: { meaning: 'another change to the same data came first' },
  change_too_slow: { meaning: 'the change took too long and was undone' },
  disk_full: { meaning: 'the disk of the service is full' },
  stopping: { meaning: 'the service is stopping' },
  internal_error: { meaning: 'an error of the service itself' },
} as const satisfies Record<string, FaultDefinition>

export const faults = {
  ...fieldFaults,
  ...flowFaults,
  ...contactFaults,
  ...fileFaults,
  ...stateFaults,
  ...accessFaults,
  ...requestFaults,
  ...serviceFaults,
} as const

export type Fault = keyof typeof faults

interface KindTypes {
  text: string
  number: number
  texts: readonly string[]
}

type TypeOf<Kind> = Kind extends keyof KindTypes ? KindTypes[Kind] : never

/** `number?` is a number that may be left out. */
type ParamsOf<Params> = {
  [Name in keyof Params as Params[Name] extends `${string}?` ? never : Name]: TypeOf<Params[Name]>
} & {
  [Name in keyof Params as Params[Name] extends `${string}?` ? Name : never]?:
    | (Params[Name] extends `${infer Kind}?` ? TypeOf<Kind> : never)
    | undefined
}

/** Faults that say everything without a parameter. */
export type PlainFault = {
  [Each in Fault]: (typeof faults)[Each] extends { params: unknown } ? never : Each
}[Fault]

type WithParams = {
  [Each in Exclude<Fault, PlainFault>]: {
    fault: Each
    params: ParamsOf<(typeof faults)[Each]['params']>
  }
}[Exclude<Fault, PlainFault>]

/** What is wrong, for programs. */
export type ErrorDetail = ({ fault: PlainFault; params?: undefined } | WithParams) & {
  /** The field or query parameter that it is about. */
  field?: string | undefined
  /** Of a file: the row, as a spreadsheet numbers it. */
  row?: number | undefined
  /** Of a flow: the id of the step. Callers read it as a parameter. */
  step?: string | undefined
}

export interface Range {
  min?: number | undefined
  max?: number | undefined
}

type FactsOf<Definition> = (Definition extends { params: infer Params } ? ParamsOf<Params> : object) & {
  row?: number | undefined
}

export type ErrorWords = {
  [Each in Fault]: (facts: FactsOf<(typeof faults)[Each]>, field: string) => string
}
