import { describe, expect, it } from 'vitest'
import { isLoopback } from '../../platform/kernel/secrets/encryption.ts'
import { createSettings, InvalidSetting } from '../../platform/kernel/settings.ts'
import { readAsteriskSettings } from './asterisk/asterisk-settings.ts'
import { readHttpGatewaySettings } from './http/http-gateway-settings.ts'

const readers = {
  asterisk: readAsteriskSettings,
  http: readHttpGatewaySettings,
}
const base = {
  ARI_USERNAME: 'carillon',
  ARI_PASSWORD: 'secret',
  ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
  ASTERISK_ON_ANSWER: 'carillon,s,1',
  HTTP_GATEWAY_URL: 'https://voice.example.com/calls',
  HTTP_GATEWAY_SECRET: 'a-secret-of-the-tests',
  PUBLIC_URL: 'https://carillon.example.com',
}

const read = (kind: keyof typeof readers, env: Record<string, string>) => () =>
  readers[kind](createSettings({ ...base, ...env }))

it.each([
  '127.0.0.1',
  '127.8.9.1',
  'localhost',
  'LOCALHOST',
  'a.localhost',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  '10.0.0.1',
  '0.0.0.0',
  '126.255.255.255',
  'example.com',
  'localhost.example.com',
  'notlocalhost',
  '::',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is not this machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})

describe.each<[keyof typeof readers, string, string, string[]]>([
  [
    'asterisk',
    'ARI_URL',
    'http://pbx.example.com:8088/ari',
    ['http://127.0.0.1:8088/ari', 'http://[::1]:8088/ari', 'https://pbx.example.com/ari'],
  ],
  [
    'http',
    'HTTP_GATEWAY_URL',
    'http://10.0.0.1/calls',
    ['http://localhost:4000/calls', 'https://voice.example.com/calls'],
  ],
  [
    'http',
    'PUBLIC_URL',
    'http://carillon.example.com',
    ['http://127.0.0.1:3000', 'https://carillon.example.com'],
  ],
])('%s: what %s reaches', (kind, name, remote, fine) => {
  it.each(fine)('may be %s', (value) => {
    expect(read(kind, { [name]: value })).not.toThrow()
  })

  it('is not another machine in plain text, unless a setting says so', () => {
    const refused = read(kind, { [name]: remote })
    expect(refused).toThrow(InvalidSetting)
    expect(refused).toThrow(name)
    expect(refused).toThrow('ALLOW_UNENCRYPTED_GATEWAY=yes')
    expect(read(kind, { [name]: remote, ALLOW_UNENCRYPTED_GATEWAY: 'yes' })).not.toThrow()
    expect(read(kind, { [name]: remote, ALLOW_UNENCRYPTED_GATEWAY: 'true' })).toThrow(/one of no, yes/)
  })
})
