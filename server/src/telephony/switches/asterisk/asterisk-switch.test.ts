import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { type FakeAri, startFakeAri } from '../../../../test/support/fake-ari.ts'
import { type GatewayUnderTest, testGateway } from '../../../../test/support/gateway-conformance.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { createSettings } from '../../../platform/kernel/settings.ts'
import type { CallRequest, GatewayEvent } from '../../gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../../refusals.ts'
import type { Switch } from '../../switch.ts'
import { readAsteriskSettings } from './asterisk-settings.ts'
import type { AsteriskTiming } from './asterisk-timing.ts'
import { createSharedAsterisk } from './shared-asterisk.ts'

const PASSWORD = 'a secret of the tests'

interface Options {
  env?: Record<string, string>
  timing?: Partial<AsteriskTiming>
  isQualified?: boolean
  /** Another node on the same Asterisk. */
  asterisk?: FakeAri
}

async function open({ env, timing, isQualified, asterisk: shared }: Options = {}) {
  const asterisk =
    shared ??
    (await startFakeAri({
      username: 'carillon',
      password: PASSWORD,
      trunk: 'trunk',
      ...(isQualified !== undefined && { isQualified }),
    }))
  const settings = readAsteriskSettings(
    createSettings({
      ARI_URL: asterisk.url,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: PASSWORD,
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'carillon,s,1',
      ...env,
    }),
  )
  const logged: string[] = []
  const write = (facts: object, message: string) => logged.push(JSON.stringify({ ...facts, message }))
  const gateway = createSharedAsterisk({
    settings,
    clock: systemClock,
    log: { info: write, warn: write, error: write },
    timing: {
      reopenAfterMs: 5,
      maxReopenAfterMs: 20,
      eventDelayMs: 20,
      lookMs: { down: 20, up: 20 },
      trialMs: 5,
      ...timing,
    },
  })
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  onTestFinished(async () => {
    await gateway.close()
    if (!shared) await asterisk.close()
  })
  return {
    asterisk,
    gateway,
    logged,
    events,
    endOf: (id: string) =>
      events.flatMap((event) => (event.type === 'ended' && event.attemptId === id ? [event.end] : [])),
    reason() {
      const health = gateway.health()
      return health.isUp ? undefined : health.reason
    },
  }
}

async function openUp(options?: Options) {
  const opened = await open(options)
  await untilUp(opened.gateway)
  return opened
}

async function untilUp(gateway: Switch): Promise<void> {
  await eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
}

async function untilDown(gateway: Switch): Promise<void> {
  await eventually(() => expect(gateway.health().isUp).toBe(false))
}

function callTo(phoneNumber: string, attemptId = 'attempt'): CallRequest {
  return { attemptId, phoneNumber, taskId: 'task', contactId: 'contact' }
}

const bodyOf = (asterisk: FakeAri, line: string) =>
  asterisk.requests.findLast((request) => request.line === line)?.body

testGateway(
  'an Asterisk',
  async (): Promise<GatewayUnderTest> => {
    const { gateway, asterisk } = await openUp()
    return {
      gateway,
      pass: asterisk.pass,
      numbers: { talks: '100', rings: '103', busy: '101' },
      answerMs: 1500,
      talkMs: 4000,
      async setDown(isDown) {
        if (isDown) {
          asterisk.closeEvents()
          await untilDown(gateway)
        } else {
          asterisk.openEvents()
          await untilUp(gateway)
        }
      },
      placed: asterisk.placed,
      refuseNext: () => asterisk.answer(/^POST \/channels$/, { status: 400, body: { message: 'no' } }),
    }
  },
  { refuses: true },
)

