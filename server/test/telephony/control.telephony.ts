// Each command of call control, against real phones: what they heard is on their tapes.

import { expect, it, onTestFinished } from 'vitest'
import type { CallMedia, Recording } from '../../src/conversations/answered-call.ts'
import { secondsOf, shareAnsweringNetwork } from './answering-network.ts'
import { openGateway, openSounds, PATIENCE } from './controlled-call.ts'
import { createEventCutter } from './event-cutter.ts'
import { findSound, loudSeconds } from './hear.ts'
import { fromMuLaw, RATE, readWav, toMuLaw } from './wav.ts'

const shared = shareAnsweringNetwork()

/** A busy machine loses some of it on the way. Of another sound almost nothing is found. */
const ALIKE = 0.65
const expectHeard = (tape: Int16Array, sound: Int16Array) =>
  expect(findSound(tape, sound).share).toBeGreaterThan(ALIKE)
/** A phone closes its tape a moment after the call. */
const expectOnTape = (number: string, sound: Int16Array) =>
  expect
    .poll(async () => findSound(await shared().tape(number), sound).share, PATIENCE)
    .toBeGreaterThan(ALIKE)
const ledgerOf = async (number: string) =>
  (await shared().ledger())
    .filter((line) => line.startsWith(`${number} `))
    .map((line) => line.slice(number.length + 1))

it('plays sounds one after the other, hears talk and keys, and stops', async () => {
  const { control, gateway, call, heard, keysOf, eventsOf } = await openGateway(shared())
  const serve = await openSounds()
  const [first, second] = [await shared().say('Hello Ann.'), await shared().say('Press one to confirm.')]
  const id = await call('49300140')
  await control.play(id, '1', [serve(first), serve(second)])
  expect(await heard(id, 'played')).toMatchObject({ playId: '1', result: 'done' })
  expect(await heard(id, 'talk', 2)).toMatchObject({ isTalking: false })
  expect(await heard(id, 'key')).toMatchObject({ key: '1' })
  const long = await shared().say(
    'This sentence is rather long, and nobody will ever hear the last words of it.',
  )
  await control.play(id, '2', [serve(long)])
  await control.stopPlaying(id, '2')
  expect(await heard(id, 'played', 2)).toMatchObject({ playId: '2', result: 'stopped' })
  await control.play(id, '3', [{ url: 'http://127.0.0.1:1/nothing.wav', durationMs: 1000 }])
  expect(await heard(id, 'played', 3)).toMatchObject({ playId: '3', result: 'failed' })
  await gateway.hangUp(id)
  expect(await heard(id, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  expect(keysOf(id)).toEqual(['1'])
  expect(eventsOf(id).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ringing', 'answered', 'talk']),
  )
  const notes = ['rings 4930555001', 'answers', 'presses 1']
  await expect.poll(() => ledgerOf('49300140'), PATIENCE).toEqual(notes)

  for (const sound of [first, second]) await expectOnTape('49300140', sound)
  const tape = await shared().tape('49300140')
  const gap = findSound(tape, second).atSeconds - findSound(tape, first).atSeconds - secondsOf(first)
  expect(Math.abs(gap)).toBeLessThan(0.5)
})

it('hears every key', async () => {
  const { gateway, call, heard, keysOf } = await openGateway(shared())
  const id = await call('49300141')
  await heard(id, 'key', 6)
  await gateway.hangUp(id)
  expect(keysOf(id).join('')).toBe('12*34#')
})

it('records a whole call with both sides while it is played to', async () => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const serve = await openSounds()
  const sound = await shared().say('This call is recorded.')
  const id = await call('49300110')
  const recording: Recording = {
    id: 'whole',
    what: 'call',
    maxSeconds: 60,
    silenceSeconds: 0,
    hasTone: false,
  }
  await control.record(id, recording)
  await heard(id, 'talk', 2)
  await control.play(id, '1', [serve(sound)])
  await heard(id, 'played')
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expect.poll(() => control.readRecording('whole'), PATIENCE).toBeDefined()
  const file = await control.readRecording('whole')
  const { rate, samples } = readWav(file ?? new Uint8Array())
  expect(rate).toBe(8000)
  expectHeard(samples, sound)
  expectHeard(samples, await shared().voice('hello'))
  await control.removeRecording('whole')
  expect(await control.readRecording('whole')).toBeUndefined()
})

it('records a message after a tone, until it is stopped or too long', async () => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const id = await call('49300120')
  const message: Recording = { id: 'm1', what: 'message', maxSeconds: 3, silenceSeconds: 5, hasTone: true }
  await control.record(id, message)
  expect(await heard(id, 'recorded')).toMatchObject({ recordingId: 'm1', hasFailed: false })
  await control.record(id, { ...message, id: 'm2', maxSeconds: 30, hasTone: false })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await control.stopRecording(id, 'm2')
  expect(await heard(id, 'recorded', 2)).toMatchObject({ recordingId: 'm2', hasFailed: false })
  await gateway.hangUp(id)
  await heard(id, 'ended')
  const { samples } = readWav((await control.readRecording('m1')) ?? new Uint8Array())
  // Asterisk stops at a tick of its clock of whole seconds.
  expect(secondsOf(samples)).toBeGreaterThan(1.9)
  expect(secondsOf(samples)).toBeLessThan(4.1)
  expect(loudSeconds(samples)).toBeGreaterThan(1.5)
  // The tone.
  await expect.poll(async () => loudSeconds(await shared().tape('49300120')), PATIENCE).toBeGreaterThan(0.1)
})

