import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import type { GatewayEvent } from '../src/telephony/gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../src/telephony/refusals.ts'
import type { Switch } from '../src/telephony/switch.ts'
import { createHttpGateway } from '../src/telephony/switches/http/http-gateway.ts'
import { eventually } from './support/eventually.ts'
import { type GatewayUnderTest, testGateway } from './support/gateway-conformance.ts'
import { createHttpGatewayApp } from './support/http-gateway-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { type RefusedPost, startVoicePlatform, type VoicePlatform } from './support/voice-platform.ts'

const numbers = { talks: '100', rings: '103', busy: '101' }

function refuseOnce(platform: VoicePlatform, answer: RefusedPost): void {
  platform.refuse(() => {
    platform.refuse(() => undefined)
    return answer
  })
}

testGateway(
  'the HTTP gateway',
  async (): Promise<GatewayUnderTest> => {
    const platform = await startVoicePlatform()
    const app = await createHttpGatewayApp({ platform, settings: { answersQuestions: true, hangsUp: true } })
    let heard = 0
    let isClosed = false
    const gateway: Switch = {
      ...app.gateway,
      listen(onEvent) {
        app.gateway.listen((event) => {
          heard += 1
          onEvent(event)
        })
      },
      close() {
        isClosed = true
        return app.gateway.close()
      },
    }
    return {
      gateway,
      async pass(ms) {
        await platform.pass(ms)
        if (!isClosed) await eventually(() => expect(heard).toBe(platform.reports.length))
      },
      numbers,
      answerMs: 2500,
      talkMs: 6000,
      async setDown(isDown) {
        if (isDown) {
          await platform.stop()
          // It takes some calls that do not get through.
          for (const attemptId of ['down-1', 'down-2', 'down-3']) {
            const call = { attemptId, phoneNumber: '100', taskId: 'task', contactId: 'contact' }
            await expect(app.gateway.originate(call)).rejects.toThrow()
          }
        } else {
          await platform.start()
          await eventually(() => expect(app.gateway.health()).toEqual({ isUp: true }))
        }
      },
      placed: (id) => platform.posts.filter(({ attemptId }) => attemptId === id).length,
      refuseNext: () => refuseOnce(platform, { status: 400 }),
      beBusyNext: () => refuseOnce(platform, { status: 429 }),
    }
  },
  { refuses: true, asksForPatience: true },
)

let platform: VoicePlatform
beforeEach(async () => {
  platform = await startVoicePlatform()
})

function callTo(phoneNumber: string, attemptId = newId()) {
  return { attemptId, phoneNumber, taskId: newId(), contactId: newId() }
}

const endsOf = (events: GatewayEvent[]) => events.filter((event) => event.type === 'ended')

describe('a call that is posted', () => {
  it('carries what the platform needs, and what whoever talks may want to know', async () => {
    const app = await createHttpGatewayApp({ platform, settings: { callerIds: ['4930100', '4930101'] } })
    const call = callTo('+49 (30) 12-34')
    const details = { taskName: 'Spring "sale"', fields: { name: 'Änne', note: 'a\nb' } }
    await app.gateway.originate({ ...call, details })
    await app.gateway.originate(callTo('200'))
    await app.gateway.originate(callTo('300'))
    expect(platform.posts[0]).toEqual({
      attemptId: call.attemptId,
      phoneNumber: '+49301234',
      callerId: '4930100',
      ringTimeoutSeconds: 30,
      callbackUrl: `${app.address}/api/gateway/http/callback`,
      task: { id: call.taskId, name: 'Spring "sale"' },
      contact: { id: call.contactId, fields: { name: 'Änne', note: 'a\nb' } },
    })
    expect(platform.posts.map(({ callerId }) => callerId)).toEqual(['4930100', '4930101', '4930100'])
  })

  it('carries the flow, with the address of each audio', async () => {
    const app = await createHttpGatewayApp({ platform })
    const flow: Flow = {
      language: 'en-US',
      steps: [
        { id: 'hello', type: 'say', text: 'Hello Ann.' },
        { id: 'tune', type: 'play', audioId: 'tune-1' },
        { id: 'confirm', type: 'gather', audioId: 'ask-1', maxDigits: 1 },
      ],
    }
    const soundUrls = {
      tune: 'https://carillon.example.com/media/tune-1.wav',
      confirm: 'https://carillon.example.com/media/ask-1.wav',
    }
    await app.gateway.originate({ ...callTo('100'), flow, soundUrls })
    expect(platform.posts[0]?.flow).toEqual({
      language: 'en-US',
      steps: [
        flow.steps[0],
        { ...flow.steps[1], audioUrl: 'https://carillon.example.com/media/tune-1.wav' },
        { ...flow.steps[2], audioUrl: 'https://carillon.example.com/media/ask-1.wav' },
      ],
    })
    expect(app.gateway.sendsFlow).toBe('always')
  })

  it('is not posted if its number is none', async () => {
    const app = await createHttpGatewayApp({ platform })
    await app.gateway.originate(callTo('1001;x=y'))
    expect(platform.requests).toEqual([])
    expect(app.events).toMatchObject([{ type: 'ended', end: { cause: 'invalid_number', talkMs: 0 } }])
  })
})

