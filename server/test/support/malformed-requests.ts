// Requests that no client would send: addresses that cannot be read, offers of other protocols, headers that contradict each other, bytes.

import { createSeededRandom } from './seeded-random.ts'

/** What a request line may have as its target, though it names nothing. */
const TARGETS = [
  ...['//', '///', '//[', '//:', '//a:99999/', '/\\', '/%', '/%zz', '/%00', '/%c0%af', '/..%2f..%2fetc', '*'],
  ...['http://[', 'http://a:99999/', 'http://', 'http:///', 'http://%', 'ws://[::1', 'x:', '?', '#', '/?'],
  ...['/api/phone/ws', '/api/phone/ws?', '/api/phone/ws?username=%', '/api/phone/ws?username=a&username=b'],
  ...[
    '//api/phone/ws',
    '/api/phone/ws/',
    '/api/phone/ws?%zz=%zz',
    '/api/phone/ws#x',
    'http://x/api/phone/ws',
  ],
  ...['/api/task/list?page=%', '/api/task/%2f', '/api/call/%/audio', '/api/events?lastEventId=%00'],
  ...[
    '/docs/static/%',
    '/media/%',
    '/media/..',
    '/callbacks/%',
    '/metrics?%',
    '/healthz%00',
    '/\u00ff',
    '/;',
  ],
]
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'CONNECT',
  'PATCH',
  'M-SEARCH',
  'PRI',
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'SIP/2.0', '']
const HEADERS = [
  ...[
    'Upgrade: websocket',
    'Upgrade: WebSocket',
    'Upgrade: h2c',
    'Upgrade:',
    'Upgrade: a, b, c',
    'Upgrade: TLS/1.0',
  ],
  ...['Sec-WebSocket-Key:', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 99', 'Sec-WebSocket-Version: 13'],
  ...[
    'Sec-WebSocket-Protocol: sip, password.',
    'Sec-WebSocket-Protocol: ,,,',
    'Sec-WebSocket-Extensions: x;y=z',
  ],
  ...[
    'HTTP2-Settings: AAMAAABkAAQAAP__',
    'Expect: 100-continue',
    'Expect: x',
    'Content-Length: -1',
    'Content-Length: 5',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
    'Content-Type: multipart/form-data',
    'Content-Type: /',
  ],
  ...[
    'Authorization: Bearer',
    'Authorization: \u00e9',
    'Host: ',
    'Host: [',
    'Host: a:b:c',
    'Cookie: =',
    'Range: bytes=x',
  ],
  ...[
    'X-Forwarded-For: %',
    'Last-Event-ID: %',
    'Idempotency-Key: \u00ff',
    'Accept-Encoding: *;q=x',
    ': x',
    'Nonsense',
  ],
]
const REMAINDERS = [
  '',
  'x',
  '{',
  '0\r\n\r\n',
  'ffffffffff\r\n',
  '\x81\xfe\xff\xff',
  '\x88\x80',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

export function malformedRequests(count: number, seed: number): Buffer[] {
  const random = createSeededRandom(seed)
  const bytes = () => Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)))
  const request = () => {
    // Each offers to switch protocols but for every fourth: these requests leave the usual path.
    const connection = random.below(4) === 0 ? 'close' : 'Upgrade, close'
    const headers = ['Host: x', `Connection: ${connection}`, ...random.sample(HEADERS, 1 + random.below(5))]
    const line = `${random.pick(METHODS)} ${random.pick(TARGETS)} ${random.pick(VERSIONS)}`
    return Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${random.pick(REMAINDERS)}`, 'latin1')
  }
  // Every target comes up with the offer that a browser's phone makes.
  const offers = TARGETS.map((target) =>
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      'latin1',
    ),
  )
  const others = Array.from({ length: Math.max(0, count - offers.length) }, () =>
    random.below(8) === 0 ? bytes() : request(),
  )
  return [...offers, ...others]
}
