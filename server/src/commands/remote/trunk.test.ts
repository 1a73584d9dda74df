import { describe, expect, it } from 'vitest'
import { newTrunk } from './trunk.ts'

const sent = (...args: Parameters<typeof newTrunk>) => JSON.parse(JSON.stringify(newTrunk(...args)))

describe('trunk add', () => {
  it('sends what is given, and nothing else', () => {
    expect(sent(['Main', 'sip.example.com'], {})).toEqual({ name: 'Main', host: 'sip.example.com' })
    const flags = {
      ...{ port: '5061', transport: 'tls', username: 'account', lines: '30', priority: '2', disabled: true },
      ...{ 'caller-ids': '+49 30 901820, +49 30 901821', 'number-form': 'digits' },
    }
    expect(sent(['Main', 'sip.example.com'], flags, 'secret')).toEqual({
      ...{ name: 'Main', host: 'sip.example.com', port: 5061, transport: 'tls' },
      ...{ username: 'account', password: 'secret', lines: 30, priority: 2, isEnabled: false },
      ...{ callerIds: ['+49 30 901820', '+49 30 901821'], numberForm: 'digits' },
    })
  })

  it('sends what picky carriers want', () => {
    const flags = {
      ...{ 'auth-name': 'auth', 'outbound-proxy': 'proxy.example.com:5080', 'no-options': true },
      ...{ 'remote-party-id': true, 'hide-caller-id': true, srtp: 'demanded', keys: 'inBand' },
      'prefix-rules': '+49:3:0, +:1:9#',
    }
    expect(sent(['Main', 'sip.example.com'], flags)).toEqual({
      ...{ name: 'Main', host: 'sip.example.com', authName: 'auth', outboundProxy: 'proxy.example.com:5080' },
      ...{
        sendsOptions: false,
        sendsRemotePartyId: true,
        hidesCallerId: true,
        srtp: 'demanded',
        keys: 'inBand',
      },
      prefixRules: [
        { match: '+49', strip: 3, add: '0' },
        { match: '+', strip: 1, add: '9#' },
      ],
    })
  })

  it.each(['', '+49', '+49:3', '+49:x:0', '+49:4:0', 'a:0:0', '+49:3:0,', '+49:3:a'])(
    'refuses the prefix rules "%s"',
    (rules) => {
      expect(() => newTrunk(['Main', 'h'], { 'prefix-rules': rules })).toThrow(
        '--prefix-rules must be MATCH:STRIP:ADD, such as +49:3:0',
      )
    },
  )

  it('leaves it to the API to refuse a value', () => {
    expect(sent(['Main', 'sip:x'], { transport: 'ip' })).toEqual({
      ...{ name: 'Main', host: 'sip:x', transport: 'ip' },
    })
  })

  it('fills in what a preset copies', () => {
    const account = { username: 'account', preset: 'fromAccount' }
    expect(sent(['Main', 'sip.example.com'], account, 'secret')).toMatchObject({
      ...{ username: 'account', password: 'secret', registers: true },
      ...{ fromUser: 'account', fromDomain: 'sip.example.com', sendsIdentity: true },
    })
  })

  it.each<[string[], Parameters<typeof newTrunk>[1], string]>([
    [[], {}, 'trunk add needs a name and a host'],
    [['Main'], {}, 'trunk add needs a name and a host'],
    [['Main', 'sip.example.com', 'more'], {}, 'trunk add needs a name and a host'],
    [
      ['Main', 'h'],
      { preset: 'sip' },
      '--preset must be one of ip, digest, registered, fromAccount, not "sip"',
    ],
    [['Main', 'h'], { srtp: 'yes' }, '--srtp must be one of off, offered, demanded, not "yes"'],
    [['Main', 'h'], { keys: 'inband' }, '--keys must be one of auto, rfc4733, info, inBand, not "inband"'],
    [['Main', 'h'], { preset: 'digest' }, '--preset digest needs --username and --password-file'],
  ])('%j with %j says what is missing', (operands, flags, message) => {
    expect(() => newTrunk(operands, flags)).toThrow(message)
  })
})
