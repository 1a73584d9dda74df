import { describe, expect, it, onTestFinished } from 'vitest'
import { type EslServer, type EslServerOptions, startEslServer } from '../../../../test/support/esl-server.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { connectFreeswitch } from '../../../../test/support/freeswitch-gateway.ts'
import { type GatewayUnderTest, testGateway } from '../../../../test/support/gateway-conformance.ts'
import { captureLog } from '../../../../test/support/log-capture.ts'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { CallRequest, Gateway, GatewayEvent } from '../../gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../../refusals.ts'
import type { FreeswitchTiming } from './freeswitch-gateway.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'

const timing: Partial<FreeswitchTiming> = {
  answerWithinMs: 2000,
  reconnectAfterMs: 10,
  maxReconnectAfterMs: 20,
  eventDelayMs: 50,
  checkEveryMs: 30,
}

interface Opened {
  server: EslServer
  gateway: Gateway
  events: GatewayEvent[]
  logged: () => string
}

async function open(
  settings: Partial<FreeswitchSettings> = {},
  options: EslServerOptions & { server?: EslServer; timing?: Partial<FreeswitchTiming>; clock?: Clock } = {},
): Promise<Opened> {
  const server = options.server ?? (await startEslServer(options))
  const capture = captureLog('trace')
  const { gateway, events } = connectFreeswitch(server, {
    settings,
    log: capture.log,
    timing: { ...timing, ...options.timing },
    ...(options.clock && { clock: options.clock }),
  })
  onTestFinished(() => gateway.close())
  return { server, gateway, events, logged: capture.text }
}

async function openUp(...given: Parameters<typeof open>): Promise<Opened> {
  const opened = await open(...given)
  await untilUp(opened.gateway)
  return opened
}

const untilUp = (gateway: Gateway) => eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
const untilDown = (gateway: Gateway, reason: string | RegExp) =>
  eventually(() => expect(gateway.health()).toEqual({ isUp: false, reason: expect.stringMatching(reason) }))

function callTo(phoneNumber: string, more: Partial<CallRequest> = {}): CallRequest {
  return { attemptId: newId(), phoneNumber, taskId: newId(), contactId: newId(), ...more }
}

const endsOf = (events: GatewayEvent[]) => events.filter((event) => event.type === 'ended')
const stateOf = async (gateway: Gateway, id: string) => (await gateway.reconcile([id])).get(id)

function refuseOnce(server: EslServer, failure: string): void {
  server.refuse(() => {
    server.refuse(() => undefined)
    return failure
  })
}

testGateway(
  'FreeSWITCH',
  async (): Promise<GatewayUnderTest> => {
    const { server, gateway } = await openUp()
    let isClosed = false
    return {
      gateway: {
        ...gateway,
        close() {
          isClosed = true
          return gateway.close()
        },
      },
      async pass(ms) {
        await server.pass(ms)
        // What was sent before this answer has been heard.
        if (!isClosed && gateway.health().isUp) await gateway.reconcile([newId()])
      },
      numbers: { talks: '100', rings: '103', busy: '101' },
      answerMs: 2500,
      talkMs: 6000,
      async setDown(isDown) {
        if (isDown) {
          await server.stop()
          await untilDown(gateway, /./)
        } else {
          await server.start()
          await untilUp(gateway)
        }
      },
      placed: (attemptId) => server.originates.filter(({ id }) => id === attemptId).length,
      refuseNext: () => refuseOnce(server, 'DESTINATION_OUT_OF_ORDER'),
      beBusyNext: () => refuseOnce(server, 'SWITCH_CONGESTION'),
    }
  },
  { refuses: true, asksForPatience: true },
)