describe('placing a call', () => {
  it('asks for it in full: who, where to, for how long, and what comes then', async () => {
    const { gateway, asterisk } = await openUp({
      env: { CALLER_ID: '4930111, 4930222', RING_TIMEOUT: '25', ASTERISK_LONGEST_CALL: '600' },
    })
    await gateway.originate({
      ...callTo('+49 (30) 12-0'),
      details: { taskName: 'Reminders', fields: { 'customer name': 'Ann' } },
    })
    expect(bodyOf(asterisk, 'POST /channels')).toEqual({
      channelId: 'attempt',
      endpoint: 'PJSIP/+4930120@trunk',
      timeout: 25,
      callerId: '4930111',
      context: 'carillon',
      extension: 's',
      priority: 1,
      variables: {
        CARILLON_ATTEMPT_ID: 'attempt',
        CARILLON_TASK_ID: 'task',
        CARILLON_CONTACT_ID: 'contact',
        CARILLON_PHONE_NUMBER: '+4930120',
        CARILLON_TASK_NAME: 'Reminders',
        CARILLON_FIELD_CUSTOMER_NAME: 'Ann',
        'TIMEOUT(absolute)': '625',
      },
    })
    await gateway.originate(callTo('100', 'second'))
    expect(bodyOf(asterisk, 'POST /channels')).toMatchObject({ callerId: '4930222' })
    await gateway.originate(callTo('100', 'third'))
    expect(bodyOf(asterisk, 'POST /channels')).toMatchObject({ callerId: '4930111' })
  })

  it.each(['1001;x=y', '12', '1001@evil', '1001&PJSIP/1', '', '\u0661\u0662\u0663\u0664'])(
    'ends a call to %j as an invalid number, without a word to Asterisk',
    async (number) => {
      const { gateway, asterisk, events } = await openUp()
      await gateway.originate(callTo(number))
      expect(events).toEqual([
        { type: 'ended', attemptId: 'attempt', end: { cause: 'invalid_number', talkMs: 0 } },
      ])
      expect(bodyOf(asterisk, 'POST /channels')).toBeUndefined()
    },
  )

  it('takes the call for placed if Asterisk knows its id already', async () => {
    const { gateway, asterisk } = await openUp()
    asterisk.answer(/^POST \/channels$/, { status: 409, body: { message: 'exists' } })
    await gateway.originate(callTo('100'))
    expect(asterisk.placed('attempt')).toBe(0)
  })

  it.each([
    [400, CallRefused, /400/],
    [401, GatewayFault, /ARI_USERNAME and ARI_PASSWORD/],
    [403, GatewayFault, /read_only = no/],
    [404, GatewayFault, /no Asterisk REST interface/],
    [500, CallRefused, /cannot dial PJSIP\/\{number\}@trunk/],
    [503, GatewayFault, /still starting/],
  ])('is refused if Asterisk answers %i: %o', async (status, refusal, reason) => {
    const { gateway, asterisk } = await openUp()
    asterisk.answer(/^POST \/channels$/, { status, body: { message: 'no' } })
    const placing = gateway.originate(callTo('100'))
    await expect(placing).rejects.toThrow(refusal)
    await expect(placing).rejects.toThrow(reason)
    expect((await gateway.reconcile(['attempt'])).get('attempt')).toEqual({ state: 'not_placed' })
  })

  it('leaves it open whether a call was placed if the answer is lost, and finds out afterwards', async () => {
    const { gateway, asterisk } = await openUp()
    asterisk.answer(/^POST \/channels$/, 'hang up')
    const placing = gateway.originate(callTo('100'))
    await expect(placing).rejects.toThrow(/cannot be reached/)
    await expect(placing).rejects.not.toBeInstanceOf(GatewayFault)
    expect((await gateway.reconcile(['attempt'])).get('attempt')).toEqual({
      state: 'ended',
      end: { cause: 'lost', talkMs: 0 },
    })
  })

  it('hangs up a call that turns up after it was given up', async () => {
    const { gateway, asterisk } = await openUp({ timing: { requestTimeoutMs: 50 } })
    asterisk.answer(/^POST \/channels$/, 'say nothing')
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(/in time/)
    // On a busy machine its answer may be later than the limit, too.
    await eventually(() => gateway.reconcile(['attempt']))
    await asterisk.send({ type: 'ChannelStateChange', channel: { id: 'attempt', state: 'Ringing' } })
    await eventually(() =>
      expect(asterisk.requests.map(({ line }) => line)).toContain('DELETE /channels/attempt'),
    )
  })

  it('never sends more concurrent requests than Asterisk accepts', async () => {
    const { gateway, asterisk } = await openUp()
    const ids = Array.from({ length: 20 }, (_, index) => `call ${index}`)
    for (const _ of ids) asterisk.answer(/^POST \/channels$/, 'wait')
    const placing = Promise.all(ids.map((id) => gateway.originate(callTo('100', id))))
    await eventually(() => expect(asterisk.maxConcurrent()).toBeGreaterThanOrEqual(8))
    const untilPlaced = async () => {
      asterisk.release()
      expect(ids.map(asterisk.placed)).toEqual(ids.map(() => 1))
    }
    await eventually(untilPlaced)
    await placing
    expect(asterisk.maxConcurrent()).toBe(8)
  })

  it('does not place a call that had to wait too long for its turn', async () => {
    const { gateway, asterisk } = await openUp({ timing: { placeWithinMs: 50 } })
    const ids = Array.from({ length: 9 }, (_, index) => `call ${index}`)
    for (const _ of ids) asterisk.answer(/^POST \/channels$/, 'wait')
    const placing = ids.map((id) => gateway.originate(callTo('100', id)))
    // On a busy machine the end of the test may be the first that some of them hear.
    void Promise.allSettled(placing)
    const late = expect(placing[8]).rejects.toThrow(/too slow/)
    const startedMs = performance.now()
    await eventually(() => expect(performance.now() - startedMs).toBeGreaterThan(60))
    asterisk.release()
    await late
    await expect(placing[8]).rejects.toThrow(GatewayBusy)
    expect(gateway.health()).toEqual({ isUp: true })
    expect(asterisk.placed('call 8')).toBe(0)
  })
})

