import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import { type FakeAri, startFakeAri } from '../../../../../test/support/fake-ari.ts'
import type { CallControl, Recording } from '../../../../conversations/answered-call.ts'
import { systemClock } from '../../../../platform/kernel/clock.ts'
import { newId } from '../../../../platform/kernel/ids.ts'
import { createSilentLog } from '../../../../platform/kernel/log/log.ts'
import { createSettings } from '../../../../platform/kernel/settings.ts'
import type { GatewayEvent } from '../../../gateway.ts'
import { readAsteriskSettings } from '../asterisk-settings.ts'
import { createSharedAsterisk } from '../shared-asterisk.ts'

const FLOW = { steps: [{ id: 'end', type: 'hangup' as const }] }
const PLAYING = ['res_stasis_playback.so', 'res_http_media_cache.so', 'format_wav.so']
const SOUND = { url: 'http://127.0.0.1:3000/media/signature/hello.wav', durationMs: 1500 }
const MESSAGE: Recording = { id: 'r1', what: 'message', maxSeconds: 30, silenceSeconds: 3, hasTone: true }

/** A gateway on a fake Asterisk; several of them are several nodes. */
async function open(shared?: FakeAri) {
  const asterisk =
    shared ?? (await startFakeAri({ username: 'carillon', password: 'secret', trunk: 'trunk' }))
  const settings = readAsteriskSettings(
    createSettings({
      ARI_URL: asterisk.url,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: 'secret',
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'carillon,s,1',
    }),
  )
  const timing = { reopenAfterMs: 5, maxReopenAfterMs: 20, eventDelayMs: 20, trialMs: 5 }
  const gateway = createSharedAsterisk({ settings, clock: systemClock, log: createSilentLog(), timing })
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  onTestFinished(async () => {
    await gateway.close()
    if (!shared) await asterisk.close()
  })
  const untilUp = () => eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
  await untilUp()

  async function ring(phoneNumber = '105'): Promise<string> {
    const attemptId = newId()
    await gateway.originate({ attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow: FLOW })
    return attemptId
  }
  return {
    asterisk,
    gateway,
    control: gateway.control as CallControl,
    untilUp,
    ring,
    /** A call that was answered and waits for commands. */
    async answered(): Promise<string> {
      const id = await ring()
      await asterisk.pass(1000)
      return id
    },
    eventsOf: (id: string) =>
      events.filter(({ attemptId }) => attemptId === id).map(({ attemptId: _, ...event }) => event),
    bodyOf: (line: RegExp) => asterisk.requests.findLast((request) => line.test(request.line))?.body,
    linesOf: (line: RegExp) =>
      asterisk.requests.map((request) => request.line).filter((each) => line.test(each)),
    async loseEvents(during: () => Promise<void> | void = () => undefined) {
      asterisk.closeEvents()
      await eventually(() => expect(gateway.health().isUp).toBe(false))
      await during()
      asterisk.openEvents()
      await untilUp()
    },
  }
}

