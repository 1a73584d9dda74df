import { describe, expect, it } from 'vitest'
import { createSettings } from '../../../platform/kernel/settings.ts'
import { readAsteriskSettings } from './asterisk-settings.ts'
import { endpointIn } from './endpoint-condition.ts'

const env = {
  ARI_USERNAME: 'carillon',
  ARI_PASSWORD: 'secret',
  ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
  ASTERISK_ON_ANSWER: 'carillon,s',
}

const readWith = (changes: Record<string, string>) =>
  readAsteriskSettings(createSettings({ ...env, ...changes }))

describe('the settings of an Asterisk', () => {
  it('have defaults for an Asterisk beside the service', () => {
    expect(readWith({})).toEqual({
      callerIds: [],
      url: 'http://127.0.0.1:8088/ari',
      username: 'carillon',
      password: 'secret',
      app: 'carillon',
      endpoint: 'PJSIP/{number}@trunk',
      onAnswer: { kind: 'dialplan', context: 'carillon', extension: 's', priority: 1 },
      queueContext: 'queues',
      ringTimeoutSeconds: 30,
      maxCallSeconds: 3600,
    })
  })

  it('take an address with or without the path of the interface', () => {
    expect(readWith({ ARI_URL: 'https://pbx.example.com' }).url).toBe('https://pbx.example.com/ari')
    expect(readWith({ ARI_URL: 'https://pbx:8088/ari/' }).url).toBe('https://pbx:8088/ari')
    expect(readWith({ ARI_URL: 'https://pbx:8088/asterisk/ari' }).url).toBe('https://pbx:8088/asterisk/ari')
  })

  it('take a place in the dialplan or sounds', () => {
    expect(readWith({ ASTERISK_ON_ANSWER: 'queues,sales-1,3' }).onAnswer).toEqual({
      kind: 'dialplan',
      context: 'queues',
      extension: 'sales-1',
      priority: 3,
    })
    const media = 'sound:hello-world,sound:custom/goodbye'
    expect(readWith({ ASTERISK_ON_ANSWER: media }).onAnswer).toEqual({ kind: 'sound', media })
  })

  it.each([
    [{ ARI_URL: 'pbx:8088' }, 'ARI_URL must look like http://127.0.0.1:8088/ari, not "pbx:8088"'],
    [{ ARI_URL: 'http://me:secret@pbx' }, 'ARI_URL must not hold a user or a password'],
    [{ ARI_URL: 'https://pbx/ari?x=1' }, 'ARI_URL must end with its path'],
    [{ ARI_USERNAME: '' }, 'ARI_USERNAME is needed'],
    [{ ARI_PASSWORD: '' }, 'ARI_PASSWORD (or ARI_PASSWORD_FILE) is needed'],
    [{ ARI_APP: 'two words' }, 'ARI_APP must be'],
    [{ ASTERISK_ENDPOINT: '' }, 'ASTERISK_ENDPOINT is needed'],
    [{ ASTERISK_ENDPOINT: 'PJSIP/trunk' }, 'ASTERISK_ENDPOINT must be a channel with {number} in it once'],
    [{ ASTERISK_ENDPOINT: '{number}' }, 'ASTERISK_ENDPOINT must be'],
    [{ ASTERISK_ENDPOINT: 'PJSIP/{number}@a&PJSIP/{number}@b' }, 'ASTERISK_ENDPOINT must be'],
    [{ ASTERISK_ON_ANSWER: '' }, 'ASTERISK_ON_ANSWER is needed'],
    [{ ASTERISK_ON_ANSWER: 'hello-world' }, 'ASTERISK_ON_ANSWER must be'],
    [{ ASTERISK_ON_ANSWER: 'context,s,0' }, 'ASTERISK_ON_ANSWER must be'],
    [{ ASTERISK_ON_ANSWER: 'sound:a b' }, 'ASTERISK_ON_ANSWER must be'],
    [{ RING_TIMEOUT: '1' }, 'RING_TIMEOUT must be'],
    [{ ASTERISK_LONGEST_CALL: '0' }, 'ASTERISK_LONGEST_CALL must be'],
    [{ CALLER_ID: 'Carillon' }, 'CALLER_ID must be'],
  ])('refuse %j with a sentence', (changes, words) => {
    expect(() => readWith(changes)).toThrow(words)
  })

  it('never repeat the password', () => {
    expect(() => readWith({ ARI_URL: 'http://me:my-secret@pbx' })).toThrow(/^(?!.*my-secret)/)
  })
})

describe('the trunk of a dial string', () => {
  it.each([
    ['PJSIP/{number}@trunk', { technology: 'PJSIP', resource: 'trunk' }],
    ['PJSIP/00{number}@trunk', { technology: 'PJSIP', resource: 'trunk' }],
    ['PJSIP/trunk/sip:{number}@sip.example.com', { technology: 'PJSIP', resource: 'trunk' }],
    ['SIP/trunk/{number}', { technology: 'SIP', resource: 'trunk' }],
    ['IAX2/office/{number}', { technology: 'IAX2', resource: 'office' }],
    ['Local/{number}@from-internal', undefined],
    ['DAHDI/g1/{number}', undefined],
    ['PJSIP/{number}', undefined],
  ])('of %s', (endpoint, trunk) => {
    expect(endpointIn(endpoint)).toEqual(trunk)
  })
})
