// Requests that are not HTTP, not JSON, or not for a path of the API.
import type { FaultDefinition } from './fault-definition.ts'

export const requestFaults = {
  path_unknown: { meaning: 'there is nothing at this path', params: { path: 'text' } },
  method_not_served: {
    meaning: 'the path is not served by this method',
    params: { method: 'text', allowed: 'texts' },
  },
  body_not_json: {
    code: 'request_malformed',
    meaning: 'the body is not valid JSON',
    params: { problem: 'text' },
  },
  body_not_utf8: { code: 'request_malformed', meaning: 'the body is not valid UTF-8' },
  body_too_large: {
    code: 'request_too_large',
    meaning: 'the body has too many bytes',
    params: { maxBytes: 'number' },
  },
  content_length_wrong: {
    code: 'request_incomplete',
    meaning: 'the body is not as long as Content-Length says',
  },
  media_type_unsupported: { meaning: 'the body has another content type', params: { expected: 'text' } },
  url_malformed: { code: 'request_malformed', meaning: 'the path is not a valid URL' },
  headers_too_large: { code: 'request_too_large', meaning: 'the headers are too large' },
  request_too_slow: { code: 'request_incomplete', meaning: 'the request took too long to arrive' },
  request_malformed: { code: 'request_malformed', meaning: 'the request is malformed' },
} as const satisfies Record<string, FaultDefinition>