describe('a call with a flow', () => {
  it('is placed into our application with talk detection, and is answered when it waits there', async () => {
    const { asterisk, bodyOf, eventsOf, answered } = await open()
    const id = await answered()
    const body = bodyOf(/^POST \/channels$/)
    expect(body).toMatchObject({
      app: expect.stringMatching(/^carillon-[0-9a-f]{8}$/),
      variables: { 'TALK_DETECT(set)': '900,256', 'TIMEOUT(absolute)': '3630', CARILLON_APP: body?.['app'] },
    })
    expect(body).not.toHaveProperty('context')
    expect(eventsOf(id)).toEqual([{ type: 'ringing' }, { type: 'answered' }])
    expect(asterisk.appOf(id)).toBe(body?.['app'])
  })

  it('has no answer if Asterisk hangs up before it is under control: the contact keeps its attempt', async () => {
    const { asterisk, ring, eventsOf } = await open()
    const id = await ring('103')
    const channel = { id, state: 'Up' }
    await asterisk.send({ type: 'ChannelStateChange', channel })
    await asterisk.send({ type: 'ChannelDestroyed', cause: 16, channel })
    expect(eventsOf(id)).toEqual([
      { type: 'ringing' },
      {
        type: 'ended',
        end: { cause: 'gateway_error', talkMs: 0, fault: expect.stringContaining('hung up') },
      },
    ])
  })

  it('reports keys and talk', async () => {
    const { asterisk, eventsOf, answered } = await open()
    const id = await answered()
    const channel = { id }
    await asterisk.send({ type: 'ChannelTalkingStarted', channel })
    await asterisk.send({ type: 'ChannelTalkingFinished', channel, duration: 640 })
    await asterisk.send({ type: 'ChannelDtmfReceived', channel, digit: '1', duration_ms: 120 })
    expect(eventsOf(id).slice(2)).toEqual([
      { type: 'talk', isTalking: true, talkMs: 0 },
      { type: 'talk', isTalking: false, talkMs: 640 },
      { type: 'key', key: '1' },
    ])
  })

  it('is not controlled if it has no flow', async () => {
    const { asterisk, gateway, control, eventsOf, linesOf } = await open()
    const attemptId = newId()
    await gateway.originate({ attemptId, phoneNumber: '105', taskId: 'task', contactId: 'contact' })
    await asterisk.pass(1000)
    await asterisk.send({ type: 'ChannelDtmfReceived', channel: { id: attemptId }, digit: '1' })
    await control.play(attemptId, '1', [SOUND])
    expect(eventsOf(attemptId)).toEqual([{ type: 'ringing' }, { type: 'answered' }])
    expect(linesOf(/\/play\//)).toEqual([])
  })
})

describe('playing', () => {
  it('plays all sounds in one request, and says when they are over', async () => {
    const { asterisk, control, bodyOf, eventsOf, answered } = await open()
    const id = await answered()
    await control.play(id, '1', [SOUND, { ...SOUND, url: 'http://127.0.0.1:3000/media/signature/ann.wav' }])
    expect(bodyOf(/\/play\//)).toEqual({
      media: [
        'sound:http://127.0.0.1:3000/media/signature/hello.wav',
        'sound:http://127.0.0.1:3000/media/signature/ann.wav',
      ],
    })
    expect(eventsOf(id)).toHaveLength(2)
    await asterisk.pass(1500)
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'played', playId: '1', result: 'done' }])
  })

  it('stops', async () => {
    const { asterisk, control, eventsOf, answered } = await open()
    const id = await answered()
    await control.play(id, '1', [SOUND])
    await control.stopPlaying(id, '1')
    await asterisk.settle()
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'played', playId: '1', result: 'stopped' }])
    await expect(control.stopPlaying(id, '1')).resolves.toBeUndefined()
  })

  it('fails if a sound is missing, but not if the callee hangs up meanwhile', async () => {
    const { asterisk, control, eventsOf, answered } = await open()
    const id = await answered()
    await control.play(id, '1', [{ ...SOUND, url: 'http://127.0.0.1:3000/nothing.wav' }])
    await asterisk.settle()
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'played', playId: '1', result: 'failed' }])
    await control.play(id, '2', [SOUND])
    await asterisk.hangUpAtFarEnd(id)
    expect(eventsOf(id).slice(3)).toEqual([{ type: 'ended', end: { cause: 'answered', talkMs: 0 } }])
    await expect(control.play(id, '3', [SOUND])).resolves.toBeUndefined()
  })

  it('rejects if Asterisk refuses', async () => {
    const { asterisk, control, answered } = await open()
    const id = await answered()
    asterisk.answer(/\/play\//, { status: 409, body: { message: 'Channel not in Stasis application' } })
    await expect(control.play(id, '1', [SOUND])).rejects.toThrow('not in Stasis application')
  })
})