describe('what the callee hears', () => {
  it('is a sound, if so set: played on the answer, and then the call is over', async () => {
    const { gateway, asterisk, endOf } = await openUp({ env: { ASTERISK_ON_ANSWER: 'sound:hello-world' } })
    await gateway.originate(callTo('105'))
    await asterisk.pass(1000)
    expect(asterisk.requests.map(({ line }) => line)).toContain('POST /channels/attempt/play/attempt')
    await asterisk.pass(1500)
    expect(endOf('attempt')).toEqual([{ cause: 'answered', talkMs: 1500 }])
  })

  it('comes to an end even if the end of the sound was missed', async () => {
    const { gateway, asterisk, endOf } = await openUp({ env: { ASTERISK_ON_ANSWER: 'sound:hello-world' } })
    await gateway.originate(callTo('105'))
    await asterisk.pass(1000)
    asterisk.closeEvents()
    await untilDown(gateway)
    await asterisk.pass(2000)
    asterisk.openEvents()
    await untilUp(gateway)
    await asterisk.settle()
    expect(endOf('attempt')).toMatchObject([{ cause: 'answered' }])
  })

  it('is played to a callee who answers after the event socket was lost', async () => {
    const { gateway, asterisk, endOf } = await openUp({ env: { ASTERISK_ON_ANSWER: 'sound:hello-world' } })
    await gateway.originate(callTo('105'))
    asterisk.closeEvents()
    await untilDown(gateway)
    asterisk.openEvents()
    await untilUp(gateway)
    await asterisk.pass(1000)
    expect(asterisk.requests.map(({ line }) => line)).toContain('POST /channels/attempt/play/attempt')
    await asterisk.pass(1500)
    expect(endOf('attempt')).toEqual([{ cause: 'answered', talkMs: 1500 }])
  })
})

