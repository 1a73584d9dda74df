import { expect, it } from 'vitest'
import { readSipAddress } from './sip-address.ts'

it.each([
  ['sip.example.com', { host: 'sip.example.com' }],
  [' sip:me@sip.example.com:5070 ', { host: 'sip.example.com', port: 5070, username: 'me' }],
  ['sip:sip.example.com;transport=TCP', { host: 'sip.example.com', transport: 'tcp' }],
  ['sips:me@sip.example.com', { host: 'sip.example.com', username: 'me', transport: 'tls' }],
  ['<sip:+4930901820@10.1.2.3:5061>', { host: '10.1.2.3', port: 5061, username: '+4930901820' }],
  ['sip.example.com:5080', { host: 'sip.example.com', port: 5080 }],
  ['me%40home@sip.example.com', { host: 'sip.example.com', username: 'me@home' }],
  // A password in an address is shown to all who see it, so it is left to its own field.
  ['sip:me:secret@sip.example.com', { host: 'sip.example.com', username: 'me' }],
  ['[2001:db8::1]:5060', { host: '2001:db8::1', port: 5060 }],
  ['2001:db8::1', { host: '2001:db8::1' }],
  ['https://sip.example.com/', { host: 'https://sip.example.com/' }],
  ['', { host: '' }],
])('takes %j apart', (text, parts) => {
  expect(readSipAddress(text)).toEqual(parts)
})