describe('recording', () => {
  it('records a message on the call itself', async () => {
    const { asterisk, control, bodyOf, eventsOf, answered } = await open()
    const id = await answered()
    await control.record(id, MESSAGE)
    expect(bodyOf(/\/record$/)).toMatchObject({
      name: 'carillon-r1',
      format: 'wav',
      maxDurationSeconds: 30,
      maxSilenceSeconds: 3,
      beep: true,
    })
    await control.stopRecording(id, 'r1')
    await asterisk.settle()
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'recorded', recordingId: 'r1', hasFailed: false }])
    const file = (await control.readRecording('r1')) ?? new Uint8Array()
    expect(new TextDecoder().decode(file)).toContain('carillon-r1')
    await control.removeRecording('r1')
    expect(await control.readRecording('r1')).toBeUndefined()
  })

  it('records a whole call beside everything else, and ends with it', async () => {
    const { asterisk, control, gateway, bodyOf, eventsOf, answered } = await open()
    const id = await answered()
    await control.record(id, { ...MESSAGE, what: 'call', hasTone: false })
    expect(bodyOf(/\/snoop\//)).toMatchObject({ spy: 'both', whisper: 'none' })
    await control.play(id, '1', [SOUND])
    await asterisk.pass(1500)
    await gateway.hangUp(id)
    await asterisk.settle()
    expect(
      eventsOf(id)
        .slice(2)
        .map(({ type }) => type),
    ).toEqual(['played', 'ended'])
    expect(asterisk.channels()).toEqual([])
    expect(await control.readRecording('r1')).toBeDefined()
  })

  it('gives no part of a recording that goes on', async () => {
    const { asterisk, control, answered } = await open()
    const id = await answered()
    await control.record(id, MESSAGE)
    asterisk.answer(/\/recordings\/stored\//, { status: 200, body: { recorded: 'a part' } })
    expect(await control.readRecording('r1')).toBeUndefined()
    await control.stopRecording(id, 'r1')
    await asterisk.settle()
    expect(await control.readRecording('r1')).toBeDefined()
  })
})

describe('a transfer', () => {
  const transfer = (to: string) => ({ to, timeoutSeconds: 20 })

  describe('with a whispered sentence', () => {
    async function whispered(withinMs = 60_000) {
      const world = await open()
      const id = await world.answered()
      const whisper = { sounds: [{ ...SOUND, durationMs: 0 }], acceptKey: '5', withinMs }
      await world.control.transfer(id, { ...transfer('tel:115'), whisper })
      await world.asterisk.pass(1000)
      const leg = world.asterisk.channels().find((each) => each !== id) ?? ''
      expect(world.bodyOf(/^POST \/channels\/.*\.leg\..*\/play\//)).toEqual({ media: [`sound:${SOUND.url}`] })
      const press = (digit: string) =>
        world.asterisk.send({ type: 'ChannelDtmfReceived', channel: { id: leg }, digit })
      return { ...world, id, leg, press, results: () => world.eventsOf(id).slice(2) }
    }

    it('connects the two when the other party presses the key, and not before', async () => {
      const { asterisk, press, results, id, leg } = await whispered()
      await press('1')
      await asterisk.settle()
      expect([results(), asterisk.bridges()]).toEqual([[], []])
      await press('5')
      await eventually(() => expect(results()).toEqual([{ type: 'transferred', result: 'answered' }]))
      expect(asterisk.channels().sort()).toEqual([id, leg].sort())
    })

    it('is declined by who hangs up', async () => {
      const { asterisk, results, id, leg } = await whispered()
      await asterisk.hangUpAtFarEnd(leg)
      await eventually(() => expect(results()).toEqual([{ type: 'transferred', result: 'declined' }]))
      expect(asterisk.channels()).toEqual([id])
    })

    it('is declined by who presses nothing in time', async () => {
      const { asterisk, results, id } = await whispered(1)
      await eventually(() => expect(results()).toEqual([{ type: 'transferred', result: 'declined' }]))
      await eventually(() => expect(asterisk.channels()).toEqual([id]))
    })
  })

  it('calls the other party, bridges the two, and hangs up one with the other', async () => {
    for (const leaver of ['call', 'leg']) {
      const { asterisk, control, bodyOf, eventsOf, answered } = await open()
      const id = await answered()
      await control.transfer(id, transfer('tel:+49 30 115'))
      expect(bodyOf(/^POST \/channels$/)).toMatchObject({
        endpoint: 'PJSIP/+4930115@trunk',
        timeout: 20,
        originator: id,
      })
      await asterisk.pass(1000)
      expect(eventsOf(id).slice(2)).toEqual([{ type: 'transferred', result: 'answered' }])
      const leg = asterisk.channels().find((each) => each !== id) ?? ''
      await asterisk.hangUpAtFarEnd(leaver === 'call' ? id : leg)
      await asterisk.settle()
      expect(asterisk.channels()).toEqual([])
      expect(asterisk.bridges()).toEqual([])
      expect(eventsOf(id).at(-1)).toMatchObject({ type: 'ended', end: { cause: 'answered' } })
    }
  })

  it.each([
    ['tel:101', 'busy'],
    ['tel:103', 'no_answer'],
    ['tel:102', 'failed'],
    ['sip:ann@pbx.example.com', 'failed'],
    ['tel:nobody', 'failed'],
    ['dialplan:sales', 'failed'],
  ])('to %s ends with %s, and the call goes on', async (to, result) => {
    const { asterisk, control, eventsOf, answered } = await open()
    const id = await answered()
    await control.transfer(id, transfer(to))
    await asterisk.pass(3000)
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'transferred', result }])
    expect(asterisk.channels()).toEqual([id])
    await control.play(id, '1', [SOUND])
    await asterisk.pass(1500)
    expect(eventsOf(id).at(-1)).toMatchObject({ type: 'played', result: 'done' })
  })

  it.each([
    ['dialplan:sales,s,2', { context: 'sales', extension: 's', priority: 2 }],
    ['queue:support', { context: 'queues', extension: 'support', priority: 1 }],
  ])('to %s hands the call over, and its end is still reported', async (to, place) => {
    const { asterisk, control, bodyOf, eventsOf, answered } = await open()
    const id = await answered()
    await control.transfer(id, transfer(to))
    expect(bodyOf(/\/continue$/)).toEqual(place)
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'transferred', result: 'handed_over' }])
    await asterisk.hangUpAtFarEnd(id)
    expect(eventsOf(id).at(-1)).toMatchObject({ type: 'ended', end: { cause: 'answered' } })
  })

  it('does not leave the call if the dialplan has no such place', async () => {
    const { asterisk, control, eventsOf, linesOf, answered } = await open()
    const id = await answered()
    asterisk.setDialplan(false)
    await control.transfer(id, transfer('dialplan:sales,s,2'))
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'transferred', result: 'failed' }])
    expect(linesOf(/\/continue$/)).toEqual([])
  })
})

