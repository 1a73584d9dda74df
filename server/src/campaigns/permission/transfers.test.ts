import { describe, expect, it } from 'vitest'
import { createPhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import { type StoredTransferRules, transferProblem } from './transfers.ts'

const rules: StoredTransferRules = {
  allowed_prefixes: ['+49'],
  denied_prefixes: ['+49900'],
  allowed_premium_prefixes: [],
  min_digits: 3,
  max_digits: 20,
  allows_emergency: false,
  transfer_hosts: ['pbx.example', 'desk.example:5070', '[2001:db8::1]'],
  transfer_contexts: ['support'],
}
const read = createPhoneNumberReader(undefined)
const why = (to: string, change: Partial<StoredTransferRules> = {}) =>
  transferProblem(to, { ...rules, ...change }, read)?.reason

describe('a call may be transferred', () => {
  it.each([
    ['queue:sales'],
    ['tel:+49 30 123456'],
    ['sip:desk@pbx.example'],
    ['sip:desk@PBX.example:5060'],
    ['sips:100@pbx.example;transport=tls'],
    ['sip:desk@desk.example:5070'],
    ['sip:desk@[2001:db8::1]'],
    ['sip:+4930123456@pbx.example'],
    ['dialplan:support,100,1'],
  ])('to %s', (to) => expect(why(to)).toBeUndefined())
})

describe('a call may not be transferred', () => {
  it.each([
    ['tel:112', 'emergency_number'],
    ['tel:+1 900 123456', 'no_allowed_prefix'],
    ['tel:+49900123', 'denied_prefix'],
    ['tel:desk', 'not_a_target'],
    ['sip:desk@evil.example', 'host_not_allowed'],
    ['sip:desk@pbx.example@evil.example', 'not_a_target'],
    ['sip:desk@pbx.example;maddr=evil.example', 'not_a_target'],
    ['sip:desk@pbx.example.evil.example', 'host_not_allowed'],
    ['sip:desk@desk.example', 'host_not_allowed'],
    ['sip:evil.example', 'host_not_allowed'],
    ['sip:00881612345678@pbx.example', 'no_allowed_prefix'],
    ['sip:112@pbx.example', 'emergency_number'],
    ['sip:%31%31%32@pbx.example', 'emergency_number'],
    ['sip:*31%23112@pbx.example', 'emergency_number'],
    ['dialplan:internal,112,1', 'context_not_allowed'],
    ['dialplan:support,112,1', 'emergency_number'],
    ['dialplan:support,0088161234567,1', 'no_allowed_prefix'],
    ['tel:+49 137 123456', 'premium_number'],
    ['sip:0049137123456@pbx.example', 'premium_number'],
    ['mailto:desk@pbx.example', 'not_a_target'],
    ['pbx.example', 'not_a_target'],
  ])('to %s: %s', (to, reason) => expect(why(to)).toBe(reason))

  it('to any host or context by default', () => {
    const none = { transfer_hosts: [], transfer_contexts: [], allowed_prefixes: [] }
    expect(why('sip:desk@pbx.example', none)).toBe('host_not_allowed')
    expect(why('dialplan:support,100,1', none)).toBe('context_not_allowed')
    expect(why('queue:sales', none)).toBeUndefined()
  })
})
