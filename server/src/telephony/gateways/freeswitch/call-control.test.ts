import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ControlUnderTest, testCallControl } from '../../../../test/support/control-conformance.ts'
import { type EslServer, startEslServer } from '../../../../test/support/esl-server.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { connectFreeswitch } from '../../../../test/support/freeswitch-gateway.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import type { CallControl } from '../../../conversations/answered-call.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'
import { judgeTransfer, readTransferPlace } from './transfer-place.ts'

const FLOW: Flow = { steps: [{ id: 'end', type: 'hangup' }] }
const SOUND = { url: 'http://127.0.0.1:3000/media/0f3c/hello.wav', durationMs: 1000 }
const OTHER = { url: 'http://127.0.0.1:3000/media/0f3c/other.wav', durationMs: 1000 }

async function open(settings: Partial<FreeswitchSettings> = {}, shared?: EslServer) {
  const server = shared ?? (await startEslServer({ soundMs: 1000, messageMs: 2000 }))
  const recordings = await temporaryFolder()
  const { gateway, events } = connectFreeswitch(server, {
    settings: { recordings, ...settings },
    timing: { reconnectAfterMs: 10, eventDelayMs: 20, checkEveryMs: 3_600_000 },
  })
  onTestFinished(() => gateway.close())
  await eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
  const control = gateway.control as CallControl

  async function ring(phoneNumber: string, flow?: Flow): Promise<string> {
    const attemptId = newId()
    const call = { attemptId, phoneNumber, taskId: 'task', contactId: 'contact' }
    await gateway.originate({ ...call, ...(flow && { flow }) })
    return attemptId
  }
  async function answered(): Promise<string> {
    const id = await ring('100', FLOW)
    await server.pass(1000)
    await eventually(() => expect(events).toContainEqual({ type: 'answered', attemptId: id }))
    return id
  }
  return { server, gateway, control, events, recordings, ring, answered }
}

testCallControl(
  'FreeSWITCH',
  async (): Promise<ControlUnderTest> => {
    const { server, gateway } = await open()
    const missing = { url: 'http://127.0.0.1:3000/media/0f3c/missing.wav', durationMs: 1000 }
    server.loseSound(missing.url)
    return {
      gateway,
      async pass(ms) {
        await server.pass(ms)
        // What was sent before an answer was heard before it, and what was said then was heard before the next.
        await gateway.hangUp('nobody')
        await gateway.hangUp('nobody')
      },
      numbers: { stays: '100', rings: '103' },
      answerMs: 1000,
      sound: SOUND,
      missing,
      toneMs: 1000,
      transfers: {
        answered: 'sip:desk0@10.0.0.1',
        busy: 'tel:+49301231',
        noAnswer: 'sip:desk3@10.0.0.1:5070',
        timeoutSeconds: 5,
      },
      press: server.press,
      hangUp: server.hangUp,
    }
  },
  { addsUpSounds: true, keys: true, missingSounds: true, hangsUp: true, transfers: true },
)

describe('a sound that FreeSWITCH does not have yet', () => {
  const playsOf = (server: EslServer, url: string) =>
    server.messages.filter((message) => message.includes(`execute-app-arg: ${url}`))

  it('is fetched by one call; the others play it when it is there', async () => {
    const { server, control, answered, events } = await open()
    const ids = [await answered(), await answered(), await answered()]
    const other = await answered()
    server.holdSounds(true)
    const plays = Promise.all(ids.map((id) => control.play(id, '1', [SOUND])))
    await eventually(() => expect(playsOf(server, SOUND.url)).toHaveLength(1))
    // Another sound is not held up by it.
    await control.play(other, '1', [OTHER])
    expect(playsOf(server, SOUND.url)).toHaveLength(1)
    server.holdSounds(false)
    await plays
    expect(playsOf(server, SOUND.url)).toHaveLength(3)
    await server.pass(1000)
    await eventually(() => expect(events.filter(({ type }) => type === 'played')).toHaveLength(4))
    // It is there now: nobody waits.
    server.holdSounds(true)
    await Promise.all(ids.map((id) => control.play(id, '2', [SOUND])))
    expect(playsOf(server, SOUND.url)).toHaveLength(6)
  })

  it('can be stopped by a call that waits for it, and is tried by the next one if it cannot be fetched', async () => {
    const { server, control, answered, events } = await open()
    const [first, second, third] = [await answered(), await answered(), await answered()]
    server.holdSounds(true)
    await control.play(first, '1', [SOUND])
    const waiting = [control.play(second, '1', [SOUND]), control.play(third, '1', [SOUND])]
    await control.stopPlaying(second, '1')
    server.hangUp(first)
    await Promise.all(waiting)
    expect(events).toContainEqual({ type: 'played', attemptId: second, playId: '1', result: 'stopped' })
    expect(playsOf(server, SOUND.url)).toHaveLength(2)
  })
})