describe('when the event socket was lost', () => {
  it('a call goes on: what ended meanwhile is told', async () => {
    const { asterisk, control, eventsOf, answered, loseEvents } = await open()
    const id = await answered()
    await control.play(id, '1', [SOUND])
    await loseEvents(() => asterisk.pass(1500))
    expect(eventsOf(id).slice(2)).toEqual([{ type: 'played', playId: '1', result: 'done' }])
    await control.record(id, MESSAGE)
    await loseEvents(() => control.stopRecording(id, 'r1'))
    expect(eventsOf(id).slice(3)).toEqual([{ type: 'recorded', recordingId: 'r1', hasFailed: false }])
    await control.play(id, '2', [SOUND])
    await loseEvents()
    expect(eventsOf(id)).toHaveLength(4)
    await asterisk.pass(1500)
    expect(eventsOf(id).slice(4)).toEqual([{ type: 'played', playId: '2', result: 'done' }])
  })

  it('a call that rang meanwhile comes to us on its answer', async () => {
    const { asterisk, control, ring, eventsOf, loseEvents } = await open()
    const id = await ring()
    await loseEvents()
    await asterisk.pass(1000)
    expect(eventsOf(id)).toEqual([{ type: 'ringing' }, { type: 'answered' }])
    await control.play(id, '1', [SOUND])
    await asterisk.pass(1500)
    expect(eventsOf(id).at(-1)).toMatchObject({ type: 'played', result: 'done' })
  })

  it('a transferred call ends if the other party has left', async () => {
    const { asterisk, control, eventsOf, answered, loseEvents } = await open()
    const id = await answered()
    await control.transfer(id, { to: 'tel:115', timeoutSeconds: 20 })
    await asterisk.pass(1000)
    const leg = asterisk.channels().find((each) => each !== id) ?? ''
    await loseEvents(() => asterisk.hangUpAtFarEnd(leg))
    await eventually(() => expect(eventsOf(id).at(-1)).toMatchObject({ type: 'ended' }))
    expect(asterisk.channels()).toEqual([])
  })
})