describe('an answer to a post', () => {
  it.each([
    ['409', { status: 409 }],
    ['200', { status: 200 }],
    ['202', { status: 202 }],
  ])('%s: the call is placed', async (_, answer) => {
    platform.refuse(() => answer)
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('100')
    await app.gateway.originate(call)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({ state: 'live' })
  })

  it.each([
    ['400 with a cause', { status: 400, body: { cause: 'invalid_number' } }, 'invalid_number'],
    ['422 with a cause', { status: 422, body: { cause: 'rejected' } }, 'rejected'],
  ])('%s: the call has ended, for every node', async (_, answer, cause) => {
    platform.refuse(() => answer)
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('100')
    await app.gateway.originate(call)
    const end = { cause, talkMs: 0 }
    expect(app.events).toEqual([{ type: 'ended', attemptId: call.attemptId, end }])
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'ended',
      end,
    })
  })

  it.each([
    ['400', { status: 400, body: { cause: 'nonsense' } }, CallRefused, 'refuses the call (400)'],
    ['413', { status: 413 }, CallRefused, 'refuses the call (413)'],
    ['422', { status: 422 }, CallRefused, 'refuses the call (422)'],
    ['401', { status: 401 }, GatewayFault, 'refuses our signature'],
    ['403', { status: 403 }, GatewayFault, 'refuses our signature'],
    ['404', { status: 404 }, GatewayFault, 'takes no calls at its URL'],
    ['302', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, GatewayFault, 'takes no calls'],
    ['429', { status: 429 }, GatewayBusy, 'asks to wait 1 s'],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '7' } }, GatewayBusy, 'wait 7 s'],
  ])('%s: the call was certainly not placed', async (_, answer, kind, reason) => {
    platform.refuse(() => answer)
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('100')
    const refused = app.gateway.originate(call)
    await expect(refused).rejects.toThrow(kind)
    await expect(refused).rejects.toThrow(reason)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'not_placed',
    })
    expect(app.events).toEqual([])
  })

  it.each([
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['503 without Retry-After', { status: 503 }],
  ])('%s: nobody knows, so the call stays open', async (_, answer) => {
    platform.refuse(() => answer)
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('100')
    const unclear = app.gateway.originate(call)
    await expect(unclear).rejects.toThrow('the voice platform failed')
    await expect(unclear).rejects.not.toThrow(GatewayFault)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({ state: 'live' })
  })

  it('that breaks off: nobody knows, and a report still tells', async () => {
    platform.breakAnswers(true)
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('101')
    const unclear = app.gateway.originate(call)
    await expect(unclear).rejects.toThrow(/connection to the voice platform broke/)
    await expect(unclear).rejects.not.toThrow(GatewayFault)
    await platform.pass(5000)
    await eventually(() => expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'busy' } }]))
  })

  it('that never comes: nobody knows', async () => {
    platform.refuse(() => 'silence')
    const app = await createHttpGatewayApp({ platform, settings: { requestTimeoutSeconds: 0.1 } })
    const call = callTo('100')
    const unclear = app.gateway.originate(call)
    await expect(unclear).rejects.toThrow('did not answer in time')
    await expect(unclear).rejects.not.toThrow(GatewayFault)
  })
})

