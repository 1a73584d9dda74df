// What is wrong with a request, in a sentence: by the code of the error, its parameters and the name of the field.
import { bytes } from '../bytes.ts'
import type { ErrorWords, Range } from '../faults.ts'
import { en as calls } from './calls.ts'

const fileKinds: Record<string, string> = {
  xlsb: 'a binary Excel workbook (.xlsb)',
  word: 'a Word document',
  powerpoint: 'a PowerPoint presentation',
  ods: 'an OpenDocument file (.ods)',
  numbers: 'an Apple Numbers file',
}
/** Each kind of work, as one of it and as several. */
const work: Record<string, readonly [string, string]> = {
  exports: ['export', 'exports'],
  uploads: ['upload', 'uploads'],
  eventStreams: ['event stream', 'event streams'],
  largeReads: ['large list being read', 'large lists being read'],
  imports: ['import that has not ended', 'imports that have not ended'],
  assistants: ['session of an assistant', 'sessions of assistants'],
  connections: ['connection', 'connections'],
}
const operations: Record<string, string> = {
  update: 'Editing',
  reschedule: 'Rescheduling',
  changeFlow: 'Changing the flow',
  publish: 'Publishing',
  pause: 'Pausing',
  resume: 'Resuming',
  stop: 'Stopping',
  recall: 'Recalling contacts',
  continue: 'Continuing with the remaining contacts',
  close: 'Closing',
  start: 'Starting',
  cancel: 'Canceling',
  undo: 'Undoing',
}
/** Operations of imports; the others are those of tasks. */
const ofImports = new Set(['start', 'cancel', 'undo'])
/** The states of tasks and imports that sentences name. */
const statuses: Record<string, string> = { DRAFT: 'a draft', uploaded: 'not started' }
const abilities: Record<string, string> = {
  play: 'play sounds',
  keys: 'hear keys',
  detect: 'tell who answered',
  record: 'record',
  transfer: 'transfer calls',
  stream: 'connect voice agents',
}

/** Callers' text in a printable form. */
const quoted = (text: string) => JSON.stringify(text)
const list = (texts: readonly string[]) => texts.join(', ')

function range({ min, max }: Range): string {
  if (min === undefined) return `at most ${max}`
  return max !== undefined ? `from ${min} to ${max}` : `at least ${min}`
}

/** As many as the last number says: "at least 1 item". */
function nounOf({ min, max }: Range, noun: string): string {
  return (max ?? min) === 1 ? noun : `${noun}s`
}

const count = (calls: number) => `${calls} ${calls === 1 ? 'call' : 'calls'}`

