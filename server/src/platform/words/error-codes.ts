// The codes of the API's errors. A code is what a client acts upon: faults that it treats alike share one. openapi.json and
// docs/api-notes.md list all of them.
import { type ErrorDetail, type Fault, type FaultDefinition, faults } from './faults.ts'

interface SharedCode {
  meaning: string
  faults: readonly Fault[]
}

/** Faults that share a code. It has the parameter `reason`, which names the fault, and the parameters of the fault. */
export const sharedCodes = {
  invalid: {
    meaning: 'the value breaks a rule of the field',
    faults: [
      'no_visible_character',
      'unstorable_text',
      'lone_surrogate',
      'too_many_digits',
      'not_a_time_of_day',
      'not_a_time',
      'not_a_date',
      'not_a_host',
      'not_a_sip_user',
      'not_a_sip_password',
      'not_a_web_address',
      'not_event_types',
      'not_multiple',
      'step_too_small',
      'not_a_name',
      'not_a_key',
      'not_a_language',
      'not_a_target',
      'not_a_socket_url',
      'not_a_callback_time',
      'prefix_invalid',
      'time_passed',
      'name_reserved',
      'invalid',
    ],
  },
  conflicting_fields: {
    meaning: 'the field does not go with the value of another one',
    faults: ['excluded', 'never_used', 'not_later', 'not_earlier', 'same_time', 'flow_required'],
  },
  flow_invalid: {
    meaning: 'the flow cannot run like this',
    faults: [
      'step_unknown',
      'step_twice',
      'step_unreachable',
      'endless_loop',
      'silent_loop',
      'field_missing',
      'place_malformed',
      'result_unknown',
      'condition_invalid',
      'value_impossible',
    ],
  },
  phone_invalid: {
    meaning: 'the value is not a valid phone number',
    faults: ['phone_invalid', 'phone_decimal', 'phone_shortened'],
  },
  field_name_invalid: {
    meaning: 'a custom field cannot have this name',
    faults: ['field_reserved', 'field_name_length', 'field_name_space', 'field_name_invisible'],
  },
  limit_exceeded: {
    meaning: 'there would be too many of something, or too large',
    faults: [
      'too_many_fields',
      'fields_too_large',
      'too_many_field_names',
      'too_many_days',
      'too_many_trunks',
      'too_many_own_phones',
      'too_many_webhooks',
    ],
  },
  upload_invalid: {
    meaning: 'the upload is not one file in a part named file',
    faults: ['file_required', 'file_part_wrong', 'upload_too_many_parts'],
  },
  request_incomplete: {
    meaning: 'the request did not arrive as a whole: send it again',
    faults: ['upload_broken', 'content_length_wrong', 'request_too_slow'],
  },
  file_too_large: {
    meaning: 'the file is too large',
    faults: [
      'too_many_bytes',
      'workbook_too_many_parts',
      'workbook_too_big',
      'workbook_too_much_text',
      'too_many_rows',
      'too_many_columns',
      'cell_too_long',
      'row_too_long',
      'table_too_long',
      'audio_too_long',
      'file_too_slow',
      'file_too_much_memory',
      'calendar_too_slow',
    ],
  },
  file_unsupported: {
    meaning: 'the file is of a kind that is not read',
    faults: [
      'file_unknown_kind',
      'file_other_kind',
      'file_old_excel',
      'file_encrypted',
      'workbook_missing',
      'file_not_icalendar',
      'audio_unknown_kind',
    ],
  },
  file_unreadable: {
    meaning: 'the file is of the right kind, but cannot be read',
    faults: [
      'file_empty',
      'workbook_damaged',
      'quote_left_open',
      'text_after_quote',
      'event_unreadable',
      'no_events',
      'audio_unreadable',
    ],
  },
  file_layout_wrong: {
    meaning: 'the rows or columns of the file are not where they should be',
    faults: ['header_row_missing', 'sheet_unknown', 'title_twice', 'title_phone_missing'],
  },
  in_use: {
    meaning: 'it is still needed',
    faults: ['used_by_tasks', 'used_by_trunks', 'not_empty', 'last_admin_token', 'import_dialed'],
  },
  busy: {
    meaning: 'something is still going on: try again when it has ended',
    faults: [
      'calls_live',
      'number_in_call',
      'request_in_progress',
      'recall_running',
      'too_many_test_calls',
      'too_many_calls',
    ],
  },
  recording_unavailable: {
    meaning: 'the recording cannot be played here',
    faults: ['recording_not_kept', 'recording_elsewhere'],
  },
  not_applicable: {
    meaning: 'the operation cannot be done with this one',
    faults: [
      'no_flow',
      'call_ended',
      'listening_missing',
      'call_elsewhere',
      'call_out_of_hand',
      'trunk_off',
      'trunk_of_environment',
      'own_phones_elsewhere',
      'webhook_off',
      'webhook_without_secret',
      'asterisk_missing',
      'nothing_remains',
      'import_added_nothing',
      'import_not_of_contacts',
      'list_fixed',
    ],
  },
  forbidden: {
    meaning: 'the token may not do this',
    faults: [
      'scope_missing',
      'may_not_listen',
      'import_of_another',
      'other_site',
      'calls_above_limit',
      'live_list_limited',
    ],
  },
  header_invalid: {
    meaning: 'a header is missing or malformed',
    faults: ['header_missing', 'header_malformed'],
  },
  signature_invalid: {
    meaning: 'the signature is not valid',
    faults: ['signature_stale', 'signature_wrong'],
  },
  too_many_requests: {
    meaning: 'too much at once: try again in `seconds`',
    faults: [
      'rate_limited',
      'too_many_invalid_tokens',
      'too_many_at_once',
      'number_tested_often',
      'calls_used_up',
    ],
  },
  request_malformed: {
    meaning: 'the request is malformed',
    faults: ['body_not_json', 'body_not_utf8', 'url_malformed', 'request_malformed'],
  },
  request_too_large: {
    meaning: 'the request is too large',
    faults: ['body_too_large', 'headers_too_large'],
  },
  unavailable: {
    meaning: 'the service or its database cannot do its work: the same request succeeds later',
    faults: [
      'database_unreachable',
      'database_busy',
      'database_disk_full',
      'database_out_of_memory',
      'database_connections_used',
      'database_limit_reached',
      'database_lacks_resources',
      'database_read_only',
      'database_failed',
      'database_disk_failed',
      'database_login_refused',
      'database_starting',
      'statement_too_slow',
      'lock_too_slow',
      'change_lost_race',
      'change_too_slow',
      'phone_not_connected',
      'disk_full',
      'stopping',
      'call_not_reached',
    ],
  },
  unknown_cursor: {
    meaning: 'the id to read on from is not known',
    faults: ['unknown_row', 'unknown_event'],
  },
} as const satisfies Record<string, SharedCode>

type Shared = typeof sharedCodes
type SharedFault = Shared[keyof Shared]['faults'][number]
/** Why the service or its database cannot do its work. */
export type ServiceFault = Shared['unavailable']['faults'][number]
export type ErrorCode = keyof Shared | Exclude<Fault, SharedFault>

const codeByFault = new Map<string, ErrorCode>(
  Object.entries(sharedCodes).flatMap(([code, { faults }]) =>
    faults.map((fault) => [fault, code as ErrorCode] as const),
  ),
)

/** In the order of the faults. */
export const ERROR_CODES = [
  ...new Set(Object.keys(faults).map((fault) => codeByFault.get(fault) ?? (fault as ErrorCode))),
]

/** What a code means, with its parameters or with the faults that share it. */
export function definitionOf(code: ErrorCode): FaultDefinition & Partial<SharedCode> {
  return { ...faults, ...sharedCodes }[code]
}

/** A fault as answers name it. */
export function codeOf({ fault, params }: Pick<ErrorDetail, 'fault' | 'params'>): {
  code: ErrorCode
  params: object
} {
  const code = codeByFault.get(fault)
  return code
    ? { code, params: { reason: fault, ...params } }
    : { code: fault as ErrorCode, params: params ?? {} }
}