describe('what the callee should have heard', () => {
  const withSound = { env: { ASTERISK_ON_ANSWER: 'sound:hello-world' } }
  /** What was asked of Asterisk about this call. */
  const placedCalls = (asterisk: FakeAri) =>
    asterisk.requests.filter(({ line }) => line === 'POST /channels').map(({ body }) => body['channelId'])

  it('is checked before any call: a missing sound keeps the gateway down', async () => {
    const { gateway, asterisk, reason } = await open({ env: { ASTERISK_ON_ANSWER: 'sound:nothing' } })
    await eventually(() =>
      expect(reason()).toMatch(/^Asterisk cannot play sound:nothing \(ASTERISK_ON_ANSWER\)/),
    )
    await expect(gateway.originate(callTo('105'))).rejects.toThrow(GatewayFault)
    expect(placedCalls(asterisk)).toEqual([])
  })

  it('is tried out sound by sound', async () => {
    const { reason } = await open({ env: { ASTERISK_ON_ANSWER: 'sound:hello-world,sound:nothing' } })
    await eventually(() => expect(reason()).toMatch(/^Asterisk cannot play sound:nothing /))
  })

  it('is checked before any call: a missing dialplan place keeps the gateway down', async () => {
    const { gateway, asterisk, reason } = await openUp()
    asterisk.setDialplan(false)
    await eventually(() =>
      expect(reason()).toMatch(/^the dialplan has no place carillon,s,1 for answered calls/),
    )
    await expect(gateway.originate(callTo('105'))).rejects.toThrow(GatewayFault)
    expect(placedCalls(asterisk)).toEqual([])
    asterisk.setDialplan(true)
    await untilUp(gateway)
  })

  it('leaves nothing behind in Asterisk after the check', async () => {
    const { asterisk } = await openUp()
    const ids = (line: RegExp) => asterisk.requests.filter((request) => line.test(request.line))
    await asterisk.settle()
    expect(ids(/^POST \/channels\/create$/).length).toBeGreaterThan(0)
    await eventually(() =>
      expect(ids(/^DELETE \/channels\/carillon-look-/).length).toBe(ids(/^POST \/channels\/create$/).length),
    )
  })

  it('but the sound fails: the call is the gateway’s fault, and no other call is placed', async () => {
    const { gateway, asterisk, endOf, reason } = await openUp(withSound)
    asterisk.setSounds('broken')
    await gateway.originate(callTo('105'))
    await asterisk.pass(1000)
    const fault = 'Asterisk could not play sound:hello-world to a callee (ASTERISK_ON_ANSWER)'
    expect(endOf('attempt')).toEqual([{ cause: 'gateway_error', talkMs: 0, fault }])
    await expect(gateway.originate(callTo('105', 'second'))).rejects.toThrow(GatewayFault)
    expect(placedCalls(asterisk)).toEqual(['attempt'])
    // And it goes on when the sound is there again.
    await eventually(() => expect(reason()).toMatch(/^Asterisk cannot play sound:hello-world /))
    asterisk.setSounds('fine')
    await untilUp(gateway)
  })

  it('but the sound fails in calls alone: a trial does not start the ringing again', async () => {
    const { gateway, asterisk, reason } = await openUp(withSound)
    const trials = () => asterisk.requests.filter(({ line }) => line === 'POST /bridges').length
    asterisk.setSounds('broken in calls')
    await gateway.originate(callTo('105'))
    await asterisk.pass(1000)
    const before = trials()
    await eventually(() => expect(trials()).toBeGreaterThan(before + 2))
    expect(reason()).toMatch(/could not play/)
  })

  it('and the callee hangs up in the middle of it: answered, for Asterisk calls that a failure as well', async () => {
    const { gateway, asterisk, endOf } = await openUp(withSound)
    await gateway.originate(callTo('105'))
    await asterisk.pass(2000)
    await asterisk.hangUpAtFarEnd('attempt')
    expect(endOf('attempt')).toEqual([{ cause: 'answered', talkMs: 1000 }])
    expect(gateway.health()).toEqual({ isUp: true })
  })

  it('is refused by Asterisk: the call is the gateway’s fault', async () => {
    const { gateway, asterisk, endOf } = await openUp(withSound)
    asterisk.answer(/^POST \/channels\/attempt\/play/, { status: 500, body: { message: 'no' } })
    await gateway.originate(callTo('105'))
    await asterisk.pass(1000)
    const fault = 'Asterisk does not play sound:hello-world (500: no)'
    expect(endOf('attempt')).toEqual([{ cause: 'gateway_error', talkMs: 0, fault }])
  })

  it('was a place in the dialplan that has gone: the call is the gateway’s fault', async () => {
    const { gateway, asterisk, endOf, reason } = await openUp({
      timing: { lookMs: { down: 1e6, up: 1e6 } },
    })
    asterisk.setDialplan(false)
    const up = { type: 'ChannelStateChange', channel: { id: '{id}', state: 'Up' } }
    const over = { type: 'ChannelDestroyed', cause: 0, channel: { id: '{id}', state: 'Up' } }
    asterisk.script('200', [up, over])
    await gateway.originate(callTo('200'))
    await eventually(() =>
      expect(endOf('attempt')).toMatchObject([
        { cause: 'gateway_error', fault: expect.stringMatching(/no place carillon,s,1/) },
      ]),
    )
    expect(reason()).toMatch(/no place carillon,s,1/)
  })

  it('was there, and the callee is just quick', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    const up = { type: 'ChannelStateChange', channel: { id: '{id}', state: 'Up' } }
    const over = { type: 'ChannelDestroyed', cause: 0, channel: { id: '{id}', state: 'Up' } }
    asterisk.script('200', [up, over])
    await gateway.originate(callTo('200'))
    await eventually(() => expect(endOf('attempt')).toEqual([{ cause: 'answered', talkMs: 0 }]))
  })

  it('tells how its sound arrived', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    const channel = { id: '{id}', state: 'Up' }
    const value = 'lp=10;rxcount=990;rxmes=91.000000;'
    asterisk.script('200', [
      { type: 'ChannelStateChange', channel },
      { type: 'ChannelVarset', variable: 'RTPAUDIOQOS', value, channel },
      { type: 'ChannelVarset', variable: 'RTPAUDIOQOSJITTER', value: 'avgrxjitter=000.004000;', channel },
      { type: 'ChannelDestroyed', cause: 0, channel },
    ])
    await gateway.originate(callTo('200'))
    const media = { loss: 0.01, jitterMs: 4, mes: 91 }
    await eventually(() => expect(endOf('attempt')).toMatchObject([{ cause: 'answered', media }]))
  })

  it.each([
    ['carillon,s,1', /^(GET) \/channels\/carillon-look-\w+\/variable$/, 500],
    ['sound:/var/sounds/hello', /^POST \/bridges$/, 404],
  ])('cannot be asked for (%s): calls are placed all the same', async (onAnswer, line, status) => {
    const asterisk = await startFakeAri({ username: 'carillon', password: PASSWORD, trunk: 'trunk' })
    onTestFinished(() => asterisk.close())
    asterisk.answer(line, { status })
    const { gateway, logged } = await open({ asterisk, env: { ASTERISK_ON_ANSWER: onAnswer } })
    await untilUp(gateway)
    expect(logged.join()).toMatch(/cannot check in advance what answered calls get/)
  })
})

