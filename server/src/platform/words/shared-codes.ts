// Codes that several faults share, because a client treats them alike. Such a code has the parameter `reason`, which names the fault, and the
// parameters of the fault. faults.ts says which faults these are.
export const sharedCodes = {
  invalid: 'the value breaks a rule of the field',
  conflicting_fields: 'the field does not go with the value of another one',
  flow_invalid: 'the flow cannot run like this',
  phone_invalid: 'the value is not a valid phone number',
  field_name_invalid: 'a custom field cannot have this name',
  limit_exceeded: 'there would be too many of something, or too large',
  upload_invalid: 'the upload is not one file in a part named file',
  request_incomplete: 'the request did not arrive as a whole: send it again',
  file_too_large: 'the file is too large',
  file_unsupported: 'the file is of a kind that is not read',
  file_unreadable: 'the file is of the right kind, but cannot be read',
  file_layout_wrong: 'the rows or columns of the file are not where they should be',
  in_use: 'it is still needed',
  busy: 'something is still going on: try again when it has ended',
  recording_unavailable: 'the recording cannot be played here',
  not_applicable: 'the operation cannot be done with this one',
  forbidden: 'the token may not do this',
  header_invalid: 'a header is missing or malformed',
  signature_invalid: 'the signature is not valid',
  too_many_requests: 'too much at once: try again in `seconds`',
  request_malformed: 'the request is malformed',
  request_too_large: 'the request is too large',
  unavailable: 'the service or its database cannot do its work: the same request succeeds later',
  unknown_cursor: 'the id to read on from is not known',
} as const

export type SharedCode = keyof typeof sharedCodes
