// What carriers want to have changed, one setting of a trunk each, as a carrier sees it: in the requests of the Asterisk that Carillon runs.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { CallControl } from '../../src/conversations/answered-call.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { createOwnAsterisk } from '../../src/telephony/switches/asterisk/own/own-asterisk.ts'
import { createOwnAsteriskHost } from '../../src/telephony/switches/asterisk/own/own-asterisk-host.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { expectSuccess } from '../support/expectations.ts'
import { testSpeech } from '../support/speech-settings.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { trunkWith } from '../support/trunks.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { headerOf, type NotingCarrier, startNotingCarrier } from './noting-carrier.ts'
import { linkPrograms, ownAsteriskSettings, trunksOrSimulator } from './own-asterisk-parts.ts'

const FLOW = { steps: [{ id: 'end', type: 'hangup' as const }] }
const CALLER_ID = '+4930555001'

async function carrier(...given: Parameters<typeof startNotingCarrier>): Promise<NotingCarrier> {
  const started = await startNotingCarrier(...given)
  onTestFinished(() => started.stop())
  return started
}

/** A switch with these trunks, and what places calls through them. */
async function open(...trunks: Trunk[]) {
  const programs = await installPrograms()
  const dataDir = join(await temporaryFolder(), 'data')
  await linkPrograms(dataDir, programs)
  const settings = await ownAsteriskSettings(46_000, 48_000)
  const common = { clock: systemClock, log: createSilentLog() }
  const trunkSwitch = createOwnAsteriskHost({
    ...{ country: () => undefined, ...common, settings: { ringTimeoutSeconds: 10, maxCallSeconds: 60 } },
    create: () => createOwnAsterisk({ dataDir, settings, ...common, timing: { qualifySeconds: 1 } }),
  })
  await trunkSwitch.apply(trunks)
  onTestFinished(() => trunkSwitch.apply([]))
  await trunkSwitch.asterisk()?.ready()
  const events: GatewayEvent[] = []
  const [gateway] = trunks.map((trunk) => trunkSwitch.open(trunk, () => trunk))
  if (!gateway) throw new Error('there is no trunk')
  gateway.listen((event) => events.push(event))
  return {
    events,
    stateOf: (trunk: Trunk) => trunkSwitch.probe()?.state(trunk.id),
    async call(trunk: Trunk, phoneNumber = '+4930901820') {
      await expect.poll(() => gateway.health(trunk.id), PATIENCE).toEqual({ isUp: true })
      const attemptId = newId()
      const route = { trunkId: trunk.id, callerId: trunk.callerIds[0] ?? null }
      const keys = { attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow: FLOW }
      await gateway.originate({ ...keys, route })
      const heard = (type: GatewayEvent['type']) => () =>
        events.some((event) => event.attemptId === attemptId && event.type === type)
      return {
        answered: () => expect.poll(heard('answered'), PATIENCE).toBe(true),
        ended: () => expect.poll(heard('ended'), PATIENCE).toBe(true),
        hangUp: () => gateway.hangUp(attemptId),
        keys: () =>
          events.flatMap((event) =>
            event.attemptId === attemptId && event.type === 'key' ? [event.key] : [],
          ),
        control: gateway.control as CallControl,
      }
    },
  }
}

const to = ({ port }: NotingCarrier, settings: Partial<Trunk> = {}) =>
  trunkWith({ port, callerIds: [CALLER_ID], ...settings })

it('calls through a carrier that ignores OPTIONS, which it then gets none of', async () => {
  const deaf = await carrier({ answers: { OPTIONS: [] } })
  const trunk = to(deaf, { sendsOptions: false })
  const { call, stateOf } = await open(trunk)
  const placed = await call(trunk)
  await placed.answered()
  expect(deaf.of('OPTIONS')).toEqual([])
  expect(await stateOf(trunk)).toMatchObject({ isReachable: undefined, fault: undefined })
  await placed.hangUp()
})

it('names the caller in Remote-Party-ID, or hides it from the callee', async () => {
  const far = await carrier()
  const open_ = to(far, { sendsRemotePartyId: true })
  const hidden = to(far, { hidesCallerId: true, sendsRemotePartyId: true })
  const both = await open(open_, hidden)
  const first = await both.call(open_)
  await first.answered()
  await first.hangUp()
  const second = await both.call(hidden)
  await second.answered()
  await second.hangUp()
  const [shown = '', anonymous = ''] = far.of('INVITE')
  expect(headerOf(shown, 'From')).toContain(`<sip:${CALLER_ID}@`)
  expect(headerOf(shown, 'Remote-Party-ID')).toMatch(/<sip:\+4930555001@.*privacy=off/)
  expect(headerOf(shown, 'Privacy')).toBe('')
  expect(headerOf(anonymous, 'From')).toMatch(/<sip:anonymous@anonymous\.invalid>/i)
  expect(headerOf(anonymous, 'Privacy')).toBe('Privacy: id')
  expect(headerOf(anonymous, 'P-Asserted-Identity')).toContain(`<sip:${CALLER_ID}@`)
  expect(headerOf(anonymous, 'Remote-Party-ID')).toMatch(/<sip:\+4930555001@.*privacy=full/)
})

