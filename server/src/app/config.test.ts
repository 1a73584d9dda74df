import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { InvalidSetting } from '../platform/kernel/settings.ts'

const HTTP_GATEWAY = {
  GATEWAY: 'http',
  HTTP_GATEWAY_URL: 'https://voice.example.com/calls',
  HTTP_GATEWAY_SECRET: 'sixteen-characters',
  PUBLIC_URL: 'https://carillon.example.com/voice/',
}

describe('where a gateway fetches what it plays', () => {
  it.each([
    ['PUBLIC_URL for an HTTP platform', HTTP_GATEWAY, 'https://carillon.example.com/voice'],
    [
      'MEDIA_URL for an HTTP platform that has one',
      { ...HTTP_GATEWAY, MEDIA_URL: 'https://media.example.com/' },
      'https://media.example.com',
    ],
    ['MEDIA_URL for other gateways', { MEDIA_URL: 'http://10.0.0.5:3000' }, 'http://10.0.0.5:3000'],
    ['no setting for other gateways', { PUBLIC_URL: 'https://carillon.example.com' }, undefined],
  ])('is %s', (_title, env, url) => {
    expect(readConfig(env).mediaUrl).toBe(url)
  })
})

describe('the gateway to the event socket of FreeSWITCH', () => {
  it.each([
    ['GATEWAY=freeswitch', { GATEWAY: 'freeswitch', FREESWITCH_HOST: '127.0.0.1' }],
    ['FREESWITCH_DIAL', { FREESWITCH_DIAL: 'sofia/gateway/trunk/{number}' }],
    [
      'FREESWITCH_PASSWORD_FILE',
      { GATEWAY: 'simulator', FREESWITCH_PASSWORD_FILE: '/etc/carillon/password' },
    ],
  ])('is gone, and %s says what to do', (given, env) => {
    expect(() => readConfig(env)).toThrow(
      new InvalidSetting(`${given} is gone: add your FreeSWITCH as a trunk, see docs/gateways.md#freeswitch`),
    )
  })
})