/** The time to wait, rounded up, so that nobody tries too early. */
function duration(seconds: number): string {
  const unit = seconds < 120 ? 'second' : seconds < 7200 ? 'minute' : 'hour'
  const count = Math.ceil(seconds / { second: 1, minute: 60, hour: 3600 }[unit])
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const deniedWords: Record<string, string> = { ...calls.denials, ...calls.waits }
const denied = (reason: string) => deniedWords[reason]?.toLowerCase() ?? reason
const deniedPlaces: Record<string, string> = {
  host_not_allowed: 'the SIP host is not listed in the settings',
  context_not_allowed: 'the dialplan context is not listed in the settings',
}

export const en: ErrorWords = {
  required: (_, field) => `${field} is required`,
  wrong_type: ({ types }, field) => `${field || 'The request'} must be of type ${list(types)}`,
  field_unknown: ({ names }) =>
    `The service does not know the ${names.length === 1 ? 'field' : 'fields'} ${list(names)}`,
  no_flow_version: () => 'The task has had no call flow yet, so there is no version to bring back',
  not_one_of: ({ allowed }, field) => `${field} must be one of ${list(allowed)}`,
  out_of_range: (facts, field) => `${field} must be ${range(facts)}`,
  not_multiple: ({ of }, field) => `${field} must be a multiple of ${of}`,
  wrong_length: (facts, field) => `${field} must have ${range(facts)} ${nounOf(facts, 'character')}`,
  wrong_count: (facts, field) => `${field} must have ${range(facts)} ${nounOf(facts, 'item')}`,
  hidden_character: (_, field) => `${field} must not contain invisible characters`,
  no_visible_character: (_, field) => `${field} must have at least one visible character`,
  unstorable_text: (_, field) => `${field} contains a character that cannot be stored`,
  lone_surrogate: (_, field) => `${field || 'The request'} contains half of a character`,
  too_many_digits: (_, field) => `${field} has too many digits for a number`,
  not_a_time_of_day: (_, field) => `${field} must be a time of day from 00:00 to 23:59, in the format HH:MM`,
  not_a_time: (_, field) => `${field} must be a time in the format YYYY-MM-DD HH:MM:SS`,
  not_a_date: (_, field) => `${field} must be a date in the format YYYY-MM-DD`,
  not_a_host: (_, field) => `${field} must be a host name or an IP address, without sip: and without a port`,
  not_a_sip_user: (_, field) =>
    `${field} may contain letters, digits and signs such as + - _ and the dot, but no spaces, quotes, brackets or semicolons`,
  not_a_sip_password: (_, field) => `${field} may contain only visible ASCII characters, and no spaces`,
  not_a_web_address: (_, field) => `${field} must be an address that begins with https:// or http://`,
  not_event_types: (_, field) => `${field} must be a list of event types`,
  not_later: ({ other }, field) => `${field} must be later than ${other}`,
  not_earlier: ({ other }, field) => `${field} must be earlier than ${other}`,
  password_is_name: () => 'The password must not be the name',
  monitor_has_none: () => 'A monitor sees no numbers and has no other permissions: choose another role',
  same_time: () => 'The daily window must not start and end at the same time',
  time_passed: () => 'This time has passed',
  simulated_before: (_, field) =>
    `The calls of the task were simulated, and calls are real now. Choose the simulator or real phones with ${field}`,
  undisclosed_agent: () =>
    'The list has numbers of the European Union: a step before the voice agent, or the agent itself, must say that the voice is artificial',
  recording_unannounced: () => 'A step before the recording must say that the call is recorded',
  no_real_line: (_, field) => `${field} cannot be turned off: no trunk is enabled, so no call can be real`,
  no_simulator: (_, field) =>
    `${field} cannot be turned on: the gateway of this service has no simulator, so no call can be simulated`,
  end_passed: () => 'The scheduled end of the task has passed, so it starts no more calls',
  excluded: ({ other }, field) => `${field} and ${other} cannot be given together`,
  step_too_small: ({ min }, field) => `${field} must be at least ${min} seconds for this period`,
  unknown_row: () => 'The list has changed: load it again',
  unknown_event: (_, field) => `${field || 'The id'} must be the id of an event that can still be read`,
  not_in_task: ({ ids, more }) =>
    `Not contacts of this task: ${list(ids.map(quoted))}${more === 0 ? '' : ` and ${more} more`}`,
  invalid: (_, field) => `${field || 'The request'} is not valid`,

  not_a_name: (_, field) =>
    `${field} must be a letter, followed by up to 39 letters, digits, underscores or hyphens`,
  not_a_key: (_, field) => `${field} may contain only the keys 0-9, * and #`,
  not_a_language: (_, field) => `${field} must be a language such as en-US`,
  step_unknown: ({ id }, field) => `${field} names the step ${quoted(id)}, which does not exist`,
  step_twice: ({ id }) => `Two steps have the id ${quoted(id)}`,
  step_unreachable: (_, field) => `${field} is never reached: no step leads to it`,
  endless_loop: ({ steps }) => `These steps repeat without end: ${list(steps)}`,
  silent_loop: (_, field) => `${field} repeats without end if the callee does nothing`,
  field_missing: ({ name }, field) =>
    `${field}: no contact has the field ${quoted(name)}; give a text to say instead: {{${name}|...}}`,
  place_malformed: (_, field) =>
    `${field} has braces that are not a placeholder such as {{name}} or {{name|there}}`,
  result_unknown: ({ name }, field) => `${field} uses ${name}, which no step sets`,
  condition_invalid: ({ problem }, field) => `${field} cannot be read as a condition: it ${problem}`,
  value_impossible: ({ name, value }, field) => `${field}: ${name} is never ${quoted(value)}`,
  never_used: ({ other }, field) => `${field} has no effect with this value of ${other}`,
  transfer_denied: ({ reason, place }, field) =>
    `${field}: calls cannot be transferred to this place (${deniedPlaces[reason] ?? denied(reason)}${place ? `: ${place}` : ''})`,
  not_a_target: (_, field) =>
    `${field} must be sip:user@host, tel:+4930123456, queue:name or dialplan:context,extension,priority`,
  address_refused: ({ reason }, field) => `${field} ${reason}`,
  not_a_socket_url: (_, field) => `${field} must be an address that begins with ws:// or wss://`,
  not_a_callback_time: (_, field) => `${field} must be a time such as 17:00, +90m or +2h`,
  gateway_lacks: ({ gateway, ability }, field) =>
    `${field} needs a gateway that can ${abilities[ability] ?? ability}; ${gateway} cannot`,
  flow_required: (_, field) =>
    `${field} needs a call flow: without one, the only thing known about a call is that it was answered`,

  phone_invalid: (_, field) =>
    `${field} must be an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots or brackets`,
  phone_decimal: (_, field) => `${field} must not have a decimal ending such as .0`,
  phone_shortened: (_, field) =>
    `${field} was shortened by a spreadsheet to a form such as 1.38E+10: write all its digits`,
  prefix_invalid: (_, field) => `${field} must be an optional +, then 1 to 20 digits`,
  duplicate: ({ number, contactId }, field) =>
    `${field} ${quoted(number)} already belongs to contact ${contactId}`,
  field_reserved: (_, field) => `${field} is set by the service and cannot be given`,
  field_name_length: ({ min, max, name }) =>
    `A field name must have ${min} to ${max} characters: ${quoted(name)}`,
  field_name_space: ({ name }) =>
    `A field name must not begin or end with white space or contain a NUL character: ${quoted(name)}`,
  field_name_invisible: ({ name }) => `A field name must have a visible character: ${quoted(name)}`,
  too_many_fields: ({ max }) => `A contact has at most ${max} custom fields`,
  fields_too_large: ({ maxBytes }) =>
    `The custom fields of a contact hold at most ${bytes(maxBytes)} together`,
  too_many_field_names: ({ max }) =>
    `The contacts of a data source have at most ${max} different custom fields`,

  file_required: () => 'Choose a file',
  file_part_wrong: ({ part }) => `The file must be in a part named file, not ${quoted(part)}`,
  upload_too_many_parts: () => 'The upload must have exactly one file and only a few other parts',
  upload_broken: () => 'The upload was cut off: try again',
  too_many_bytes: ({ maxBytes }) => `The file is larger than ${bytes(maxBytes)}`,
  header_row_missing: ({ row }) => `The file has no row ${row} or later`,
  sheet_unknown: ({ sheet, sheets }) =>
    `The workbook has no sheet ${quoted(sheet)}; it has ${list(sheets.map(quoted))}`,
  file_empty: () => 'The file is empty',
  file_unknown_kind: () => 'The file is neither CSV nor Excel (.xlsx)',
  file_other_kind: ({ kind }) => `The file is ${fileKinds[kind] ?? kind}: save it as .xlsx or CSV`,
  file_old_excel: () => 'The file is in the format of Excel before 2007 (.xls): save it as .xlsx or CSV',
  file_encrypted: () => 'The Excel file is encrypted: save it without a password',
  encoding_unknown: () =>
    'The encoding of the file is not recognized: choose it, or save the file as CSV UTF-8 or .xlsx',
  encoding_wrong: ({ encoding }) => `The file is not in the encoding ${encoding}`,
  workbook_missing: () => 'The file is a ZIP archive without an Excel workbook in it',
  workbook_damaged: () => 'The Excel file is damaged or incomplete',
  workbook_too_many_parts: () => 'The workbook has too many parts: save the sheet as CSV',
  workbook_too_big: () => 'The Excel file is too large when unpacked: save the sheet as CSV, or split it',
  workbook_too_much_text: () => 'The workbook holds too much text: save the sheet as CSV, or split it',
  quote_left_open: ({ line }) => `The quote that opens in line ${line} is not closed where its cell ends`,
  text_after_quote: ({ row }) => `Row ${row} has text after a closing quote`,
  too_many_rows: ({ max }) => `The file has more than ${max} data rows: split it`,
  too_many_columns: ({ row, max }) => `Row ${row} has more than ${max} columns`,
  cell_too_long: ({ row, column, max }) =>
    `Row ${row}, column ${column}: the cell has more than ${max} characters`,
  row_too_long: ({ row, max }) => `Row ${row} has more than ${max} characters`,
  table_too_long: ({ max }) => `The table has more than ${max} characters`,
  file_too_slow: ({ seconds }) =>
    `The file takes more than ${seconds} seconds to read: save it again as CSV, or split it`,
  file_too_much_memory: ({ megabytes }) =>
    `The file takes more than ${megabytes} MB of memory to read: save it again as CSV, or split it`,
  file_not_icalendar: ({ problem }) => `The file is not an iCalendar file (.ics): ${problem}`,
  event_unreadable: ({ name, problem }) => `The event ${quoted(name)} cannot be read: ${problem}`,
  no_events: () => 'The calendar has no event in the years that are read',
  audio_unknown_kind: () => 'The file is neither WAV, MP3 nor OGG',
  audio_too_long: ({ minutes }) => `The audio is longer than ${minutes} minutes`,
  audio_unreadable: ({ problem }) => `The audio cannot be read: ${problem}`,
  calendar_too_slow: ({ seconds }) =>
    `The calendar takes more than ${seconds} seconds to read: its events repeat too often`,
  title_twice: ({ title }) => `The title ${quoted(title)} occurs twice in the title row`,
  title_phone_missing: ({ titles }) => `The title row has no column phoneNumber; it has: ${list(titles)}`,

  not_found: ({ what, id }) => `The ${what} ${quoted(id)} does not exist`,
  no_flow: () => 'The task has no call flow yet',
  call_ended: () => 'The call has ended, so it cannot be canceled',
  listening_missing: () => 'The gateway of this node does not support listening in',
  call_elsewhere: ({ node }) =>
    `The call is on the node ${quoted(node)}, whose switch this node cannot reach: open the console of that node`,
  call_out_of_hand: () =>
    'The call has not been answered yet, has already been transferred, or its flow runs on a voice platform',
  number_denied: ({ reason }, field) => `${field} cannot be called: ${denied(reason)}`,
  number_in_call: (_, field) => `${field} already has a live call: try again when it has ended`,
  too_many_test_calls: ({ max }) => `At most ${max} test calls can run at once: try again when one has ended`,
  number_tested_often: ({ max, minutes, seconds }, field) =>
    `${field} takes at most ${max} test calls in ${minutes} minutes: try again in ${duration(seconds)}`,
  too_many_calls: ({ max }) => `At most ${max} calls can wait at once: try again when some have ended`,
  trunk_off: () => 'The trunk is off: turn it on to test it',
  own_phones_elsewhere: () =>
    'This node runs no Asterisk of its own, so it has no own phones: use a node that dials and has no GATEWAY set',
  phone_not_connected: () => 'The phone cannot be connected, because Asterisk does not answer: try again',
  asterisk_missing: ({ why }) => `The phone cannot be reached, because Asterisk does not run: ${why}`,
  trunk_of_environment: () =>
    'This trunk is set by GATEWAY in the environment of the service: change it there',
  admin_not_bound: () => 'An administrator sees everything: choose less, or no data sources',
  name_reserved: () => 'The service itself uses this name: choose another one',
  name_taken: ({ name }, field) => `${field} ${quoted(name)} already exists`,
  not_allowed: ({ operation, status, allowed }) =>
    `${operations[operation] ?? operation} is not allowed while the ${ofImports.has(operation) ? 'import' : 'task'} is ${statusWord(status)}; it is allowed while it is ${allowed.map(statusWord).join(' or ')}`,
  last_admin_token: () => 'This is the last token with scope admin: create another one first',
  not_empty: ({ count }) =>
    `The list still has ${count} ${count === 1 ? 'number' : 'numbers'}: remove them first`,
  used_by_tasks: ({ tasks, more }) =>
    `It is in use by tasks that have not ended: ${list(tasks.map(quoted))}${more === 0 ? '' : ` and ${more} more`}`,
  used_by_trunks: ({ trunks, more }) =>
    `Incoming calls of these trunks use it: ${list(trunks.map(quoted))}${more === 0 ? '' : ` and ${more} more`}`,
  too_many_days: ({ max }) => `A calendar has at most ${max} days`,
  too_many_passkeys: ({ max }) => `You can have at most ${max} passkeys: remove one first`,
  too_many_webhooks: ({ max }) => `There can be at most ${max} webhooks: delete one first`,
  webhook_off: () => 'The webhook is off, so nothing is sent: turn it on first',
  webhook_without_secret: () =>
    'The webhook has no secret since the service was restored from a backup without secrets: make another secret for it first',
  too_many_own_phones: ({ max }) => `There can be at most ${max} own phones: delete one first`,
  too_many_trunks: ({ max }) => `There can be at most ${max} trunks: delete one first`,
  recording_not_kept: ({ status }) =>
    status === 'pending' ? 'The recording has not been fetched yet' : 'The recording does not exist',
  recording_elsewhere: ({ store }) => `The recording is stored where this node cannot read it: ${store}`,
  range_outside: ({ size }) => `The recording has only ${size} bytes`,
  speech_failed: ({ reason }) => `The text cannot be spoken: ${reason}`,
  import_dialed: ({ task }) =>
    `The task ${quoted(task)} has dialed contacts of this import, so it can no longer be undone`,
  last_admin: () => 'This is the last administrator who can sign in: make another one first',
  person_has_tokens: ({ count }) =>
    `This person has ${count} access ${count === 1 ? 'token' : 'tokens'}: end them, or hand them over to the service`,
  passkey_known: () => 'This passkey is in use already',
  passkeys_not_here: ({ host }) =>
    `Browsers have passkeys only over HTTPS at a name, or at localhost, not at ${host}`,
  person_of_provider: () => 'This person signs in through your provider, which also gives the rights',
  person_disabled: () => 'This person is disabled: enable the person first',
  may_not_listen: () => 'This token may not listen in on calls: an administrator can create one that may',
  import_of_another: ({ actor }) =>
    `The import was uploaded with the token ${quoted(actor)}: only that token or an administrator can start or cancel it`,
  note_of_another: ({ actor }) =>
    `The note was written by ${quoted(actor)}: only who wrote a note can delete it`,
  import_added_nothing: () => 'This import added no contacts',
  import_not_of_contacts: () => 'An import into a do-not-call list cannot be undone',
  calls_live: ({ calls }) =>
    calls === 1
      ? 'A call is still live: try again when it has ended'
      : `${calls} calls are still live: try again when they have ended`,
  nothing_remains: () => 'Nothing to continue: every contact is finished',
  list_fixed: () =>
    'The task dials the contacts that remained of another task, so it cannot dial contacts that are added later',
  request_in_progress: () => 'The same request is still running: send it again shortly to get its answer',
  number_key_missing: () =>
    'This node lacks the file number-key of the service: copy it from another node or a backup with secrets, and start the node again',
  task_not_over: ({ status }) =>
    status === 'CLOSED' || status === 'DRAFT'
      ? 'The last calls of the task are not settled yet: try again shortly'
      : `The task is ${status}: close it first, then delete it`,
  import_running: ({ file }) => `The file ${file} is being imported: cancel the import, or wait for its end`,
  recall_running: () => 'An earlier recall of this task is still running: try again shortly',

  header_missing: ({ header }) => `The ${header} header is missing`,
  header_malformed: ({ header }) => `The ${header} header is malformed`,
  key_reused: () => 'This Idempotency-Key was used for another request: use a new key for each request',
  answer_not_kept: () => 'The request was carried out before; its answer was too long to keep',
  state_unknown: () =>
    'The request was interrupted and may have been carried out: check, and send it with a new Idempotency-Key if it was not',
  other_site: ({ origin, host }) =>
    `A page of ${origin} may not use ${host}: open the console under the address of the service`,
  origin_missing: () =>
    'The request has the cookie of a session but no Origin: send it from the console, or use an access token',
  session_over: () => 'You are no longer signed in: sign in again',
  sign_in_wrong: () => 'The name or the password is wrong',
  password_wrong: () => 'The password is wrong',
  password_needed: () => 'This needs your password or a passkey again',
  passkey_refused: () => 'This passkey was not accepted: use another one, or your password',
  passkey_stale: () => 'This took too long, or it began in another browser: begin again',
  link_over: () => 'This link was used or is over: ask for a new one',
  for_people: () => 'This is for people who have signed in: an access token has no account',
  for_tokens: () => 'This needs an access token',
  sign_ins_slowed: ({ seconds }) => `Too many failed sign-ins: try again in ${duration(seconds)}`,
  sign_ins_waiting: ({ seconds }) =>
    `Too many people are signing in at once: try again in ${duration(seconds)}`,
  token_invalid: () => 'The access token is unknown, expired or revoked',
  bound_to_data_sources: () =>
    'You are bound to some data sources, and this is about everything: it needs somebody who is not bound',
  scope_missing: ({ needed, scope }) => `This needs a token with scope ${needed}; yours has scope ${scope}`,
  permission_missing: ({ needed, role }) =>
    `This needs the permission ${needed}, which you do not have as ${role}: ask an administrator`,
  signature_stale: ({ maxSeconds }) =>
    `The time of the signature differs from the time of the service by more than ${maxSeconds} seconds`,
  signature_used: () => 'A request with the same signature was received before',
  signature_wrong: () => 'The signature does not match the request',
  call_not_reached: () => 'The node that has the call could not be reached in time: try again',
  too_many_invalid_tokens: ({ seconds }) =>
    `Too many requests with an invalid access token: try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  rate_limited: ({ seconds }) =>
    `Too many requests: try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  calls_used_up: ({ max, used, calls, seconds }) =>
    `This token may ask for ${count(max)} in 24 hours and has asked for ${used}: there is room for ${calls} more in ${duration(seconds)}`,
  calls_above_limit: ({ max, calls }) =>
    `This token may ask for ${count(max)} in 24 hours, and these would be ${calls}: use a token with a higher limit`,
  live_list_limited: () =>
    'This token has a limit of calls or countries, so it may neither publish tasks in live list mode nor import large files into their lists: use list mode snapshot, or a token without a limit',
  country_not_allowed: ({ country, allowed }) =>
    country === ''
      ? `This token may call ${list(allowed)} only, and the country of the number is not known`
      : `This token may call ${list(allowed)} only, and the number is of ${country}`,
  import_countries_limited: () =>
    'This token may call some countries only, so it cannot import in the background: use batchImport, or a token without this limit',
  address_not_allowed: ({ address }) => `This token may not be used from ${address}`,
  admin_not_limited: () => 'An administrator may call all countries: choose another scope, or no countries',
  not_a_network: ({ value }) => `"${value}" is neither an address nor a network such as 203.0.113.0/24`,
  too_many_at_once: ({ work: kind, running, seconds }) =>
    `There ${running === 1 ? 'is' : 'are'} already ${running} ${work[kind]?.[running === 1 ? 0 : 1] ?? kind}: try again in ${seconds} s, or when one has ended`,

  path_unknown: ({ path }) => `There is nothing at ${path}`,
  method_not_served: ({ method, allowed }) => `${method} is not supported here; use ${list(allowed)}`,
  body_not_json: ({ problem }) => `The request is not valid JSON: ${problem}`,
  body_not_utf8: () => 'The request is not valid UTF-8',
  body_too_large: ({ maxBytes }) => `The request is larger than ${bytes(maxBytes)}`,
  content_length_wrong: () => 'The request was cut off: try again',
  media_type_unsupported: ({ expected }) => `The request must be sent as ${expected}`,
  url_malformed: () => 'The address of the request is not valid',
  headers_too_large: () => 'The headers of the request are too large',
  request_too_slow: () => 'The request took too long to arrive: try again',
  request_malformed: () => 'The request is malformed',

  database_unreachable: () => 'The database cannot be reached at the moment',
  database_busy: () => 'All connections to the database are in use at the moment',
  database_disk_full: () => 'The disk of the database is full',
  database_out_of_memory: () => 'The database is out of memory',
  database_connections_used: () => 'The database accepts no more connections',
  database_limit_reached: () => 'The database has reached a limit of its configuration',
  database_lacks_resources: () => 'The database is short of resources',
  database_read_only: () => 'The database is read-only',
  database_failed: () => 'The database fails: see the log of the service',
  database_disk_failed: () => 'The database cannot read or write its disk',
  database_login_refused: () => 'The database refuses the login of the service',
  database_starting: () => 'The database is starting or recovering',
  statement_too_slow: () => 'The database took too long: try again',
  lock_too_slow: () => 'Another change to the same data is taking too long: try again',
  change_lost_race: () => 'Another change to the same data came first: try again',
  change_too_slow: () => 'The change took too long and was undone: try again',
  disk_full: () => 'The disk of the service is full',
  stopping: () => 'The service is stopping',
  internal_error: () => 'The service had an internal error: try again, or look into its log',
}

function statusWord(status: string): string {
  return statuses[status] ?? status.toLowerCase()
}
