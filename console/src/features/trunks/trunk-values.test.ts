import { expect, it } from 'vitest'
import { defaultsOf } from '../../parts/forms/defaults.ts'
import { bodyOf, type Trunk, type TrunkPreset, valuesOf } from './trunk-values.ts'

const trunk: Trunk = {
  ...{
    id: 'a',
    kind: 'sip',
    name: 'Main',
    isEnabled: true,
    host: 'sip.example.com',
    port: null,
    transport: 'tls',
  },
  ...{ username: null, hasPassword: true, registers: false, fromUser: null, fromDomain: 'example.com' },
  ...{ sendsIdentity: true, codecs: ['alaw'], numberForm: 'digits', callerIds: ['+4930901820'] },
  ...{
    prefixRules: [{ match: '+49', strip: 3, add: '0' }],
    lines: 30,
    callsPerSecond: null,
    inbound: null,
    priority: 2,
    nodes: ['dialer-1'],
  },
  ...{ authName: 'auth', outboundProxy: 'proxy.example.com:5080', sendsOptions: false, keys: 'info' },
  ...{ sendsRemotePartyId: true, hidesCallerId: true, srtp: 'demanded' },
  prices: [{ prefix: '+49', price: 0.01 }],
  ...{ currency: 'EUR', billing: { firstSeconds: 60, stepSeconds: 6 } },
  ...{ callerIdChoice: 'local', callerIdDailyLimit: 100 },
  ...{ createTime: '2026-11-17 10:00:00', updateTime: '2026-11-17 10:00:00' },
}
const preset = {
  copies: [
    { field: 'fromUser', from: 'username' },
    { field: 'fromDomain', from: 'host' },
  ],
} as TrunkPreset

it('are the same trunk again, without a password and calls from outside, which the form leaves as they are', () => {
  const { id, kind, hasPassword, createTime, updateTime, inbound, ...settings } = trunk
  expect(bodyOf(valuesOf(trunk), undefined)).toEqual(settings)
})

it('have a password only if one was entered, or is to be removed', () => {
  const values = valuesOf(trunk)
  expect(bodyOf({ ...values, password: 'new' }, undefined).password).toBe('new')
  expect(bodyOf({ ...values, removesPassword: true }, undefined).password).toBeNull()
  expect(bodyOf({ ...values, password: 'new', removesPassword: true }, undefined).password).toBe('new')
})

it('copy what a preset copies, unless it was filled in', () => {
  const values = {
    ...valuesOf(undefined),
    username: '4930',
    host: 'sip.example.com',
    fromDomain: 'own.example',
  }
  expect(bodyOf(values, preset)).toMatchObject({ fromUser: '4930', fromDomain: 'own.example' })
  expect(bodyOf(values, undefined)).toMatchObject({ fromUser: null, fromDomain: 'own.example' })
})

it('is, with nothing filled in, what the service takes for a trunk without settings', () => {
  const { password: _, inbound: __, simulatedTasks: ___, ...settings } = defaultsOf('NewTrunk')
  expect(bodyOf(valuesOf(undefined), undefined)).toEqual({ ...settings, name: '', host: '' })
})