describe('a call', () => {
  it('is requested with its id, caller ID, timeout and destination', async () => {
    const { server, gateway } = await openUp({
      callerIds: ['4930100', '4930101'],
      onAnswer: '&playback(/sounds/hello.wav)',
      ringTimeoutSeconds: 42,
    })
    const call = callTo('+49 (30) 12-30')
    await gateway.originate(call)
    await gateway.originate(callTo('200'))
    expect(server.originates[0]).toMatchObject({
      id: call.attemptId,
      dialed: 'sofia/gateway/trunk/+49301230',
      onAnswer: '&playback(/sounds/hello.wav)',
      variables: {
        origination_caller_id_number: '4930100',
        originate_timeout: '42',
        ignore_early_media: 'true',
        carillon_attempt_id: call.attemptId,
        carillon_task_id: call.taskId,
        carillon_contact_id: call.contactId,
        carillon_phone_number: '%2B49301230',
      },
    })
    expect(server.originates[1]?.variables).toMatchObject({ origination_caller_id_number: '4930101' })
  })

  it('carries the fields of task and contact, which cannot break out of their variables', async () => {
    const { server, gateway } = await openUp()
    const nasty = `x',a=b}sofia/gateway/other/666 &system(rm)\n\nbgapi shutdown \${system(ls)}\\ ^^:|[]`
    const fields = {
      name: 'Änne Müller',
      'Full Name': 'a',
      full_name: 'b',
      note: nasty,
      [nasty]: 'value',
      城市: '北京',
      half: '\ud800',
    }
    await gateway.originate(callTo('100', { details: { taskName: nasty, fields } }))
    const [placed] = server.originates
    expect(server.originates).toHaveLength(1)
    expect(placed).toMatchObject({ dialed: 'sofia/gateway/trunk/100', onAnswer: '7000 XML default' })
    const { variables = {} } = placed ?? {}
    const decoded = (name: string) => decodeURIComponent(variables[name] ?? '')
    expect(decoded('carillon_task_name')).toBe(nasty)
    expect(decoded('carillon_field_name')).toBe('Änne Müller')
    expect(decoded('carillon_field_full_name')).toBe('a')
    expect(decoded('carillon_field_full_name_2')).toBe('b')
    expect(decoded('carillon_field_note')).toBe(nasty)
    expect(decoded('carillon_field___')).toBe('北京')
    for (const [name, value] of Object.entries(variables)) {
      expect(name).toMatch(/^[a-z0-9_]+$/)
      expect(value).toMatch(/^[\w.%-]*$/)
    }
    expect(server.commands.filter((command) => command.startsWith('bgapi'))).toHaveLength(1)
  })

  it('does not reach FreeSWITCH if its number is invalid', async () => {
    const { server, gateway, events } = await openUp()
    await gateway.originate(callTo('1001;x=y'))
    expect(events).toMatchObject([{ type: 'ended', end: { cause: 'invalid_number' } }])
    expect(server.commands.filter((command) => command.startsWith('bgapi'))).toEqual([])
  })

  it('is limited in time once it is answered', async () => {
    const { server, gateway } = await openUp({ maxCallSeconds: 90 })
    const call = callTo('100')
    await gateway.originate(call)
    await server.pass(1500)
    await eventually(() =>
      expect(server.commands).toContain(`api sched_hangup +90 ${call.attemptId} ALLOTTED_TIMEOUT`),
    )
  })

  it.each([
    ['0', 'answered', 4000, undefined],
    ['1', 'busy', 0, 486],
    ['2', 'invalid_number', 0, 404],
    ['3', 'no_answer', 0, undefined],
    ['5', 'answered', 4000, undefined],
    ['6', 'rejected', 0, 603],
    ['7', 'unreachable', 0, 480],
    ['8', 'unreachable', 0, undefined],
  ])('to a number that ends in %s ends with %s', async (digit, cause, talkMs, sipStatus) => {
    const { server, gateway, events } = await openUp()
    await gateway.originate(callTo('103'))
    const placing = gateway.originate(callTo(`10${digit}`))
    await eventually(() => expect(server.originates).toHaveLength(2))
    await server.pass(10_000)
    await placing
    await eventually(() => expect(endsOf(events)).toHaveLength(2))
    const ends = endsOf(events).map(({ end }) => [end.cause, end.talkMs, end.sipStatus])
    expect(ends).toContainEqual([cause, talkMs, sipStatus])
  })

  it.each([
    ['4', 500],
    ['9', 505],
  ])('to a number that ends in %s is refused by the trunk with %i', async (digit, sipStatus) => {
    const { server, gateway, events } = await openUp()
    const placing = gateway.originate(callTo(`10${digit}`))
    const refused = expect(placing).rejects.toMatchObject({ sipStatus })
    await eventually(() => expect(server.originates).toHaveLength(1))
    await server.pass(10_000)
    await refused
    expect(endsOf(events)).toEqual([])
  })
})