describe('without the event socket', () => {
  it('uses another application name, so that the lost socket cannot take the events', async () => {
    const { gateway, asterisk } = await openUp()
    asterisk.closeEvents()
    await untilDown(gateway)
    asterisk.openEvents()
    await untilUp(gateway)
    const names = asterisk.requests.flatMap(
      ({ line }) => /^PUT \/applications\/(\S+)\/eventFilter$/.exec(line)?.[1] ?? [],
    )
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(2)
  })

  it('says why it is down: nothing listens at the address', async () => {
    const { gateway, asterisk, reason } = await openUp()
    await asterisk.crash()
    await untilDown(gateway)
    await eventually(() =>
      expect(reason()).toMatch(/^Asterisk at http\S+ cannot be reached \(ECONNREFUSED\)$/),
    )
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
    await asterisk.restart()
    await untilUp(gateway)
  })

  it('says why it is down: wrong password, which it never shows', async () => {
    const { reason, logged } = await open({ env: { ARI_PASSWORD: 'wrong-secret' } })
    await eventually(() => expect(reason()).toMatch(/refuses ARI_USERNAME and ARI_PASSWORD \(401\)/))
    expect(logged.join()).not.toContain('wrong-secret')
    expect(logged.join()).not.toContain(Buffer.from('carillon:wrong-secret').toString('base64'))
  })

  it('says why it is down: the user may only read', async () => {
    const asterisk = await startFakeAri({ username: 'carillon', password: PASSWORD, trunk: 'trunk' })
    onTestFinished(() => asterisk.close())
    asterisk.answer(/eventFilter$/, { status: 403 })
    const { reason, logged } = await open({ asterisk })
    await eventually(() => expect(logged.join()).toMatch(/read_only = no/))
    await eventually(() => expect(reason()).toBeUndefined())
  })

  it('stays down if the socket is lost while the calls are compared', async () => {
    const asterisk = await startFakeAri({ username: 'carillon', password: PASSWORD, trunk: 'trunk' })
    onTestFinished(() => asterisk.close())
    const untilListed = (times: number) =>
      eventually(() =>
        expect(asterisk.requests.filter(({ line }) => line === 'GET /channels')).toHaveLength(times),
      )
    asterisk.answer(/^GET \/channels$/, 'wait')
    const { gateway, logged } = await open({ asterisk })
    await untilListed(1)
    asterisk.closeEvents()
    await eventually(() => expect(logged.join()).toMatch(/no calls are placed until it is back/))
    asterisk.release()
    // The last request of the comparison.
    await untilListed(2)
    await asterisk.settle()
    expect(gateway.health().isUp).toBe(false)
    asterisk.openEvents()
    await untilUp(gateway)
  })

  it('notices a socket that is open and dead', async () => {
    const { gateway, asterisk, logged } = await openUp({ timing: { pingEveryMs: 20 } })
    asterisk.freezeEvents()
    await eventually(() => expect(logged.join()).toMatch(/has fallen silent/))
    asterisk.openEvents()
    await untilUp(gateway)
  })

  it('goes on with calls that are still up, and hears their end', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    await gateway.originate(callTo('100'))
    asterisk.closeEvents()
    await untilDown(gateway)
    // Answered unseen.
    await asterisk.pass(1000)
    asterisk.openEvents()
    await untilUp(gateway)
    await asterisk.pass(5000)
    expect(endOf('attempt')).toMatchObject([{ cause: 'answered' }])
  })

  it('gives up a call that ended unseen: lost, or answered if that was seen', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    await gateway.originate(callTo('100', 'talking'))
    await asterisk.pass(1000)
    await gateway.originate(callTo('103', 'ringing'))
    asterisk.closeEvents()
    await untilDown(gateway)
    await asterisk.pass(10_000)
    asterisk.openEvents()
    await untilUp(gateway)
    expect(endOf('ringing')).toEqual([{ cause: 'lost', talkMs: 0 }])
    expect(endOf('talking')).toMatchObject([{ cause: 'answered' }])
  })

  it('ends what was up when Asterisk died, once and for all', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    await gateway.originate(callTo('103', 'one'))
    await gateway.originate(callTo('103', 'two'))
    await asterisk.crash()
    await untilDown(gateway)
    expect(endOf('one')).toEqual([])
    await asterisk.restart()
    await untilUp(gateway)
    expect(endOf('one')).toEqual([{ cause: 'lost', talkMs: 0 }])
    expect(endOf('two')).toEqual([{ cause: 'lost', talkMs: 0 }])
    expect((await gateway.reconcile(['one'])).get('one')).toMatchObject({ state: 'ended' })
  })
})