it('cannot be played without mod_httapi: no call with sounds is placed, and none is promised', async () => {
  const server = await startEslServer()
  for (const module of ['mod_httapi', 'mod_http_cache']) server.unload(module)
  const { control, ring } = await open({}, server)
  expect(control.abilities.has('play')).toBe(false)
  const says: Flow = { steps: [{ id: 'hi', type: 'say', text: 'Hello.' }] }
  await expect(ring('100', says)).rejects.toThrow(/cannot play the sounds of call flows: load mod_httapi/)
  expect(server.originates).toEqual([])
  await ring('100', FLOW)
})

describe('a call with a flow', () => {
  it('is parked and set up for commands; one without goes to its place', async () => {
    const { server, answered, ring } = await open()
    await answered()
    await ring('100')
    expect(server.originates.map(({ onAnswer }) => onAnswer)).toEqual(['&park', '7000 XML default'])
    expect(server.originates[0]?.variables).toMatchObject({
      carillon_flow: 'true',
      playback_terminators: 'none',
      continue_on_fail: 'true',
      hangup_after_bridge: 'true',
      send_silence_when_idle: '-1',
    })
    expect(server.originates[1]?.variables).not.toHaveProperty('carillon_flow')
  })

  it('reports no keys if it has no flow, and none that are no keys of a phone', async () => {
    const { server, ring, answered, events } = await open()
    const other = await ring('100')
    const id = await answered()
    server.press(other, '1')
    server.press(id, 'A')
    server.press(id, '2')
    await eventually(() => expect(events).toContainEqual({ type: 'key', attemptId: id, key: '2' }))
    expect(events.filter(({ type }) => type === 'key')).toHaveLength(1)
  })

  it('does not make FREESWITCH_ON_ANSWER suspicious if it is short', async () => {
    const { server, gateway, answered, events } = await open()
    server.setAnswerPlace('there')
    const id = await answered()
    server.hangUp(id)
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ type: 'ended' })))
    expect(gateway.health()).toEqual({ isUp: true })
  })
})