describe('a node that takes over', () => {
  /** A second node, after the first one has died with a call. */
  async function takeOver(before: Awaited<ReturnType<typeof open>>, id: string) {
    await before.gateway.close()
    const heir = await open(before.asterisk)
    expect(await heir.gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
    return heir
  }

  it('goes on with a call that waits, and with one that is being played to', async () => {
    const first = await open()
    const id = await first.answered()
    await first.control.play(id, '1', [SOUND])
    const heir = await takeOver(first, id)
    expect(await heir.control.resume(id, '1')).toBe('playing')
    expect(first.asterisk.appOf(id)).not.toBe(first.bodyOf(/^POST \/channels$/)?.['app'])
    await first.asterisk.pass(1500)
    expect(heir.eventsOf(id).at(-1)).toEqual({ type: 'played', playId: '1', result: 'done' })
    expect(await heir.control.resume(id, '1')).toBe('waiting')
    expect(await heir.control.resume(id, null)).toBe('waiting')
    await first.asterisk.send({ type: 'ChannelDtmfReceived', channel: { id }, digit: '7' })
    expect(heir.eventsOf(id).at(-1)).toEqual({ type: 'key', key: '7' })
  })

  it('gets a call that was ringing', async () => {
    const first = await open()
    const id = await first.ring()
    const heir = await takeOver(first, id)
    expect(await heir.control.resume(id, null)).toBe('ringing')
    await eventually(async () => {
      await first.asterisk.settle()
      expect(heir.gateway.health().isUp).toBe(true)
    })
    await eventually(() =>
      expect(first.asterisk.apps()).toContain(first.bodyOf(/^POST \/channels$/)?.['app']),
    )
    await first.asterisk.pass(1000)
    expect(heir.eventsOf(id).at(-1)).toEqual({ type: 'answered' })
  })

  it('keeps the two of a transfer together', async () => {
    const first = await open()
    const id = await first.answered()
    await first.control.transfer(id, { to: 'tel:115', timeoutSeconds: 20 })
    await first.asterisk.pass(1000)
    const leg = first.asterisk.channels().find((each) => each !== id) ?? ''
    const heir = await takeOver(first, id)
    expect(await heir.control.resume(id, null)).toBe('waiting')
    expect(heir.eventsOf(id).at(-1)).toEqual({ type: 'transferred', result: 'answered' })
    await first.asterisk.hangUpAtFarEnd(leg)
    await first.asterisk.settle()
    expect(heir.eventsOf(id).at(-1)).toMatchObject({ type: 'ended' })
    expect(first.asterisk.channels()).toEqual([])
  })

  it('ends a transferred call whose other party has left, and the other party of a call that has ended', async () => {
    for (const leaver of ['call', 'leg']) {
      const first = await open()
      const id = await first.answered()
      await first.control.transfer(id, { to: 'tel:115', timeoutSeconds: 20 })
      await first.asterisk.pass(1000)
      await first.gateway.close()
      const leg = first.asterisk.channels().find((each) => each !== id) ?? ''
      await first.asterisk.hangUpAtFarEnd(leaver === 'call' ? id : leg)
      const heir = await open(first.asterisk)
      await heir.gateway.reconcile([id])
      if (leaver === 'leg') await heir.control.resume(id, null)
      await eventually(() => expect(first.asterisk.channels()).toEqual([]))
    }
  })

  it('hears of a call that was handed over', async () => {
    const first = await open()
    const id = await first.answered()
    await first.control.transfer(id, { to: 'queue:sales', timeoutSeconds: 20 })
    const heir = await takeOver(first, id)
    expect(await heir.control.resume(id, '1')).toBe('waiting')
    expect(heir.eventsOf(id).at(-1)).toEqual({ type: 'transferred', result: 'handed_over' })
  })

  it('tries again if the call was answered just now, and has not come to an application', async () => {
    const first = await open()
    const id = await first.answered()
    const heir = await takeOver(first, id)
    heir.asterisk.answer(/\/move$/, { status: 409, body: { message: 'Channel not in Stasis application' } })
    await expect(heir.control.resume(id, null)).rejects.toThrow('just now')
    expect(await heir.control.resume(id, null)).toBe('waiting')
  })

  it('rejects if the call is over', async () => {
    const { control } = await open()
    await expect(control.resume(newId(), null)).rejects.toThrow('has ended')
  })
})

it('a gateway can do only what the modules of its Asterisk allow', async () => {
  const { asterisk, control, loseEvents } = await open()
  expect([...control.abilities].sort()).toEqual(['detect', 'keys', 'play', 'record', 'stream', 'transfer'])
  asterisk.setModules([...PLAYING, 'res_ari_bridges.so', 'bridge_softmix.so'])
  await loseEvents()
  expect([...control.abilities].sort()).toEqual(['keys', 'play', 'transfer'])
})

it('sends keys to the callee', async () => {
  const { control, answered, bodyOf } = await open()
  await control.sendKeys(await answered(), '12#')
  expect(bodyOf(/^POST \/channels\/.*\/dtmf$/)).toEqual({ dtmf: '12#' })
})