describe('a platform that asks to wait', () => {
  it('says for how long, and is not down: other calls are for the dialer to hold back', async () => {
    const app = await createHttpGatewayApp({ platform })
    platform.refuse(({ phoneNumber }) =>
      phoneNumber === '100' ? { status: 429, headers: { 'retry-after': '30' } } : undefined,
    )
    for (let tries = 0; tries < 5; tries += 1)
      await expect(app.gateway.originate(callTo('100'))).rejects.toMatchObject({
        name: 'GatewayBusy',
        retryAfterMs: 30_000,
      })
    expect(app.gateway.health()).toEqual({ isUp: true })
    await app.gateway.originate(callTo('101'))
    expect(platform.posts).toHaveLength(1)
  })

  it('because it is slow is not down: requests that wait too long are not made', async () => {
    const app = await createHttpGatewayApp({
      platform,
      settings: { requestTimeoutSeconds: 4 },
      timing: { placeWithinMs: 2000 },
    })
    platform.refuse(() => 'silence')
    const calls = Array.from({ length: 40 }, () => app.gateway.originate(callTo('100')))
    const errors = await Promise.all(calls.map((call) => call.catch((error: Error) => error)))
    const names = errors.map((error) => (error instanceof Error ? error.name : undefined))
    // So many are under way at once; the others give their turn up.
    expect(names.filter((name) => name === 'Error')).toHaveLength(32)
    expect(names.filter((name) => name === 'NotAsked')).toHaveLength(8)
    expect(app.gateway.health()).toEqual({ isUp: true })
  })
})

describe('a platform that answers 500', () => {
  it('to one contact only is not down', async () => {
    const app = await createHttpGatewayApp({ platform })
    platform.refuse(() => ({ status: 500 }))
    const poison = callTo('100')
    for (let tries = 0; tries < 5; tries += 1)
      await expect(app.gateway.originate({ ...poison, attemptId: newId() })).rejects.toThrow('failed (500)')
    expect(app.gateway.health()).toEqual({ isUp: true })
    for (let tries = 0; tries < 2; tries += 1)
      await expect(app.gateway.originate(callTo('100'))).rejects.toThrow('failed (500)')
    expect(app.gateway.health()).toMatchObject({ isUp: false })
  })

  it('and answers questions is asked at once: a call that it does not know is refused', async () => {
    const app = await createHttpGatewayApp({ platform, settings: { answersQuestions: true } })
    platform.refuse(() => ({ status: 500 }))
    const call = callTo('100')
    await expect(app.gateway.originate(call)).rejects.toThrow(CallRefused)
    expect(platform.requests).toEqual(['POST /calls', `GET /calls/${call.attemptId}`])
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'not_placed',
    })
  })

  it('and has the call all the same is believed', async () => {
    const app = await createHttpGatewayApp({ platform, settings: { answersQuestions: true } })
    platform.failAfterTaking(true)
    const call = callTo('101')
    await app.gateway.originate(call)
    await platform.pass(5000)
    await eventually(() => expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'busy' } }]))
  })
})

describe('health', () => {
  it('is down after a few failures in a row, and up again by a probe that places no call', async () => {
    const app = await createHttpGatewayApp({ platform })
    await platform.stop()
    for (let failures = 0; failures < 3; failures += 1) {
      expect(app.gateway.health()).toEqual({ isUp: true })
      await expect(app.gateway.originate(callTo('100'))).rejects.toThrow(GatewayFault)
    }
    expect(app.gateway.health()).toEqual({
      isUp: false,
      reason: 'the voice platform cannot be reached (ECONNREFUSED)',
    })
    await platform.start()
    await eventually(() => expect(app.gateway.health()).toEqual({ isUp: true }))
    expect(platform.requests).toEqual(['GET /calls'])
    expect(platform.posts).toEqual([])
  })

  it('is not hurt by failures between which calls get through', async () => {
    const app = await createHttpGatewayApp({ platform })
    for (let round = 0; round < 3; round += 1) {
      platform.refuse(() => ({ status: 500 }))
      for (let failures = 0; failures < 2; failures += 1)
        await expect(app.gateway.originate(callTo('100'))).rejects.toThrow('failed')
      platform.refuse(() => undefined)
      await app.gateway.originate(callTo('100'))
    }
    expect(app.gateway.health()).toEqual({ isUp: true })
  })
})