describe('sounds', () => {
  it('are played under a name, locked, several of them as one file', async () => {
    const { server, control, answered } = await open()
    const id = await answered()
    await control.play(id, '7', [SOUND, OTHER])
    expect(server.played(id)).toEqual([SOUND.url, OTHER.url])
    expect(server.messages.at(-1)).toEqual([
      `sendmsg ${id}`,
      'call-command: execute',
      'execute-app-name: playback',
      `execute-app-arg: file_string://${SOUND.url}!${OTHER.url}`,
      'event-uuid: carillon-play-7',
      'event-lock: true',
    ])
  })

  it.each([
    'http://host/a b.wav',
    'http://host/$' + '{system(rm)}.wav',
    'http://host/a!b.wav',
    '/etc/passwd',
  ])('with the address %s are refused', async (url) => {
    const { server, control, answered } = await open()
    const id = await answered()
    await expect(control.play(id, '1', [{ url, durationMs: 1000 }])).rejects.toThrow('MEDIA_URL')
    expect(server.played(id)).toEqual([])
  })

  it('that were stopped say so; also those that have not begun are not played', async () => {
    const { server, control, answered, events } = await open()
    const id = await answered()
    await control.play(id, '1', [SOUND])
    await control.stopPlaying(id, '1')
    await eventually(() =>
      expect(events).toContainEqual({ type: 'played', attemptId: id, playId: '1', result: 'stopped' }),
    )
    expect(server.commands).toContain(`api uuid_break ${id} all`)
  })

  it('that end after a takeover are heard by the node that has the call now', async () => {
    const first = await open()
    const id = await first.answered()
    await first.control.play(id, '3', [SOUND])
    await first.gateway.close()
    const second = await open({}, first.server)
    expect((await second.gateway.reconcile([id])).get(id)).toEqual({ state: 'live' })
    expect(await second.control.resume(id, '3')).toBe('playing')
    await first.server.pass(1000)
    await eventually(() =>
      expect(second.events).toContainEqual({ type: 'played', attemptId: id, playId: '3', result: 'done' }),
    )
  })

  it('and keys after a takeover, too', async () => {
    const first = await open()
    const id = await first.answered()
    await first.gateway.close()
    const second = await open({}, first.server)
    await second.gateway.reconcile([id])
    expect(await second.control.resume(id, null)).toBe('waiting')
    first.server.press(id, '4')
    await eventually(() => expect(second.events).toEqual([{ type: 'key', attemptId: id, key: '4' }]))
  })

  it('of a call that is unknown cannot be taken over', async () => {
    const { control } = await open()
    await expect(control.resume(newId(), '1')).rejects.toThrow('does not know the call')
  })
})

describe('recordings', () => {
  const message = (more = {}) => ({
    id: newId(),
    what: 'message' as const,
    maxSeconds: 20,
    silenceSeconds: 3,
    hasTone: true,
    ...more,
  })

  it('are an ability only if there is a folder that both see', async () => {
    const { control, answered } = await open({ recordings: undefined })
    expect([...control.abilities]).toEqual(['play', 'keys', 'transfer'])
    const id = await answered()
    await expect(control.record(id, message())).rejects.toThrow('FREESWITCH_RECORDINGS')
    expect([...(await open()).control.abilities]).toContain('record')
  })

  it('of a message begin after a tone and end with silence; its file must be there', async () => {
    const { server, control, answered, events, recordings } = await open()
    const id = await answered()
    const given = message()
    await control.record(id, given)
    expect(server.played(id)).toEqual(['tone_stream://%(400,0,1000)'])
    await server.pass(1000)
    const path = join(recordings, `${given.id}.wav`)
    await eventually(() => expect(server.messages.at(-1)).toContain(`execute-app-arg: ${path} 20 200 3`))
    await server.pass(2000)
    await eventually(() =>
      expect(events).toContainEqual({
        type: 'recorded',
        attemptId: id,
        recordingId: given.id,
        hasFailed: false,
      }),
    )
    expect(await readFile(path)).toEqual(await control.readRecording(given.id))
  })

  it('of a message can be stopped, in the middle or during the tone', async () => {
    const { server, control, answered, events } = await open()
    const id = await answered()
    const [early, later] = [message(), message({ hasTone: false })]
    await control.record(id, early)
    await control.stopRecording(id, early.id)
    const recorded = (recordingId: string) =>
      events.find((event) => event.type === 'recorded' && event.recordingId === recordingId)
    await eventually(() => expect(recorded(early.id)).toMatchObject({ hasFailed: true }))
    await control.record(id, later)
    await control.stopRecording(id, later.id)
    await eventually(() => expect(recorded(later.id)).toBeDefined())
    expect(server.commands.filter((command) => command.startsWith('api uuid_break'))).toHaveLength(2)
  })

  it('of the whole call begin and end by command', async () => {
    const { server, control, answered, recordings } = await open()
    const id = await answered()
    const whole = message({ what: 'call', maxSeconds: 600 })
    const path = join(recordings, `${whole.id}.wav`)
    await control.record(id, whole)
    expect(server.commands).toContain(`api uuid_record ${id} start ${path} 600 {carillon=true}`)
    await control.stopRecording(id, whole.id)
    expect(server.commands).toContain(`api uuid_record ${id} stop ${path}`)
    expect(server.commands).not.toContain(`api uuid_break ${id}`)
  })

  it('never leave their folder', async () => {
    const { control, recordings } = await open()
    await writeFile(join(recordings, 'kept.wav'), 'x')
    await expect(control.readRecording('../kept')).rejects.toThrow('another form')
    await expect(control.removeRecording('a/../kept')).rejects.toThrow('another form')
  })
})