it('transfers to a number: the two talk, and both are hung up when either leaves', async () => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const agent = await shared().voice('agent')
  const id = await call('49300160')
  await control.transfer(id, { to: 'tel:49300170', timeoutSeconds: 10 })
  expect(await heard(id, 'transferred')).toMatchObject({ result: 'answered' })
  // The caller's phone repeats what it hears, so the agent hears itself.
  await expect.poll(async () => loudSeconds(await shared().tape('49300170')), PATIENCE).toBeGreaterThan(1.5)
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expect.poll(() => shared().callsUp(), PATIENCE).toEqual([])
  expect((await shared().ari<{ id: string }[]>('GET', '/bridges')).body).toEqual([])
  await expectOnTape('49300160', agent)

  const second = await call('49300260')
  await control.transfer(second, { to: `sip:49300171@127.0.0.1:${shared().phonesPort}`, timeoutSeconds: 10 })
  expect(await heard(second, 'transferred')).toMatchObject({ result: 'answered' })
  // This agent hangs up.
  expect(await heard(second, 'ended')).toMatchObject({ end: { cause: 'answered' } })
})

it.each([
  ['tel:49300190', 'busy', '49300150'],
  ['tel:49300191', 'no_answer', '49300750'],
  ['dialplan:nowhere,s,1', 'failed', '49300850'],
])('a transfer to %s ends with %s, and the call goes on', async (to, result, caller) => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const serve = await openSounds()
  const id = await call(caller)
  await control.transfer(id, { to, timeoutSeconds: 3 })
  expect(await heard(id, 'transferred')).toMatchObject({ result })
  const sorry = await shared().say(`Sorry, that was ${result.replace('_', ' ')}.`)
  await control.play(id, '1', [serve(sorry)])
  expect(await heard(id, 'played')).toMatchObject({ result: 'done' })
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expectOnTape(caller, sorry)
})