it('offers SRTP, demands it, or does not speak of it', async () => {
  const far = await carrier()
  const trunks = ([null, 'offered', 'demanded'] as const).map((srtp) => to(far, { srtp }))
  const { call } = await open(...trunks)
  for (const trunk of trunks) {
    const placed = await call(trunk)
    await placed.answered()
    await placed.hangUp()
    await placed.ended()
  }
  const [off = '', offered = '', demanded = ''] = far.of('INVITE')
  expect(off).toMatch(/m=audio \d+ RTP\/AVP /)
  expect(off).not.toContain('a=crypto')
  expect(offered).toMatch(/m=audio \d+ RTP\/AVP /)
  expect(offered).toContain('a=crypto:1 AES_CM_128')
  expect(demanded).toMatch(/m=audio \d+ RTP\/SAVP /)
  expect(demanded).toContain('a=crypto:1 AES_CM_128')
})

it('authenticates by another name, through a proxy, with a number that has a #', async () => {
  const proxy = await carrier({ demandsPassword: true })
  const trunk = trunkWith({
    ...{ host: 'carrier.example', callerIds: [CALLER_ID], outboundProxy: `127.0.0.1:${proxy.port}` },
    ...{ username: 'account', password: 'secret', authName: 'other-name', registers: true },
    prefixRules: [{ match: '+', strip: 1, add: '1234#' }],
  })
  const { call } = await open(trunk)
  const placed = await call(trunk)
  await placed.answered()
  await placed.hangUp()
  const invite = proxy.of('INVITE').at(-1) ?? ''
  expect(invite).toMatch(/^INVITE sip:1234(#|%23)4930901820@carrier\.example[ ;]/)
  expect(headerOf(invite, 'Authorization')).toContain('username="other-name"')
  // Asterisk sends the first one up to ten seconds later.
  await expect.poll(() => proxy.of('REGISTER')[0], PATIENCE).toMatch(/^REGISTER sip:carrier\.example SIP/)
  expect(headerOf(proxy.of('REGISTER')[0] ?? '', 'To')).toContain('<sip:account@carrier.example>')
  expect(proxy.of('OPTIONS')[0]).toMatch(/^OPTIONS sip:carrier\.example/)
})

it.each([
  ['302 Moved Temporarily', 302],
  ['404 Not Found', 404],
  ['503 Service Unavailable', 503],
])('knows that the carrier has answered its registration with %s', async (answer, status) => {
  const far = await carrier({ answers: { REGISTER: [answer] } })
  const trunk = to(far, { username: 'account', password: 'secret', registers: true })
  const { stateOf } = await open(trunk)
  await expect
    .poll(() => stateOf(trunk), PATIENCE)
    .toMatchObject({ registration: 'rejected', registrationAnswer: status })
})

it('a flow gets the key that is pressed as a tone in the sound', async () => {
  const far = await carrier()
  const dataDir = join(await temporaryFolder(), 'data')
  await linkPrograms(dataDir, await installPrograms())
  const settings = await ownAsteriskSettings(46_000, 48_000)
  const gateway = trunksOrSimulator({ dataDir, settings })
  const app = await createTestApp({ role: 'all', speech: testSpeech(), gateway })
  onTestFinished(() => app.close())
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const trunk = { name: 'In band', host: '127.0.0.1', port: far.port, keys: 'inBand' }
  expectSuccess(await app.post('/api/trunk/add', trunk))
  app.startDialing()
  const ask = { id: 'ask', type: 'gather', text: 'Press a key.', keys: '0123456789*#', timeout: 30 }
  const dataSourceId = await app.addDataSource('list', ['+4930901820'])
  const task = { maxDialCount: 1, flow: { steps: [ask] } }
  const id = await app.addTask('task', dataSourceId, task)
  expectSuccess(await app.post('/api/task/publish', { id }))
  const answered = `select from live_call where flow_state -> 'answerTime' is not null`
  await expect.poll(async () => (await app.rows(answered)).length, PATIENCE).toBe(1)
  expect(far.of('INVITE')[0]).not.toContain('telephone-event')
  await far.pressByTone('7')
  const digits = () => app.rows(`select result -> 'digits' as digits from call`)
  await expect.poll(digits, PATIENCE).toEqual([{ digits: { ask: '7' } }])
})

it('hears keys by INFO', async () => {
  const far = await carrier()
  const trunk = to(far, { keys: 'info' })
  const { call } = await open(trunk)
  const placed = await call(trunk)
  await placed.answered()
  expect(far.of('INVITE')[0]).not.toContain('telephone-event')
  far.pressByInfo('7')
  await expect.poll(placed.keys, PATIENCE).toEqual(['7'])
  await placed.hangUp()
})