describe('FreeSWITCH itself', () => {
  it.each([
    ['GATEWAY_DOWN', GatewayFault],
    ['INVALID_GATEWAY', GatewayFault],
    ['CHAN_NOT_IMPLEMENTED', GatewayFault],
    ['SWITCH_CONGESTION', GatewayBusy],
    ['DESTINATION_OUT_OF_ORDER', CallRefused],
    ['MANDATORY_IE_MISSING', CallRefused],
  ])('failing with %s costs nobody an attempt: %o', async (failure, kind) => {
    const { server, gateway, events } = await openUp()
    server.refuse(() => failure)
    const call = callTo('100')
    const refused = gateway.originate(call)
    await expect(refused).rejects.toThrow(kind)
    await expect(refused).rejects.toThrow(failure)
    expect(events).toEqual([])
    expect(await stateOf(gateway, call.attemptId)).toEqual({ state: 'not_placed' })
  })

  it('failing about the callee is an outcome', async () => {
    const { server, gateway, events } = await openUp()
    server.refuse(() => 'USER_NOT_REGISTERED')
    await gateway.originate(callTo('100'))
    expect(endsOf(events)).toMatchObject([{ end: { cause: 'switched_off' } }])
  })

  it('refusing the password, or this machine, is said in words', async () => {
    const wrong = await open({ password: 'not the password' })
    await untilDown(wrong.gateway, /refuses the password \(FREESWITCH_PASSWORD\)/)
    expect(wrong.logged()).toContain('refuses the password')
    expect(wrong.logged()).not.toContain('not the password')
    const server = await startEslServer()
    server.rejectRudely(true)
    const rude = await open({}, { server })
    await untilDown(rude.gateway, /refuses connections from this machine/)
    server.rejectRudely(false)
    await untilUp(rude.gateway)
  })

  it('that is not there is waited for', async () => {
    const server = await startEslServer()
    await server.stop()
    const { gateway } = await open({}, { server })
    await untilDown(gateway, /cannot be reached \(ECONNREFUSED\)/)
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
    await server.start()
    await untilUp(gateway)
  })

  it('that falls silent without closing anything is found out', async () => {
    const { server, gateway } = await openUp({}, { timing: { answerWithinMs: 100 } })
    server.freeze(true)
    await untilDown(gateway, /has fallen silent|does not answer/)
    server.freeze(false)
    await untilUp(gateway)
  })
})

