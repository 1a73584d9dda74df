import { describe, expect, it } from 'vitest'
import { createSettings, InvalidSetting } from '../../../platform/kernel/settings.ts'
import { readFreeswitchSettings } from './freeswitch-settings.ts'

const needed = {
  FREESWITCH_PASSWORD: 'ClueCon',
  FREESWITCH_DIAL: 'sofia/gateway/trunk/{number}',
  FREESWITCH_ON_ANSWER: '7000 XML default',
}
const read = (env: Record<string, string>) => readFreeswitchSettings(createSettings({ ...needed, ...env }))

describe('the settings of the FreeSWITCH gateway', () => {
  it('need a password, what to dial and what then; the rest has defaults', () => {
    expect(read({})).toEqual({
      callerIds: [],
      host: '127.0.0.1',
      port: 8021,
      password: 'ClueCon',
      dial: 'sofia/gateway/trunk/{number}',
      onAnswer: '7000 XML default',
      ringTimeoutSeconds: 30,
      maxCallSeconds: 3600,
    })
  })

  it.each([
    'user/{number}@example.com',
    'sofia/external/{number}@10.0.0.1:5060;transport=tcp',
    'loopback/{number}/default',
  ])('dial %s', (dial) => {
    expect(read({ FREESWITCH_DIAL: dial }).dial).toBe(dial)
  })

  it.each(['&park', '&playback(/sounds/hello.wav)', '&lua(ivr.lua)', '*98 XML public'])(
    'take %s for an answer',
    (onAnswer) => {
      expect(read({ FREESWITCH_ON_ANSWER: onAnswer }).onAnswer).toBe(onAnswer)
    },
  )

  it('may name a folder for recordings and a SIP profile for transfers', () => {
    const env = { FREESWITCH_RECORDINGS: '/var/spool/carillon', FREESWITCH_SIP_PROFILE: 'internal' }
    expect(read(env)).toMatchObject({ recordings: '/var/spool/carillon', sipProfile: 'internal' })
  })

  it.each([
    [{ FREESWITCH_RECORDINGS: 'recordings' }, 'FREESWITCH_RECORDINGS must be an absolute path'],
    [{ FREESWITCH_RECORDINGS: '/a b' }, 'FREESWITCH_RECORDINGS must be an absolute path'],
    [{ FREESWITCH_SIP_PROFILE: 'a/b' }, 'FREESWITCH_SIP_PROFILE must be the name of a SIP profile'],
    [{ FREESWITCH_PASSWORD: '' }, 'FREESWITCH_PASSWORD (or FREESWITCH_PASSWORD_FILE) is needed'],
    [{ FREESWITCH_PASSWORD: 'a\nb' }, 'FREESWITCH_PASSWORD must be printable ASCII characters on one line'],
    [{ FREESWITCH_DIAL: '' }, 'FREESWITCH_DIAL is needed: what to dial, such as'],
    [{ FREESWITCH_DIAL: 'sofia/gateway/trunk/100' }, 'FREESWITCH_DIAL must be one place to dial'],
    [{ FREESWITCH_DIAL: 'a/{number},b/{number}' }, 'FREESWITCH_DIAL must be one place to dial'],
    [{ FREESWITCH_DIAL: 'a/{number},b/1' }, 'FREESWITCH_DIAL must be one place to dial'],
    [{ FREESWITCH_DIAL: '{x=y}a/{number}' }, 'FREESWITCH_DIAL must be one place to dial'],
    [{ FREESWITCH_ON_ANSWER: '' }, 'FREESWITCH_ON_ANSWER is needed: an extension such as'],
    [{ FREESWITCH_ON_ANSWER: '7000' }, 'FREESWITCH_ON_ANSWER must be an extension such as'],
    [{ FREESWITCH_ON_ANSWER: '&playback(a b)' }, 'FREESWITCH_ON_ANSWER must be an extension'],
    [{ FREESWITCH_PORT: '0' }, 'FREESWITCH_PORT must be a whole number from 1 to 65535'],
    [{ FREESWITCH_HOST: 'a b' }, 'FREESWITCH_HOST must be a name or an address'],
  ])('%j are refused', (env, message) => {
    expect(() => read(env)).toThrow(InvalidSetting)
    expect(() => read(env)).toThrow(message)
  })
})
