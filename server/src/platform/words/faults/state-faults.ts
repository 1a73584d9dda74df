// What is asked for is not there, is taken, or is in the wrong state.
import type { FaultDefinition } from './fault-definition.ts'

export const stateFaults = {
  not_found: {
    meaning:
      'nothing has this id: `what` is task, data source, contact, call, calendar, do-not-call list, audio, sound, token, attempt, import, recording, test call, trunk, trunk test, own phone, person, session, webhook, failed delivery or waiting delivery',
    params: { what: 'text', id: 'text' },
  },
  admin_not_bound: {
    code: 'invalid',
    meaning: 'an administrator sees everything, so it cannot be bound',
  },
  name_reserved: { code: 'invalid', meaning: 'the name is used by the service itself' },
  name_taken: { meaning: 'something of this kind has this name', params: { name: 'text' } },
  not_allowed: {
    meaning: 'the operation is not allowed in the current state',
    params: { operation: 'text', status: 'text', allowed: 'texts' },
  },
  last_admin_token: { code: 'in_use', meaning: 'it is the last valid token with scope admin' },
  not_empty: { code: 'in_use', meaning: 'it still has entries', params: { count: 'number' } },
  used_by_tasks: {
    code: 'in_use',
    meaning: 'tasks that can still dial name it: the first of them, and how many more there are',
    params: { tasks: 'texts', more: 'number' },
  },
  used_by_trunks: {
    code: 'in_use',
    meaning:
      'people who call back hear it, or are put on it, by these trunks: the first of them, and how many more there are',
    params: { trunks: 'texts', more: 'number' },
  },
  too_many_days: {
    code: 'limit_exceeded',
    meaning: 'the calendar would have too many days',
    params: { max: 'number' },
  },
  too_many_own_phones: {
    code: 'limit_exceeded',
    meaning: 'there are as many own phones as there may be',
    params: { max: 'number' },
  },
  too_many_passkeys: {
    code: 'limit_exceeded',
    meaning: 'the person has as many passkeys as one may have',
    params: { max: 'number' },
  },
  too_many_webhooks: {
    code: 'limit_exceeded',
    meaning: 'there are as many webhooks as there may be',
    params: { max: 'number' },
  },
  too_many_trunks: {
    code: 'limit_exceeded',
    meaning: 'there are as many trunks as there may be',
    params: { max: 'number' },
  },
  recording_not_kept: {
    code: 'recording_unavailable',
    meaning: 'the recording has no file: `status` is pending, missing or erased',
    params: { status: 'text' },
  },
  recording_elsewhere: {
    code: 'recording_unavailable',
    meaning: 'the file of the recording is in a store that this node cannot read',
    params: { store: 'text' },
  },
  range_outside: { meaning: 'no byte of the file is in the range asked for', params: { size: 'number' } },
  no_flow: { code: 'not_applicable', meaning: 'the task has no flow' },
  call_ended: { code: 'not_applicable', meaning: 'the call has ended, so it cannot be canceled' },
  listening_missing: {
    code: 'not_applicable',
    meaning: 'the gateway of this node does not support listening in',
  },
  call_elsewhere: {
    code: 'not_applicable',
    meaning: 'the call is on the switch of another node, which this node cannot reach',
    params: { node: 'text' },
  },
  call_out_of_hand: {
    code: 'not_applicable',
    meaning:
      'the call has not been answered yet, has already been transferred, or its flow runs on a voice platform',
  },
  number_denied: {
    meaning: 'the number cannot be called: `reason` is one of those of a denial, or `outside_window`',
    params: { reason: 'text' },
  },
  number_in_call: { code: 'busy', meaning: 'the number has a call already' },
  too_many_test_calls: { code: 'busy', meaning: 'too many test calls at once', params: { max: 'number' } },
  too_many_calls: {
    code: 'busy',
    meaning: 'as many calls that were asked for wait as there may be',
    params: { max: 'number' },
  },
  trunk_off: { code: 'not_applicable', meaning: 'the trunk is off, so it cannot be tested' },
  own_phones_elsewhere: {
    code: 'not_applicable',
    meaning: 'this node runs no Asterisk of its own, so it has no own phones',
  },
  webhook_off: { code: 'not_applicable', meaning: 'the webhook is off, so nothing is sent: switch it on' },
  webhook_without_secret: {
    code: 'not_applicable',
    meaning: 'the webhook has no secret since a restore: rotate it',
  },
  phone_not_connected: { code: 'unavailable', meaning: 'Asterisk did not take the WebSocket of the phone' },
  asterisk_missing: {
    code: 'not_applicable',
    meaning: 'the Asterisk that Carillon runs does not run',
    params: { why: 'text' },
  },
  trunk_of_environment: {
    code: 'not_applicable',
    meaning: 'the trunk is the gateway that the environment names: this is changed there',
  },
  speech_failed: { meaning: 'the sentence cannot be said', params: { reason: 'text' } },
  import_dialed: {
    code: 'in_use',
    meaning: 'a task has dialed contacts of the import, or is dialing them',
    params: { task: 'text' },
  },
  last_admin: { code: 'in_use', meaning: 'it is the last administrator who can sign in' },
  person_has_tokens: {
    meaning: 'the person has access tokens: say what becomes of them',
    params: { count: 'number' },
  },
  person_disabled: { code: 'not_applicable', meaning: 'the person is disabled' },
  passkey_known: { code: 'in_use', meaning: 'the passkey is known already' },
  passkeys_not_here: {
    code: 'not_applicable',
    meaning: 'browsers have passkeys only over HTTPS at a name, or at localhost',
    params: { host: 'text' },
  },
  person_of_provider: {
    code: 'not_applicable',
    meaning: 'the person signs in through the provider, which also gives the rights',
  },
  may_not_listen: { code: 'forbidden', meaning: 'the token may not listen in on calls' },
  import_of_another: {
    code: 'forbidden',
    meaning: 'the import was uploaded with another token',
    params: { actor: 'text' },
  },
  note_of_another: {
    code: 'forbidden',
    meaning: 'somebody else wrote the note',
    params: { actor: 'text' },
  },
  import_added_nothing: { code: 'not_applicable', meaning: 'the import added no contacts' },
  import_not_of_contacts: { code: 'not_applicable', meaning: 'the import is into a do-not-call list' },
  calls_live: {
    code: 'busy',
    meaning: 'calls of the task, of the data source, or of numbers that the change concerns are still live',
    params: { calls: 'number' },
  },
  nothing_remains: {
    code: 'not_applicable',
    meaning: 'every contact of the task is finished, so there is nothing to continue',
  },
  list_fixed: { code: 'not_applicable', meaning: 'the task continues another one, so its list is fixed' },
  request_in_progress: {
    code: 'busy',
    meaning: 'the same request, with the same Idempotency-Key, is still being carried out',
    params: { seconds: 'number' },
  },
  number_key_missing: {
    code: 'not_applicable',
    meaning: 'the node lacks the file number-key of the service, without which no number can stay on a list',
  },
  task_not_over: {
    code: 'in_use',
    meaning: 'the task is not CLOSED and no draft, or its last calls are not settled yet',
    params: { status: 'text' },
  },
  import_running: { code: 'busy', meaning: 'a file is being imported', params: { file: 'text' } },
  recall_running: { code: 'busy', meaning: 'an earlier recall of the task is still being carried out' },
} as const satisfies Record<string, FaultDefinition>