describe('what the callee should have got', () => {
  it('is checked if it is a file: while it is missing, no call is placed', async () => {
    const server = await startEslServer()
    server.setAnswerPlace('missing')
    const { gateway } = await open({ onAnswer: '&playback(/sounds/hello.wav)' }, { server })
    await untilDown(gateway, /^FreeSWITCH has no file \/sounds\/hello\.wav/)
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
    expect(server.originates).toEqual([])
    server.setAnswerPlace('there')
    await untilUp(gateway)
  })

  it.each([
    ['7000 XML default', /no place in the dialplan/],
    ['&playback(sounds/hello.wav)', /no file to play/],
  ])(
    'is not there when somebody answers (%s): nobody pays, and nobody else is rung',
    async (onAnswer, reason) => {
      const { server, gateway, events } = await openUp({ onAnswer })
      server.setAnswerPlace('missing')
      await gateway.originate(callTo('100'))
      await server.pass(2000)
      const fault = expect.stringMatching(reason)
      await eventually(() =>
        expect(endsOf(events)).toMatchObject([{ end: { cause: 'gateway_error', talkMs: 0, fault } }]),
      )
      await untilDown(gateway, reason)
      await expect(gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
      expect(server.originates).toHaveLength(1)
    },
  )

  it('is there, and the callee is just quick', async () => {
    const { server, gateway, events } = await openUp({}, { talkMs: 5 })
    await gateway.originate(callTo('100'))
    await server.pass(2000)
    await eventually(() => expect(endsOf(events)).toMatchObject([{ end: { cause: 'answered', talkMs: 5 } }]))
    expect(gateway.health()).toEqual({ isUp: true })
  })
})

describe('a trunk', () => {
  it('that is down keeps calls from being placed, says so, and comes back by itself', async () => {
    const { server, gateway } = await openUp()
    server.setTrunk('down')
    await untilDown(gateway, 'the trunk trunk is down: FreeSWITCH cannot reach it')
    await expect(gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
    expect(server.originates).toEqual([])
    server.setTrunk('up')
    await untilUp(gateway)
  })

  it('that does not exist is named', async () => {
    const { server, gateway } = await openUp()
    server.setTrunk('missing')
    await untilDown(gateway, 'FreeSWITCH has no gateway "trunk"')
  })

  it('that went silent and is then found to be down costs no attempt', async () => {
    const { server, gateway, events } = await openUp()
    server.setTrunk('silent')
    const call = callTo('100')
    const placing = gateway.originate(call)
    await eventually(() => expect(server.originates).toHaveLength(1))
    // The call is given up, and by then FreeSWITCH knows.
    server.setTrunk('down')
    await server.pass(10_000)
    await expect(placing).rejects.toThrow(GatewayFault)
    expect(endsOf(events)).toEqual([])
    expect(await stateOf(gateway, call.attemptId)).toEqual({ state: 'not_placed' })
  })

  it.each(['302', '401', '402', '403', '407', '488', '500', '502', '503', '504', '606'])(
    'that refuses one number with %s while others get through refuses only that call; if it refuses several, it is at fault',
    async (status) => {
      const { server, gateway, events } = await openUp()
      server.bar(status)
      async function call(phoneNumber: string): Promise<string> {
        const count = server.originates.length
        const placing = gateway.originate(callTo(phoneNumber)).then(
          () => 'placed',
          (error: Error) => {
            expect(error.message).toContain(`SIP ${status}`)
            return error.name
          },
        )
        await eventually(() => expect(server.originates).toHaveLength(count + 1))
        await server.pass(1500)
        return placing
      }
      expect(await call('109')).toBe('GatewayFault')
      expect(await call('100')).toBe('placed')
      expect(await call('109')).toBe('CallRefused')
      expect(await call('119')).toBe('CallRefused')
      expect(await call('129')).toBe('GatewayFault')
      expect(await call('100')).toBe('placed')
      expect(await call('129')).toBe('CallRefused')
      const others = endsOf(events).filter(({ end }) => end.cause !== 'answered')
      expect(others).toEqual([])
    },
  )

  it('that works leaves a callee without response unreachable; if nobody gets a response, it is at fault', async () => {
    const { server, gateway, events } = await openUp()
    async function callSilently(phoneNumber: string): Promise<void> {
      const count = server.originates.length
      const placing = gateway.originate(callTo(phoneNumber))
      placing.catch(() => undefined)
      await eventually(() => expect(server.originates).toHaveLength(count + 1))
      await server.pass(10_000)
      return placing
    }
    server.setTrunk('silent')
    await expect(callSilently('100')).rejects.toThrow(/the trunk trunk is silent/)
    server.setTrunk('up')
    await callSilently('101')
    server.setTrunk('silent')
    await callSilently('100')
    await callSilently('110')
    await expect(callSilently('120')).rejects.toThrow(GatewayFault)
    expect(endsOf(events).map(({ end }) => end.cause)).toEqual(['busy', 'unreachable', 'unreachable'])
  })
})

describe('a connection that is lost', () => {
  it('loses no call that goes on: its end is heard when it comes', async () => {
    const { server, gateway, events } = await openUp()
    const call = callTo('100')
    await gateway.originate(call)
    server.drop()
    await untilDown(gateway, /has ended the connection/)
    await untilUp(gateway)
    expect(await stateOf(gateway, call.attemptId)).toEqual({ state: 'live' })
    await server.pass(10_000)
    await eventually(() =>
      expect(endsOf(events)).toMatchObject([{ end: { cause: 'answered', talkMs: 4000 } }]),
    )
    expect(server.originates).toHaveLength(1)
  })

  it('finds the talk time of a call that was answered meanwhile', async () => {
    const { server, gateway, events } = await openUp()
    await gateway.originate(callTo('100'))
    await server.stop()
    await untilDown(gateway, /./)
    await server.pass(2000)
    await server.start()
    await untilUp(gateway)
    await server.pass(10_000)
    await eventually(() =>
      expect(endsOf(events)).toMatchObject([{ end: { cause: 'answered', talkMs: 4000 } }]),
    )
  })

  it('says of calls that ended unseen what was seen of them: answered, or lost', async () => {
    const { server, gateway, events } = await openUp()
    const answered = callTo('100')
    const ringing = callTo('103')
    await gateway.originate(answered)
    await gateway.originate(ringing)
    await server.pass(2000)
    await eventually(() => expect(events.some(({ type }) => type === 'answered')).toBe(true))
    await server.stop()
    await untilDown(gateway, /./)
    server.forgetChannels()
    await server.start()
    await untilUp(gateway)
    expect(endsOf(events)).toHaveLength(2)
    expect(await stateOf(gateway, answered.attemptId)).toMatchObject({ end: { cause: 'answered' } })
    expect(await stateOf(gateway, ringing.attemptId)).toMatchObject({ end: { cause: 'lost' } })
  })

  it('while a call is being placed: the call is not placed again, and FreeSWITCH is asked about it', async () => {
    const { server, gateway, events } = await openUp()
    server.breakAtOriginate()
    const call = callTo('103')
    const unclear = gateway.originate(call)
    await expect(unclear).rejects.toThrow()
    await expect(unclear).rejects.not.toThrow(GatewayFault)
    await untilUp(gateway)
    expect(await stateOf(gateway, call.attemptId)).toEqual({ state: 'live' })
    await gateway.originate(call)
    await server.pass(10_000)
    await eventually(() => expect(endsOf(events)).toHaveLength(1))
    expect(server.originates).toHaveLength(1)
    expect(server.commands.filter((command) => command.startsWith('bgapi'))).toHaveLength(1)
  })
})

describe('after a connection that was lost with thousands of calls', () => {
  const CALLS = 4000

  async function openWithCalls(count: number, options: Partial<FreeswitchTiming> = {}) {
    const clock = createManualClock('2026-06-10T08:00:00Z')
    // On a busy machine thousands of calls keep the server from answering for seconds, which is no silence either.
    const patient = { checkEveryMs: 1e6, answerWithinMs: 60_000 }
    const opened = await openUp({}, { clock, timing: { ...patient, ...options } })
    const calls = Array.from({ length: count }, () => callTo('103'))
    await Promise.all(calls.map((call) => opened.gateway.originate(call)))
    opened.server.commands.length = 0
    const asked = (command: string) =>
      opened.server.commands.filter((given) => given.startsWith(`api ${command}`)).length
    return { ...opened, clock, ids: calls.map(({ attemptId }) => attemptId), asked }
  }

  async function reconnect({ server, gateway }: Opened): Promise<void> {
    server.drop()
    await untilDown(gateway, /./)
    await untilUp(gateway)
  }

  it('they are queried in one command, however slow each answer is', async () => {
    const opened = await openWithCalls(CALLS)
    opened.server.answerEvery(1)
    await reconnect(opened)
    expect({ lists: opened.asked('show channels'), single: opened.asked('uuid_exists') }).toEqual({
      lists: 1,
      single: 0,
    })
    expect(endsOf(opened.events)).toEqual([])
    const states = await opened.gateway.reconcile(opened.ids)
    expect([...states.values()].every(({ state }) => state === 'live')).toBe(true)
    expect({ lists: opened.asked('show channels'), single: opened.asked('uuid_exists') }).toEqual({
      lists: 2,
      single: 0,
    })
  })

  it('and that are gone, one command says so of all of them', async () => {
    const opened = await openWithCalls(CALLS)
    opened.clock.advance(10_000)
    opened.server.forgetChannels()
    await reconnect(opened)
    expect({ lists: opened.asked('show channels'), single: opened.asked('uuid_exists') }).toEqual({
      lists: 1,
      single: 0,
    })
    expect(endsOf(opened.events)).toHaveLength(CALLS)
  })

  it('a call that is too young for the list is asked about by itself', async () => {
    const opened = await openWithCalls(3)
    const [young = ''] = opened.ids
    opened.server.unlist(young)
    await reconnect(opened)
    expect(opened.server.commands.filter((command) => command.includes('uuid_exists'))).toEqual([
      `api uuid_exists ${young}`,
    ])
    expect(endsOf(opened.events)).toEqual([])
  })

  it('without a list each is asked about, and many answers are no silence', async () => {
    const calls = 100
    const opened = await openWithCalls(calls, { answerWithinMs: 1500 })
    opened.server.removeList()
    // Twice as long for all of them as one may take.
    opened.server.answerEvery(30)
    await reconnect(opened)
    expect(opened.asked('uuid_exists')).toBe(calls)
    expect(endsOf(opened.events)).toEqual([])
  })
})

describe('several nodes', () => {
  it('take over each other’s calls', async () => {
    const first = await openUp()
    const second = await openUp({}, { server: first.server })
    const call = callTo('100')
    await first.gateway.originate(call)
    await first.gateway.close()
    expect(await stateOf(second.gateway, call.attemptId)).toEqual({ state: 'live' })
    await first.server.pass(10_000)
    await eventually(() =>
      expect(endsOf(second.events)).toMatchObject([{ end: { cause: 'answered', talkMs: 4000 } }]),
    )
  })

  it('know how each other’s calls ended', async () => {
    const first = await openUp()
    const second = await openUp({}, { server: first.server })
    const placed = ['100', '101', '103'].map((number) => callTo(number))
    for (const call of placed) await first.gateway.originate(call)
    await first.gateway.close()
    await first.server.pass(10_000)
    const ends = await second.gateway.reconcile(placed.map(({ attemptId }) => attemptId))
    expect([...ends.values()]).toEqual(
      [
        { cause: 'answered', talkMs: 4000 },
        { cause: 'busy', talkMs: 0, sipStatus: 486 },
        { cause: 'no_answer', talkMs: 0 },
      ].map((end) => ({ state: 'ended', end })),
    )
    expect(second.events).toEqual([])
  })

  it('hang up what was given up and turns up after all', async () => {
    const first = await openUp()
    const second = await openUp({}, { server: first.server })
    const call = callTo('103')
    expect(await stateOf(second.gateway, call.attemptId)).toEqual({ state: 'unknown' })
    await first.gateway.originate(call)
    await eventually(() => expect(first.server.channels()).toEqual([]))
    await eventually(() => expect(endsOf(first.events)).toMatchObject([{ end: { cause: 'no_answer' } }]))
  })
})
