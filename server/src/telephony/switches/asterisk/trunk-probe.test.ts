import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeAri, startFakeAri } from '../../../../test/support/fake-ari.ts'
import { silentLog } from '../../../../test/support/silent-log.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { CallSign, TrunkProbe } from '../../trunks/test/trunk-probe.ts'
import { createAriClient } from './ari/ari-client.ts'
import { type AsteriskSwitch, createAsteriskSwitch } from './asterisk-switch.ts'
import { createTrunkProbe } from './trunk-probe.ts'

const access = { username: 'carillon', password: 'secret' }
let ari: FakeAri
let on: AsteriskSwitch
let probe: TrunkProbe
let signs: CallSign[]

beforeEach(async () => {
  ari = await startFakeAri({ ...access, trunk: 'trunk-7' })
  signs = []
  const settings = { ...access, url: `${ari.url}/ari` }
  const client = createAriClient({ settings, clock: systemClock, timeoutMs: 5000 })
  on = createAsteriskSwitch({
    ari: client,
    settings: {
      ...{ ...settings, app: 'carillon', queueContext: 'queues', onAnswer: { kind: 'flow' } },
      ...{ ringTimeoutSeconds: 30, maxCallSeconds: 60 },
    },
    ...{ clock: systemClock, log: silentLog },
  })
  probe = createTrunkProbe({
    ...{ ari: client, url: settings.url, on },
    states: async () => [
      { id: '7', isReachable: true, roundTripMs: 9, registration: undefined, fault: undefined },
    ],
  })
})
afterEach(async () => {
  await on.close()
  await ari.close()
})

const ring = (number: string) =>
  probe.call({ trunkId: '7', number, callerId: '+4930901820', ringTimeoutSeconds: 45 }, (sign) =>
    signs.push(sign),
  )

it('knows the state of one trunk', async () => {
  expect(await probe.state('7')).toMatchObject({ isReachable: true })
  expect(await probe.state('8')).toBeUndefined()
})

it('calls through the endpoint of the trunk, plays a tone, counts packets and hangs up', async () => {
  const call = await ring('004930125')
  const body = ari.requests.find(({ line }) => line === 'POST /channels')?.body
  expect(body).toMatchObject({
    endpoint: 'PJSIP/004930125@trunk-7',
    callerId: '+4930901820',
    timeout: 45,
    variables: { 'TIMEOUT(absolute)': '75' },
  })
  expect(isId(String(body?.['channelId']))).toBe(false)
  await ari.pass(1000)
  expect(signs.map(({ type }) => type)).toEqual(expect.arrayContaining(['ringing', 'answered']))
  await call.playTone()
  expect(ari.requests.at(-1)?.line).toMatch(/^POST \/channels\/trunk-test-\w+\/play\//)
  ari.answer(/rtp_statistics/, { status: 200, body: { rxcount: 120, txcount: 118, channel_uniqueid: 'x' } })
  expect(await call.packets()).toEqual({ received: 120, sent: 118 })
  await call.hangUp()
  await ari.settle()
  expect(signs.at(-1)?.type).toBe('ended')
  expect(ari.channels()).toEqual([])
  // The call is over: nothing more is known of it, and nothing fails.
  expect(await call.packets()).toBeUndefined()
})

it('passes on the answer of the carrier', async () => {
  await ring('004930121')
  await ari.pass(0)
  expect(signs).toEqual([{ type: 'ended', sipStatus: 486, cause: 'busy' }])
})

it.each([
  [403, 21, 'network_error'],
  [503, 34, 'congestion'],
])('records a call that the trunk refuses with %i like every call', async (sipStatus, cause, recorded) => {
  const channel = { id: '{id}', state: 'Down' }
  ari.script('004930201', [
    { type: 'Dial', dialstatus: 'CHANUNAVAIL', peer: channel },
    { type: 'ChannelDestroyed', cause, tech_cause: sipStatus, channel },
  ])
  await ring('004930201')
  await expect.poll(() => signs).toEqual([{ type: 'ended', sipStatus, cause: recorded }])
})

it('hears of no other call', async () => {
  await ring('004930129')
  await ari.send({ type: 'Dial', dialstatus: 'RINGING', peer: { id: 'another', state: 'Ringing' } })
  expect(signs).toEqual([])
})

it('says why a call was not sent', async () => {
  await ari.setTrunk('offline')
  await expect(ring('004930125')).rejects.toThrow(/Asterisk answers 500: Allocation failed/)
  await ari.crash()
  await expect(ring('004930125')).rejects.toThrow(/cannot be reached/)
})

it('finds no address for a name that does not exist', async () => {
  const trunk = { host: 'no-such-host.invalid', transport: 'udp' } as Parameters<TrunkProbe['resolve']>[0]
  expect(await probe.resolve(trunk)).toEqual([])
  expect(await probe.resolve({ ...trunk, host: 'localhost' })).toEqual(expect.arrayContaining(['127.0.0.1']))
})