describe('the trunk', () => {
  it('is watched: while it is offline nothing is placed', async () => {
    const { gateway, asterisk, reason } = await openUp()
    await asterisk.setTrunk('offline')
    expect(reason()).toBe('the trunk PJSIP/trunk is offline: Asterisk cannot reach it')
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(/offline/)
    await asterisk.setTrunk('online')
    await untilUp(gateway)
  })

  it('is checked at intervals without events', async () => {
    const { gateway, asterisk } = await openUp()
    await asterisk.setTrunk('offline', false)
    await untilDown(gateway)
    await asterisk.setTrunk('online', false)
    await untilUp(gateway)
  })

  it('is looked at when Asterisk cannot use it: no contact pays', async () => {
    const { gateway, asterisk, reason } = await openUp({ timing: { lookMs: { down: 1e6, up: 1e6 } } })
    await asterisk.setTrunk('offline', false)
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(/the trunk PJSIP\/trunk is offline/)
    expect(reason()).toMatch(/offline/)
  })

  it('must be known to Asterisk', async () => {
    const { reason } = await open({ env: { ASTERISK_ENDPOINT: 'PJSIP/{number}@nowhere' } })
    await eventually(() =>
      expect(reason()).toBe('Asterisk has no endpoint PJSIP/nowhere: see pjsip.conf (404)'),
    )
  })

  it('must have a channel driver', async () => {
    const { reason } = await open({ env: { ASTERISK_ENDPOINT: 'SIP/trunk/{number}' } })
    await eventually(() =>
      expect(reason()).toMatch(/^Asterisk has no channel driver SIP, .*chan_sip\.so is not loaded/),
    )
  })

  it('gets the blame for a call that got no response while it was down', async () => {
    const { gateway, asterisk, events } = await openUp()
    const placing = gateway.originate(callTo('109'))
    const refused = expect(placing).rejects.toThrow(/the trunk PJSIP\/trunk was offline/)
    await eventually(() => expect(asterisk.placed('attempt')).toBe(1))
    await asterisk.setTrunk('offline')
    await asterisk.setTrunk('online')
    await asterisk.pass(5000)
    await refused
    expect(events).toEqual([])
    expect((await gateway.reconcile(['attempt'])).get('attempt')).toEqual({ state: 'not_placed' })
  })

  it('does not get the blame if Asterisk keeps asking it, and it was there', async () => {
    const { gateway, asterisk, endOf } = await openUp()
    const placing = gateway.originate(callTo('109'))
    await eventually(() => expect(asterisk.placed('attempt')).toBe(1))
    await asterisk.pass(5000)
    await placing
    expect(endOf('attempt')).toEqual([{ cause: 'unreachable', talkMs: 0 }])
  })

  it('that Asterisk does not check is blamed for a silent call if no other call got a response; calls are held back', async () => {
    const { gateway, asterisk, reason } = await openUp({ isQualified: false })
    const placing = gateway.originate(callTo('109'))
    const refused = expect(placing).rejects.toThrow(/the trunk PJSIP\/trunk is silent/)
    await eventually(() => expect(asterisk.placed('attempt')).toBe(1))
    await asterisk.pass(5000)
    await refused
    expect(reason()).toMatch(/silent/)
  })

  it('that Asterisk does not check is not blamed if another call got a response meanwhile', async () => {
    const { gateway, asterisk, endOf } = await openUp({ isQualified: false })
    const placing = gateway.originate(callTo('109'))
    await eventually(() => expect(asterisk.placed('attempt')).toBe(1))
    await gateway.originate(callTo('101', 'other'))
    await asterisk.pass(5000)
    await placing
    expect(endOf('attempt')).toEqual([{ cause: 'unreachable', talkMs: 0 }])
  })

  it('that refuses the credentials gets no more calls for a while: no contact pays', async () => {
    const { gateway, asterisk, reason, events } = await openUp()
    asterisk.script('100', [
      { type: 'Dial', dialstatus: 'NOANSWER', peer: { id: '{id}', state: 'Down' } },
      { type: 'ChannelDestroyed', cause: 21, tech_cause: 401, channel: { id: '{id}', state: 'Down' } },
    ])
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(
      /refuses calls with SIP 401: the carrier does not accept the account/,
    )
    expect(reason()).toMatch(/SIP 401/)
    expect(events).toEqual([])
  })

  const refusing = (tech_cause: number) => [
    { type: 'Dial', dialstatus: 'CONGESTION', peer: { id: '{id}', state: 'Down' } },
    { type: 'ChannelDestroyed', cause: 21, tech_cause, channel: { id: '{id}', state: 'Down' } },
  ]

  it('refuses one number while others get through: only that call is refused, and calls go on', async () => {
    const { gateway, asterisk, reason } = await openUp()
    asterisk.script('900', refusing(403))
    for (let round = 0; round < 6; round += 1) {
      await gateway.originate(callTo('103', `good ${round}`))
      const refused = await gateway.originate(callTo('900', `barred ${round}`)).catch((error) => error)
      expect(refused).toBeInstanceOf(CallRefused)
      expect(refused).toMatchObject({ sipStatus: 403, message: expect.stringMatching(/SIP 403.*caller ID/) })
    }
    // The last one of a list, again and again.
    expect(await gateway.originate(callTo('900', 'at last')).catch((error) => error)).toBeInstanceOf(
      CallRefused,
    )
    expect(reason()).toBeUndefined()
  })

  it.each([302, 401, 402, 403, 407, 488, 500, 502, 503, 504, 606])(
    'refuses every number with %i: that is a fault, and no calls are placed for a while',
    async (status) => {
      const { gateway, asterisk, reason } = await openUp()
      await gateway.originate(callTo('103', 'good'))
      const errors: Error[] = []
      for (const number of ['901', '902', '903']) {
        asterisk.script(number, refusing(status))
        errors.push(await gateway.originate(callTo(number, number)).catch((error) => error))
      }
      expect(errors.map(({ name }) => name)).toEqual(['CallRefused', 'CallRefused', 'GatewayFault'])
      expect(reason()).toContain(`SIP ${status}`)
    },
  )

  it('has confirmed a silent call: then the callee cannot be reached', async () => {
    const { gateway, asterisk, reason, endOf } = await openUp({
      isQualified: false,
      env: { RING_TIMEOUT: '5' },
      timing: { askBeforeTimeoutMs: 5000 },
    })
    asterisk.setConfirmations('PJSIP/trunk-00000000')
    const placing = gateway.originate(callTo('109'))
    await eventually(() =>
      expect(asterisk.requests.some(({ line }) => line === 'GET /channels/attempt/variable')).toBe(true),
    )
    await asterisk.settle()
    await asterisk.pass(5000)
    await placing
    expect(endOf('attempt')).toEqual([{ cause: 'unreachable', talkMs: 0 }])
    expect(reason()).toBeUndefined()
  })

  it('has certainly not received a silent call: that is its fault, although Asterisk finds it online', async () => {
    const { gateway, asterisk, reason, endOf } = await openUp({
      env: { RING_TIMEOUT: '5' },
      timing: { askBeforeTimeoutMs: 5000 },
    })
    asterisk.setConfirmations('')
    const placing = gateway.originate(callTo('109'))
    const refused = expect(placing).rejects.toThrow(/is silent/)
    await eventually(() =>
      expect(asterisk.requests.some(({ line }) => line === 'GET /channels/attempt/variable')).toBe(true),
    )
    await asterisk.settle()
    await asterisk.pass(5000)
    await refused
    expect(reason()).toMatch(/silent/)
    expect(endOf('attempt')).toEqual([])
  })
})

