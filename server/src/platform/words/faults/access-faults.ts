// Tokens, signatures and limits.
import type { FaultDefinition } from './fault-definition.ts'

export const accessFaults = {
  header_missing: { code: 'header_invalid', meaning: 'a header is missing', params: { header: 'text' } },
  header_malformed: { code: 'header_invalid', meaning: 'a header is malformed', params: { header: 'text' } },
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
    code: 'forbidden',
    meaning: 'a page of another site has sent the request',
    params: { origin: 'text', host: 'text' },
  },
  origin_missing: {
    code: 'forbidden',
    meaning: 'a request with the cookie of a session has no Origin, so nothing says whose page has sent it',
  },
  session_over: { meaning: 'the session is unknown or over: sign in' },
  sign_in_wrong: { meaning: 'the name or the password is wrong' },
  password_wrong: { meaning: 'the password is wrong' },
  password_needed: {
    meaning:
      'the person has to give the password or a passkey again: `POST /api/session/confirm`, `POST /api/session/confirmWithPasskey`',
  },
  passkey_refused: { meaning: 'the passkey is unknown here, or what it signed is not accepted' },
  passkey_stale: {
    meaning:
      'nothing was asked of this browser, or it was used or is over: begin again, `POST /api/session/startPasskey`',
  },
  link_over: { meaning: 'the link is unknown, was used, or is over' },
  for_people: { code: 'forbidden', meaning: 'it is for people who have signed in, not for tokens' },
  for_tokens: { code: 'forbidden', meaning: 'it is for tokens, not for people who have signed in' },
  sign_ins_slowed: {
    code: 'too_many_requests',
    meaning: 'too many failed sign-ins from this network or for this name',
    params: { seconds: 'number' },
  },
  sign_ins_waiting: {
    code: 'too_many_requests',
    meaning: 'too many people are signing in at once',
    params: { seconds: 'number' },
  },
  token_invalid: { meaning: 'the access token is unknown, expired or revoked' },
  scope_missing: {
    code: 'forbidden',
    meaning: 'the operation needs a token with another scope',
    params: { needed: 'text', scope: 'text' },
  },
  permission_missing: {
    code: 'forbidden',
    meaning: 'the person who is signed in does not have the permission that the operation needs',
    params: { needed: 'text', role: 'text' },
  },
  bound_to_data_sources: {
    code: 'forbidden',
    meaning: 'whoever asks is bound to some data sources, and the operation is about everything',
  },
  signature_stale: {
    code: 'signature_invalid',
    meaning: 'the time of the signature is too far off',
    params: { maxSeconds: 'number' },
  },
  signature_used: { meaning: 'a request with the same signature was received before' },
  signature_wrong: { code: 'signature_invalid', meaning: 'the signature does not fit the request' },
  call_not_reached: {
    code: 'unavailable',
    meaning: 'the node that has the call could not be reached in time',
  },
  too_many_invalid_tokens: {
    code: 'too_many_requests',
    meaning: 'too many requests with invalid tokens from this address',
    params: { seconds: 'number' },
  },
  rate_limited: {
    code: 'too_many_requests',
    meaning: 'too many requests with this token',
    params: { seconds: 'number' },
  },
  number_tested_often: {
    code: 'too_many_requests',
    meaning: 'the number had as many test calls in the last minutes as one number may have',
    params: { max: 'number', minutes: 'number', seconds: 'number' },
  },
  calls_used_up: {
    code: 'too_many_requests',
    meaning:
      'the token may ask for `max` calls in 24 hours and has asked for `used`: `calls` more would be too many',
    params: { max: 'number', used: 'number', calls: 'number', seconds: 'number' },
  },
  calls_above_limit: {
    code: 'forbidden',
    meaning: 'the operation asks for more calls than the token may ask for in 24 hours',
    params: { max: 'number', calls: 'number' },
  },
  live_list_limited: {
    code: 'forbidden',
    meaning: 'the token has a limit of calls or countries, and the list of the task grows while it runs',
  },
  country_not_allowed: {
    code: 'forbidden',
    meaning:
      'the token may ask for calls to numbers of some countries alone; `country` is empty if it is not known',
    params: { country: 'text', allowed: 'texts' },
  },
  import_countries_limited: {
    code: 'forbidden',
    meaning:
      'the token may ask for calls to some countries alone, and an import in the background goes on without it',
  },
  address_not_allowed: {
    code: 'forbidden',
    meaning: 'the token may be used from other addresses alone',
    params: { address: 'text' },
  },
  admin_not_limited: { code: 'invalid', meaning: 'an administrator may call all countries' },
  not_a_network: {
    code: 'invalid',
    meaning: 'the text is neither an address nor a network',
    params: { value: 'text' },
  },
  too_many_at_once: {
    code: 'too_many_requests',
    meaning:
      'too many of this kind at once: `work` is exports, uploads, eventStreams, largeReads, imports, assistants or connections, `of` is token or node',
    params: { work: 'text', of: 'text', running: 'number', seconds: 'number' },
  },
} as const satisfies Record<string, FaultDefinition>