describe('a platform that says nothing', () => {
  async function openSilent(settings = {}) {
    const clock = createManualClock(new Date().toISOString())
    const app = await createHttpGatewayApp({
      platform,
      clock,
      settings: { answerWithinSeconds: 90, maxCallSeconds: 600, ...settings },
    })
    platform.beSilent(true)
    const call = callTo('100')
    await app.gateway.originate(call)
    const report = (given: object) =>
      platform.report(
        { attemptId: call.attemptId, ...given } as never,
        `${app.address}/api/gateway/http/callback`,
      )
    return { app, clock, call, report }
  }

  it('loses the call when its time is up, once; a report after that changes nothing', async () => {
    const { app, clock, call, report } = await openSilent()
    clock.advance(89_000)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({ state: 'live' })
    clock.advance(1000)
    await eventually(() => expect(endsOf(app.events)).toHaveLength(1))
    expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'lost', talkMs: 0 } }])
    expect(await report({ status: 'ended', cause: 'answered', talkSeconds: 5 })).toBe(200)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'ended',
      end: { cause: 'lost', talkMs: 0 },
    })
    expect(endsOf(app.events)).toHaveLength(1)
  })

  it('has longer once the call was answered', async () => {
    const { app, clock, report } = await openSilent()
    clock.advance(60_000)
    expect(await report({ status: 'answered' })).toBe(200)
    clock.advance(599_000)
    await eventually(() => expect(app.events.map(({ type }) => type)).toEqual(['answered']))
    clock.advance(1000)
    await eventually(() => expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'lost' } }]))
  })

  it('is asked first if it answers questions: a call that goes on is not lost', async () => {
    const { app, clock, call } = await openSilent({ answersQuestions: true, hangsUp: true })
    const questions = () => platform.requests.filter((request) => request.startsWith('GET')).length
    clock.advance(100_000)
    await eventually(() => expect(questions()).toBe(1))
    clock.advance(59_000)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({ state: 'live' })
    expect(app.events).toEqual([])
    await platform.pass(20_000)
    clock.advance(2000)
    await eventually(() =>
      expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'answered', talkMs: 4000 } }]),
    )
  })

  it('is told to hang up what is lost, where it can', async () => {
    const { app, clock, call } = await openSilent({ hangsUp: true })
    clock.advance(90_000)
    await eventually(() => expect(endsOf(app.events)).toHaveLength(1))
    await eventually(() => expect(platform.requests).toContain(`DELETE /calls/${call.attemptId}`))
  })
})

describe('asking about attempts', () => {
  it('settles for good that what nobody has begun will not be placed', async () => {
    const app = await createHttpGatewayApp({ platform })
    const call = callTo('100')
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'not_placed',
    })
    // A node that was held up between deciding on a call and placing it.
    await expect(app.gateway.originate(call)).rejects.toThrow(GatewayBusy)
    expect(platform.posts).toEqual([])
  })

  it('leaves open what the platform may not have got yet, and then says that it was not placed', async () => {
    const clock = createManualClock(new Date().toISOString())
    const app = await createHttpGatewayApp({ platform, clock, settings: { answersQuestions: true } })
    // A proxy's word: the platform may be busy with the request.
    platform.refuse(() => ({ status: 504 }))
    const call = callTo('100')
    await expect(app.gateway.originate(call)).rejects.toThrow('failed')
    await expect(app.gateway.reconcile([call.attemptId])).rejects.toThrow('too early')
    clock.advance(60_000)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'not_placed',
    })
  })

  it('learns from the platform what no report has said', async () => {
    platform.beSilent(true)
    const app = await createHttpGatewayApp({ platform, settings: { answersQuestions: true } })
    const call = callTo('101')
    await app.gateway.originate(call)
    await platform.pass(5000)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'ended',
      end: { cause: 'busy', talkMs: 0 },
    })
  })
})