describe('several nodes on one Asterisk', () => {
  it('hear their own calls, each under a name of its own', async () => {
    const first = await openUp()
    const second = await openUp({ asterisk: first.asterisk })
    await first.gateway.originate(callTo('100', 'of the first'))
    await second.gateway.originate(callTo('101', 'of the second'))
    await first.asterisk.pass(5000)
    expect(first.endOf('of the first')).toHaveLength(1)
    expect(second.endOf('of the second')).toHaveLength(1)
    expect(second.events.map(({ attemptId }) => attemptId)).not.toContain('of the first')
  })

  it('take over each other’s calls: one that goes on is heard to the end', async () => {
    const first = await openUp()
    const second = await openUp({ asterisk: first.asterisk })
    await first.gateway.originate(callTo('100'))
    await first.asterisk.pass(1000)
    await first.gateway.close()
    expect((await second.gateway.reconcile(['attempt'])).get('attempt')).toEqual({ state: 'live' })
    await first.asterisk.pass(5000)
    expect(second.endOf('attempt')).toMatchObject([{ cause: 'answered' }])
  })

  it('know how each other’s calls ended', async () => {
    const first = await openUp()
    const second = await openUp({ asterisk: first.asterisk })
    const [busy, talking] = [newId(), newId()]
    await first.gateway.originate(callTo('101', busy))
    await first.gateway.originate(callTo('100', talking))
    await first.asterisk.pass(5000)
    expect(second.events).toEqual([])
    const states = await second.gateway.reconcile([busy, talking])
    expect(states.get(busy)).toEqual({ state: 'ended', end: { cause: 'busy', talkMs: 0, sipStatus: 486 } })
    expect(states.get(talking)).toEqual({ state: 'ended', end: { cause: 'answered', talkMs: 3000 } })
  })

  it('know since when a call is up that they take over', async () => {
    const first = await openUp()
    const second = await openUp({ asterisk: first.asterisk })
    const id = newId()
    await first.gateway.originate(callTo('100', id))
    await first.asterisk.pass(2000)
    await first.gateway.close()
    expect((await second.gateway.reconcile([id])).get(id)).toEqual({ state: 'live' })
    await first.asterisk.pass(5000)
    expect(second.endOf(id)).toEqual([{ cause: 'answered', talkMs: 3000 }])
  })

  it('do not know a call that was over before they came', async () => {
    const first = await openUp()
    await first.gateway.originate(callTo('101'))
    const second = await openUp({ asterisk: first.asterisk })
    expect((await second.gateway.reconcile(['attempt'])).get('attempt')).toEqual({ state: 'unknown' })
  })
})