describe('a transfer', () => {
  it('dials the other leg with a tone for the callee, and counts only a real answer', async () => {
    const { server, control, answered } = await open({ sipProfile: 'internal' })
    const id = await answered()
    await control.transfer(id, { to: 'sip:desk0@10.0.0.1', timeoutSeconds: 12 })
    expect(server.commands).toContain(`api uuid_setvar ${id} transfer_ringback %(1000,4000,425)`)
    expect(server.messages.at(-1)).toEqual([
      `sendmsg ${id}`,
      'call-command: execute',
      'execute-app-name: bridge',
      'execute-app-arg: {originate_timeout=12,ignore_early_media=true}sofia/internal/desk0@10.0.0.1',
      'event-uuid: carillon-transfer',
    ])
  })

  it.each([
    ['dialplan:default,7000,1', [], '7000 XML default'],
    ['queue:sales@default', [], 'callcenter:sales@default inline'],
    ['queue:sales', ['mod_callcenter'], "'fifo:sales in' inline"],
  ])('to %s hands the call over', async (to, unloaded, command) => {
    const { server, control, answered, events } = await open()
    for (const module of unloaded) server.unload(module)
    const id = await answered()
    await control.transfer(id, { to, timeoutSeconds: 12 })
    expect(server.commands.at(-1)).toBe(`api uuid_transfer ${id} ${command}`)
    expect(events.at(-1)).toEqual({ type: 'transferred', attemptId: id, result: 'handed_over' })
  })

  it('to a queue that FreeSWITCH cannot have is refused', async () => {
    const { server, control, answered } = await open()
    server.unload('mod_callcenter')
    server.unload('mod_fifo')
    const id = await answered()
    await expect(control.transfer(id, { to: 'queue:sales', timeoutSeconds: 1 })).rejects.toThrow('no queues')
  })

  it.each([
    'sip:a@b,sofia/x/c',
    'sip:$' + '{system(x)}@b',
    'sip:a b@c',
    'tel:1001;x=y',
    'dialplan:default,-both',
    "queue:a' b",
    'user/1000',
  ])('to %s has failed, and is no command', async (to) => {
    const { server, control, answered, events } = await open()
    const id = await answered()
    const before = server.commands.length
    await control.transfer(id, { to, timeoutSeconds: 1 })
    expect(events.at(-1)).toEqual({ type: 'transferred', attemptId: id, result: 'failed' })
    expect(server.commands.slice(before)).toEqual([])
  })

  it.each([
    ['SUCCESS', 'answered'],
    ['USER_BUSY', 'busy'],
    ['NO_ANSWER', 'no_answer'],
    ['ALLOTTED_TIMEOUT', 'no_answer'],
    ['USER_NOT_REGISTERED', 'no_answer'],
    ['CALL_REJECTED', 'failed'],
    ['INVALID_PROFILE', 'failed'],
    ['failure', 'failed'],
  ])('whose other leg is %s is %s', (disposition, result) => {
    expect(judgeTransfer(disposition)).toBe(result)
  })

  it('to a number is dialed like a call', () => {
    const place = readTransferPlace('tel:+49 (30) 12-34', { dial: 'sofia/gateway/trunk/{number}' })
    expect(place).toEqual({ kind: 'leg', dial: 'sofia/gateway/trunk/+49301234' })
  })
})

it('FreeSWITCH has no audio for voice agents', async () => {
  const { control, answered } = await open()
  await expect(control.openMedia(await answered())).rejects.toThrow('voice agent')
})