describe('what came of a call', () => {
  const flow: Flow = { steps: [{ id: 'confirm', type: 'gather', text: 'Press 1.' }] }

  it('is reported to the dialer with the end, and still known when it asks', async () => {
    platform.resultOf(() => ({ verdict: { is: 'person' }, digits: { confirm: '1' } }))
    const app = await createHttpGatewayApp({ platform })
    const call = { ...callTo('100'), flow }
    await app.gateway.originate(call)
    await platform.pass(20_000)
    const end = {
      cause: 'answered',
      talkMs: 4000,
      result: {
        verdict: { is: 'person', by: 'platform', how: 'reported', afterMs: 0 },
        digits: { confirm: '1' },
      },
    }
    await eventually(() => expect(endsOf(app.events)).toMatchObject([{ end }]))
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'ended',
      end,
    })
  })

  it.each([
    [
      'is learned by asking if the report was lost',
      { digits: { confirm: '2' } },
      { digits: { confirm: '2' } },
    ],
    ['is left out of an answer if it has another form', { digits: 'confirm' }, undefined],
    ['is left out of an answer if it does not fit the flow', { digits: { other: '2' } }, undefined],
  ])('%s', async (_, result, known) => {
    platform.beSilent(true)
    platform.resultOf(() => result)
    const app = await createHttpGatewayApp({ platform, settings: { answersQuestions: true } })
    const call = { ...callTo('100'), flow }
    await app.gateway.originate(call)
    await platform.pass(20_000)
    expect((await app.gateway.reconcile([call.attemptId])).get(call.attemptId)).toEqual({
      state: 'ended',
      end: { cause: 'answered', talkMs: 4000, ...(known && { result: known }) },
    })
  })
})

describe('reports to another node', () => {
  const hearing = `select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
    and application_name = 'carillon notifications' and query like 'listen%'`

  it('are heard at once, because that node says so', async () => {
    const app = await createHttpGatewayApp({ platform, timing: { readEveryMs: 3_600_000 } })
    const other = await createHttpGatewayApp({ platform, role: 'api', database: app.database })
    await eventually(async () => expect(await app.rows(hearing)).toHaveLength(2))
    const { attemptId } = callTo('100')
    await app.gateway.originate(callTo('100', attemptId))
    const callbackUrl = `${other.address}/api/gateway/http/callback`
    expect(await platform.report({ attemptId, status: 'ringing' }, callbackUrl)).toBe(200)
    await eventually(() => expect(app.events).toEqual([{ type: 'ringing', attemptId }]))
    await platform.report({ attemptId, status: 'ended', cause: 'busy' }, callbackUrl)
    await eventually(() => expect(endsOf(app.events)).toMatchObject([{ end: { cause: 'busy' } }]))
    expect(other.events).toEqual([])
  })

  it('are found even if nobody says so', async () => {
    const app = await createHttpGatewayApp({ platform })
    const gateway = createHttpGateway({
      settings: app.settings,
      db: app.db,
      clock: systemClock,
      log: silentLog,
      onNotify: () => undefined,
      timing: { readEveryMs: 20 },
    })
    onTestFinished(() => gateway.close())
    const events: GatewayEvent[] = []
    gateway.listen((event) => events.push(event))
    await gateway.originate(callTo('101'))
    await platform.pass(5000)
    await eventually(() => expect(endsOf(events)).toMatchObject([{ end: { cause: 'busy' } }]))
  })
})

describe('what is written down', () => {
  it('goes after some days', async () => {
    const clock = createManualClock('2026-06-10T08:00:00Z')
    const app = await createHttpGatewayApp({ platform, clock })
    await app.rows(
      `insert into http_call (attempt_id, create_time) values ('old', '2026-06-09T06:00Z'), ('new', '2026-06-09T08:00Z')`,
    )
    clock.advance(600_000)
    await eventually(async () =>
      expect(await app.rows('select attempt_id from http_call')).toEqual([{ attempt_id: 'new' }]),
    )
  })
})