it.each([
  ['dialplan:agents,49300370,1', '49300370', '49300360'],
  ['queue:sales', '4930070', '49300460'],
])('hands a call over to %s, and its end is reported', async (to, agent, caller) => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const id = await call(caller)
  await control.transfer(id, { to, timeoutSeconds: 10 })
  expect(await heard(id, 'transferred')).toMatchObject({ result: 'handed_over' })
  await expect
    .poll(
      async () =>
        loudSeconds(
          await shared()
            .tape(agent)
            .catch(() => new Int16Array()),
        ),
      PATIENCE,
    )
    .toBeGreaterThan(1.5)
  await gateway.hangUp(id)
  expect(await heard(id, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  await expectOnTape(caller, await shared().voice('agent'))
})

/** What comes over the socket, with the time of its first loud frame. */
function listen(media: CallMedia) {
  const parts: Uint8Array[] = []
  const marks: string[] = []
  media.onAudio((audio) => parts.push(audio.slice()))
  media.onMark((name) => marks.push(name))
  return { marks, samples: () => fromMuLaw(Buffer.concat(parts)) }
}

/** More than 30 seconds of words, in no even rhythm: the place of a sound is found by when it is loud. */
const STORY =
  'Once upon a time there was a telephone exchange in a small town by the sea. Every morning its operator opened the windows, ' +
  'because she liked to hear the gulls while she connected the calls. The baker rang the miller, the miller rang the station, and ' +
  'the station master, who was often late, rang nobody at all. One day a stranger asked for a number that did not exist. She tried ' +
  'every line, first politely, then with some impatience, and in the end she laughed and told him to write a letter. He did, and she ' +
  'kept it for many years in the drawer below the switchboard, together with a pencil and a key that fitted no door.'

it('streams audio both ways, 30 seconds at once, and returns the call', async () => {
  const { control, gateway, call, heard } = await openGateway(shared())
  const serve = await openSounds()
  const long = (await shared().say(STORY)).subarray(0, 30 * RATE)
  expect(secondsOf(long)).toBe(30)
  const id = await call('49300560')
  const media = await control.openMedia(id)
  const { marks, samples } = listen(media)
  media.mark('begin')
  // An odd length: Asterisk fills the last frame.
  media.send(toMuLaw(long.subarray(0, long.length - 127)))
  media.mark('end')
  await expect.poll(() => marks, { ...PATIENCE, timeout: 90_000 }).toEqual(['begin', 'end'])
  media.close()
  const thanks = await shared().say('Thank you for listening.')
  await control.play(id, '1', [serve(thanks)])
  expect(await heard(id, 'played')).toMatchObject({ result: 'done' })
  await gateway.hangUp(id)
  await heard(id, 'ended')
  await expectOnTape('49300560', thanks)
  const tape = await shared().tape('49300560')
  expectHeard(tape, long)
  expect(loudSeconds(tape)).toBeGreaterThan(0.9 * loudSeconds(long))
  // What the phone sent back.
  expectHeard(samples(), long)
  await expect.poll(() => shared().callsUp(), PATIENCE).toEqual([])
  expect((await shared().ari('GET', '/bridges')).body).toEqual([])
})

it('forgets queued audio when the callee interrupts, and ends with the call', async () => {
  const { control, call, heard } = await openGateway(shared())
  const sentence = await shared().say(
    'This would go on for a long time, if nobody interrupted it, but somebody does.',
  )
  const id = await call('49300180')
  const media = await control.openMedia(id)
  const { marks } = listen(media)
  let isClosed = false
  media.onClose(() => {
    isClosed = true
  })
  media.send(toMuLaw(sentence))
  media.mark('never')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  media.clear()
  expect(marks).toEqual(['never'])
  // This phone hangs up after four seconds.
  expect(await heard(id, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  await expect.poll(() => isClosed, PATIENCE).toBe(true)
  expect(loudSeconds(await shared().tape('49300180'))).toBeLessThan(1.8)
  await expect.poll(() => shared().callsUp(), PATIENCE).toEqual([])
})

it('another node continues a call that is being played to', async () => {
  const first = await openGateway(shared())
  const serve = await openSounds()
  const long = await shared().say(
    'A node has died while this sentence was being played, and another one goes on with it.',
  )
  const id = await first.call('49300241')
  await first.control.play(id, '1', [serve(long)])
  await first.gateway.close()
  const heir = await openGateway(shared())
  expect(await heir.gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
  expect(await heir.control.resume(id, '1')).toBe('playing')
  expect(await heir.heard(id, 'played')).toMatchObject({ playId: '1', result: 'done' })
  const next = await shared().say('This is the next sentence.')
  await heir.control.play(id, '2', [serve(next)])
  expect(await heir.heard(id, 'played', 2)).toMatchObject({ playId: '2', result: 'done' })
  await heir.gateway.hangUp(id)
  await heir.heard(id, 'ended')
  expect(heir.keysOf(id).length).toBeGreaterThan(0)
  await expectOnTape('49300241', long)
  await expectOnTape('49300241', next)
})

it('another node gets a call that was ringing, and keeps the two of a transfer together', async () => {
  const first = await openGateway(shared())
  const serve = await openSounds()
  const ringing = await first.ring('49300192')
  const talking = await first.call('49300660')
  await first.control.transfer(talking, { to: 'tel:49300171', timeoutSeconds: 10 })
  await first.heard(talking, 'transferred')
  await first.gateway.close()
  const heir = await openGateway(shared())
  await heir.gateway.reconcile([ringing, talking])
  expect(await heir.control.resume(ringing, null)).toBe('ringing')
  expect(await heir.control.resume(talking, null)).toBe('waiting')
  expect(await heir.heard(talking, 'transferred')).toMatchObject({ result: 'answered' })
  expect(await heir.heard(talking, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  // It comes to the application of the first node, which the second one speaks for.
  await heir.heard(ringing, 'answered')
  const hello = await shared().say('Hello from the other node.')
  await heir.control.play(ringing, '1', [serve(hello)])
  expect(await heir.heard(ringing, 'played')).toMatchObject({ result: 'done' })
  await heir.gateway.hangUp(ringing)
  expect(await heir.heard(ringing, 'ended')).toMatchObject({ end: { cause: 'answered' } })
  await expectOnTape('49300192', hello)
})

it('goes on with a call after the event socket was lost: what ended meanwhile is told', async () => {
  const cutter = await createEventCutter(shared().ariPort)
  onTestFinished(() => cutter.close())
  const { control, gateway, call, heard } = await openGateway(shared(), { ARI_URL: cutter.url })
  const serve = await openSounds()
  const short = await shared().say('Hello.')
  const id = await call('49300250')
  await control.play(id, '1', [serve(short)])
  cutter.cut()
  await expect.poll(() => gateway.health().isUp, PATIENCE).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, secondsOf(short) * 1000))
  cutter.mend()
  expect(await heard(id, 'played')).toMatchObject({ playId: '1', result: 'done' })
  await expect.poll(() => gateway.health().isUp, PATIENCE).toBe(true)
  await control.play(id, '2', [serve(short)])
  expect(await heard(id, 'played', 2)).toMatchObject({ playId: '2', result: 'done' })
  await gateway.hangUp(id)
  expect(await heard(id, 'ended')).toMatchObject({ end: { cause: 'answered' } })
})

it('a call that nobody controls any more ends', async () => {
  const { gateway, call } = await openGateway(shared(), { ASTERISK_LONGEST_CALL: '1', RING_TIMEOUT: '5' })
  const id = await call('49300350')
  await gateway.close()
  expect((await shared().ari('GET', `/channels/${id}`)).status).toBe(200)
  await expect.poll(async () => (await shared().ari('GET', `/channels/${id}`)).status, PATIENCE).toBe(404)
})
