import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createFakeMedia } from '../../../test/support/fake-media.ts'
import { captureLog } from '../../../test/support/log-capture.ts'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { startStandInAgent } from '../../../test/support/stand-in-agent.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { OutgoingRules } from '../../platform/kernel/outgoing-address.ts'
import { sign } from '../../platform/kernel/secrets/signature.ts'
import type { AgentEnd } from '../flow-parts.ts'
import type { AgentWord } from '../flows/flow-state.ts'
import type { ConversationPart } from '../transcripts/conversation.ts'
import type { ToldCall } from '../transcripts/conversations.service.ts'
import { createVoiceAgents } from './voice-agents.ts'

const SECRET = 'a secret of the tests'
const callId = newId()
const taskId = newId()
const contactId = newId()
/** All different, so that a test can let one of them pass. */
const timing = {
  openWithinMs: 1,
  speakWithinMs: 2,
  pingEveryMs: 3,
  playOutWithinMs: 4,
  lastWordWithinMs: 5,
  talkEndsAfterMs: 6,
}

interface Options {
  agent?: Parameters<typeof startStandInAgent>[0]
  url?: string
  /** Instead of its address. */
  host?: string
  rules?: OutgoingRules
}

async function open({ agent: kind, url, host, rules }: Options = {}) {
  const agent = await startStandInAgent(kind)
  onTestFinished(() => agent.close())
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const capture = captureLog()
  const timers = new Set<{ run: () => void; ms: number }>()
  const kept: [ToldCall, ConversationPart][] = []
  const agents = createVoiceAgents({
    clock,
    log: capture.log,
    secret: SECRET,
    ...(rules && { rules }),
    timing,
    keeper: { keep: (call, part) => kept.push([call, part]) },
    reader: {
      callbackTime: (text) => (text === 'at five' ? { time: '2026-06-10T17:00:00.000Z' } : undefined),
    },
    setTimer(run, ms) {
      const timer = { run, ms }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const voice = agents.open({
    url: url ?? (host === undefined ? agent.url : agent.url.replace('127.0.0.1', host)),
    callId,
    taskId,
    contactId,
    phoneNumber: '+4930123456',
    parameters: { name: 'Ann', appointment: 'at nine' },
  })
  const ends: AgentEnd[] = []
  const words: AgentWord[] = []
  voice.onEnd((how) => ends.push(how))
  voice.onWord((said) => words.push(said))
  const media = createFakeMedia()
  return {
    agent,
    clock,
    media,
    voice,
    ends,
    words,
    kept,
    capture,
    timers,
    async begin() {
      const line = await agent.line()
      voice.start(media)
      await line.next('start')
      return line
    },
    ended: () => eventually(() => expect(ends).toHaveLength(1)).then(() => ends[0]),
    pass(name: keyof typeof timing) {
      for (const timer of [...timers]) {
        if (timer.ms !== timing[name]) continue
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

const sound = (bytes: number) => randomBytes(bytes)

describe('what an agent is told', () => {
  it('connected when the connection opens, and start with the fields when the call begins', async () => {
    const { agent, voice, media } = await open()
    const line = await agent.line()
    expect(await line.next('connected')).toEqual({ event: 'connected', protocol: 'Call', version: '1.0.0' })
    expect(line.heard).toHaveLength(1)
    voice.start(media)
    const { streamSid, ...rest } = await line.next('start')
    expect(streamSid).toMatch(/^MZ[0-9a-f]{32}$/)
    expect(rest).toEqual({
      event: 'start',
      sequenceNumber: '1',
      start: {
        accountSid: taskId,
        streamSid,
        callSid: callId,
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: { name: 'Ann', appointment: 'at nine' },
      },
    })
  })

  it('the audio of the callee, piece by piece, with its position', async () => {
    const { begin, media } = await open()
    const line = await begin()
    const pieces = [sound(160), sound(160), sound(80)]
    for (const piece of pieces) media.speak(piece)
    const last = await line.next('media', 2)
    expect(last).toEqual({
      event: 'media',
      sequenceNumber: '4',
      streamSid: line.heard[1]?.streamSid,
      media: { track: 'inbound', chunk: '3', timestamp: '40', payload: pieces[2]?.toString('base64') },
    })
    expect(line.audio()).toEqual(Buffer.concat(pieces))
  })

  it('a position that jumps ahead after a phone has sent nothing for a while', async () => {
    const { begin, media, clock } = await open()
    const line = await begin()
    media.speak(sound(160))
    clock.advance(400)
    media.speak(sound(160))
    clock.advance(3000)
    media.speak(sound(160))
    await line.next('media', 2)
    const positions = line.heard.flatMap((each) => (each.media ? [each.media.timestamp] : []))
    expect(positions).toEqual(['0', '20', '3400'])
  })

  it('the keys, and stop at the end', async () => {
    const { begin, voice, ended } = await open()
    const line = await begin()
    voice.key('1')
    voice.key('#')
    voice.close()
    const streamSid = line.heard[1]?.streamSid
    expect(await line.next('stop')).toEqual({
      event: 'stop',
      sequenceNumber: '4',
      streamSid,
      stop: { accountSid: taskId, callSid: callId },
    })
    expect(line.heard.slice(2, 4)).toEqual([
      { event: 'dtmf', sequenceNumber: '2', streamSid, dtmf: { track: 'inbound_track', digit: '1' } },
      { event: 'dtmf', sequenceNumber: '3', streamSid, dtmf: { track: 'inbound_track', digit: '#' } },
    ])
    line.socket.close()
    expect(await ended()).toBe('done')
  })

  it('all that the callee said and keyed in before the connection was open, in order', async () => {
    const { agent, voice, media } = await open()
    voice.start(media)
    const pieces = [sound(160), sound(160)]
    for (const piece of pieces) media.speak(piece)
    voice.key('5')
    expect(agent.lines).toEqual([])
    const line = await agent.line()
    await line.next('dtmf')
    expect(line.heard.map(({ event }) => event)).toEqual(['connected', 'start', 'media', 'media', 'dtmf'])
    expect(line.audio()).toEqual(Buffer.concat(pieces))
  })

  it('who calls: by a signature of this service, and by that of Twilio', async () => {
    const { agent, clock } = await open()
    await agent.line()
    const headers = agent.requests[0]?.headers ?? {}
    const { host } = new URL(agent.url)
    const timestamp = String(clock.now().getTime() / 1000)
    const message = { direction: 'request', method: 'GET', host, path: '/agent', body: '' } as const
    expect(headers['x-carillon-timestamp']).toBe(timestamp)
    expect(headers['x-carillon-signature']).toBe(sign(SECRET, timestamp, message))
    // No other agent accepts it.
    expect(sign(SECRET, timestamp, message)).not.toBe(sign(SECRET, timestamp, { ...message, host: 'b.test' }))
    expect(headers['x-twilio-signature']).toBe(createHmac('sha1', SECRET).update(agent.url).digest('base64'))
  })
})

describe('what an agent says', () => {
  it('is played in order, and a mark comes back when the audio before it was played', async () => {
    const { begin, media } = await open()
    const line = await begin()
    const [first, second] = [sound(800), sound(1600)]
    line.saySound(first)
    line.say({ event: 'mark', mark: { name: 'greeting' } })
    line.saySound(second)
    line.say({ event: 'mark', mark: { name: 'greeting' } })
    await eventually(() => expect(media.sentBytes()).toBe(2400))
    media.play(799)
    expect(line.heard.some(({ event }) => event === 'mark')).toBe(false)
    media.play(1)
    expect(await line.next('mark')).toEqual({
      event: 'mark',
      sequenceNumber: '2',
      streamSid: line.heard[1]?.streamSid,
      mark: { name: 'greeting' },
    })
    media.play()
    // A name that is used twice comes back twice.
    await line.next('mark', 1)
    expect(media.played()).toEqual(Buffer.concat([first, second]))
  })

  it('is forgotten with clear: the callee interrupts, and the marks come back at once', async () => {
    const { begin, media } = await open()
    const line = await begin()
    line.saySound(sound(8000))
    line.say({ event: 'mark', mark: { name: 'said' } })
    line.say({ event: 'clear' })
    expect((await line.next('mark')).mark).toEqual({ name: 'said' })
    expect(media.clears).toBe(1)
    expect(media.queuedBytes()).toBe(0)
    const answer = sound(160)
    line.saySound(answer)
    await eventually(() => expect(media.queuedBytes()).toBe(160))
    media.play()
    expect(media.played()).toEqual(answer)
  })

  it('may be 30 seconds at once: nothing of it is lost', async () => {
    const { begin, media } = await open()
    const line = await begin()
    const speech = sound(30 * 8000)
    line.saySound(speech)
    await eventually(() => expect(media.queuedBytes()).toBe(speech.length))
    media.play()
    expect(media.played().equals(speech)).toBe(true)
  })

  it('is neither lost nor reordered, whatever the pieces, and the same holds for the callee', async () => {
    const { begin, media } = await open()
    const line = await begin()
    const said: Buffer[] = []
    const heard: Buffer[] = []
    let marks = 0
    const piece = fc.uint8Array({ minLength: 0, maxLength: 2000 }).map((bytes) => Buffer.from(bytes))
    const act = fc.oneof(
      fc.record({ do: fc.constant('say' as const), audio: piece }),
      fc.record({ do: fc.constant('speak' as const), audio: piece }),
      fc.record({ do: fc.constant('mark' as const) }),
      fc.record({ do: fc.constant('play' as const), bytes: fc.nat(3000) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        for (const each of acts) {
          if (each.do === 'say') {
            said.push(each.audio)
            line.saySound(each.audio)
          } else if (each.do === 'speak') {
            heard.push(each.audio)
            media.speak(each.audio)
          } else if (each.do === 'play') media.play(each.bytes)
          else {
            marks += 1
            line.say({ event: 'mark', mark: { name: `mark ${marks}` } })
          }
        }
        const [all, theirs] = [Buffer.concat(said), Buffer.concat(heard)]
        await eventually(() => expect(media.sentBytes()).toBe(all.length))
        await eventually(() => {
          media.play()
          expect(line.heard.filter(({ event }) => event === 'mark')).toHaveLength(marks)
        })
        expect(media.played().equals(all)).toBe(true)
        await eventually(() => expect(line.audio().length).toBe(theirs.length))
        expect(line.audio().equals(theirs)).toBe(true)
      }),
      { numRuns: 25 },
    )
    const names = line.heard.flatMap(({ mark }) => (mark ? [mark.name] : []))
    expect(names).toEqual(Array.from({ length: marks }, (_, index) => `mark ${index + 1}`))
    const numbers = line.heard.slice(1).map(({ sequenceNumber }) => Number(sequenceNumber))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('is kept until the callee answers, if it greets as soon as it is connected', async () => {
    const { agent, begin, media, words } = await open()
    const line = await agent.line()
    const greeting = sound(800)
    line.saySound(greeting)
    line.say({ event: 'mark', mark: { name: 'greeting' } })
    line.say({ event: 'carillon', fields: { state: 'ready' } })
    await eventually(() => expect(words).toHaveLength(1))
    expect(media.sentBytes()).toBe(0)
    await begin()
    media.play()
    expect(media.played()).toEqual(greeting)
    await line.next('mark')
    expect(words).toHaveLength(1)
  })

  it('may be anything else: that is ignored, and logged once', async () => {
    const { begin, media, ends, capture } = await open()
    const line = await begin()
    line.socket.send('not JSON')
    line.socket.send('[1]')
    line.socket.send(Buffer.from([1, 2, 3]))
    line.say({ event: 'media' })
    line.say({ event: 'mark', mark: {} })
    line.say({ event: 'something', of: 'its own' })
    line.saySound(sound(160))
    await eventually(() => expect(media.sentBytes()).toBe(160))
    expect(ends).toEqual([])
    expect(capture.lines.filter(({ msg }) => String(msg).includes('not one of Media Streams'))).toHaveLength(
      1,
    )
  })
})

describe('what an agent says about the call', () => {
  it('comes in a message, any number of times', async () => {
    const { begin, words, clock } = await open()
    const line = await begin()
    clock.advance(2500)
    line.say({ event: 'carillon', verdict: 'person', how: 'said yes' })
    line.say({
      event: 'carillon',
      fields: { rooms: 2, ok: true, name: 'Ann', none: null },
      callbackTime: 'at five',
    })
    await eventually(() => expect(words).toHaveLength(2))
    expect(words).toEqual([
      { verdict: { is: 'person', by: 'agent', how: 'said yes', afterMs: 2500 } },
      { fields: { rooms: '2', ok: 'true', name: 'Ann' }, callbackTime: 'at five' },
    ])
  })

  it('may be what was said, a summary and a cost', async () => {
    const { begin, words, kept, clock } = await open()
    const line = await begin()
    clock.advance(2500)
    const transcript = [
      { who: 'agent', text: 'Hello', offsetMs: 100 },
      { who: 'callee', text: 'Yes?' },
    ]
    line.say({ event: 'carillon', transcript, summary: 'short' })
    line.say({ event: 'carillon', cost: { amount: 0.0123456789, currency: 'USD', of: 'speech' } })
    await eventually(() => expect(kept).toHaveLength(2))
    const call = { id: callId, taskId, contactId }
    expect(kept).toEqual([
      [
        call,
        {
          lines: [
            { who: 'agent', text: 'Hello', offsetMs: 100 },
            { who: 'callee', text: 'Yes?', offsetMs: 2500 },
          ],
          summary: 'short',
        },
      ],
      [call, { costs: { speech: { amount: 0.012346, currency: 'USD' } } }],
    ])
    expect(words).toEqual([])
  })

  it('is completed by how it took turns, when it leaves', async () => {
    const { begin, kept, clock, media, ended, pass } = await open()
    const line = await begin()
    const talk = (ms: number, byte: number) => {
      for (let at = 0; at < ms; at += 20) {
        clock.advance(20)
        media.speak(Buffer.alloc(160, byte))
      }
    }
    talk(600, 0x80)
    talk(800, 0xff)
    line.saySound(Buffer.alloc(800, 0x80))
    line.say({ event: 'stop' })
    await eventually(() => expect(kept).toHaveLength(1))
    pass('playOutWithinMs')
    await ended()
    expect(kept).toEqual([
      [{ id: callId, taskId, contactId }, { pace: { turns: [800], talkedOver: 0, silences: 0 } }],
    ])
  })

  it('may be a command', async () => {
    const { begin, words } = await open()
    const line = await begin()
    line.say({ event: 'carillon', say: { text: 'Hello', language: 'en-GB' } })
    line.say({ event: 'carillon', sendDigits: '1*#' })
    line.say({ event: 'carillon', transfer: { to: 'tel:+49301', whisper: 'Ann calls.' }, hangup: false })
    line.say({ event: 'carillon', hangup: true })
    await eventually(() => expect(words).toHaveLength(4))
    expect(words.flatMap(({ commands = [] }) => commands)).toEqual([
      { do: 'say', text: 'Hello', language: 'en-GB' },
      { do: 'sendDigits', keys: '1*#' },
      {
        ...{ do: 'transfer', to: 'tel:+49301', timeoutSeconds: 30 },
        ...{ whisper: 'Ann calls.', acceptKey: '1' },
      },
      { do: 'hangup' },
    ])
  })

  it.each([
    [{ say: 'x' }, 'say must be an object'],
    [{ say: { text: ' ' } }, 'say.text must not be empty'],
    [{ sendDigits: 'abc' }, 'sendDigits may contain only the keys'],
    [{ hangup: 'yes' }, 'hangup must be true'],
    [{ transfer: { to: 'tel:1', timeout: 0 } }, 'transfer.timeout must be from 1 to 120 seconds'],
    [{ transfer: { to: 'tel:1' }, hangup: true }, 'hangup cannot be given beside transfer'],
    [{ verdict: 'martian' }, 'verdict must be one of'],
    [{ transcript: [{ who: 'dog', text: 'x' }] }, 'transcript[0].who must be one of agent, callee'],
  ])('that is wrong is answered with the reason: %j', async (word, reason) => {
    const { begin, words, kept } = await open()
    const line = await begin()
    line.say({ event: 'carillon', ...word })
    const { carillon, streamSid } = await line.next('carillon')
    expect(streamSid).toMatch(/^MZ/)
    expect(carillon).toEqual({ error: 'invalid', message: expect.stringContaining(reason) })
    expect([words, kept]).toEqual([[], []])
  })

  it('may come after the end of the call, until the agent closes the connection', async () => {
    const { begin, voice, words, ends, ended } = await open()
    const line = await begin()
    voice.close()
    await line.next('stop')
    expect(ends).toEqual([])
    line.say({ event: 'carillon', fields: { summary: 'confirmed' } })
    line.socket.close()
    expect(await ended()).toBe('done')
    expect(words).toEqual([{ fields: { summary: 'confirmed' } }])
  })

  it('is waited for only a while', async () => {
    const { begin, voice, pass, ended } = await open()
    const line = await begin()
    voice.close()
    await line.next('stop')
    pass('lastWordWithinMs')
    expect(await ended()).toBe('done')
    await eventually(() => expect(line.closeCode).toBe(1000))
  })

  it.each([
    [{ verdict: 'martian' }, 'verdict must be one of'],
    [{ fields: { a: {} } }, 'fields.a must be a text'],
    [{ fields: ['a'] }, 'fields must be an object'],
    [{ fields: { a: 'x\0y' } }, 'fields.a must not contain a NUL character'],
    [{ fields: { a: '\ud800' } }, 'fields.a must not contain'],
    [{ callbackTime: 'soon' }, 'callbackTime must be a time such as'],
  ])('is ignored if it is wrong, and the log names the field: %j', async (word, reason) => {
    const { begin, words, capture } = await open()
    const line = await begin()
    line.say({ event: 'carillon', ...word })
    line.say({ event: 'carillon', fields: { a: 'b' } })
    await eventually(() => expect(words).toEqual([{ fields: { a: 'b' } }]))
    expect(capture.text()).toContain(reason)
  })
})

describe('an agent that leaves', () => {
  it.each([
    ['closes the connection', 1000],
    ['goes away', 1001],
  ])('as agreed: %s; its last words are played to the end', async (_, code) => {
    const { begin, media, ended, ends } = await open()
    const line = await begin()
    const goodbye = sound(1600)
    line.saySound(goodbye)
    line.socket.close(code)
    await eventually(() => expect(media.queuedBytes()).toBe(1600))
    await eventually(() => expect(line.closeCode).toBe(code))
    media.play(1599)
    expect(ends).toEqual([])
    media.play()
    expect(await ended()).toBe('done')
    expect(media.played()).toEqual(goodbye)
  })

  it('by a message stop: it is told stop as well', async () => {
    const { begin, ended } = await open()
    const line = await begin()
    line.say({ event: 'stop' })
    expect(await ended()).toBe('done')
    await line.next('stop')
    await eventually(() => expect(line.closeCode).toBe(1000))
  })

  it('without a goodbye after its last word about the call, is done', async () => {
    const { begin, ended } = await open()
    const line = await begin()
    line.say({ event: 'carillon', verdict: 'person' })
    await new Promise<void>((resolve) => line.socket.ping(undefined, undefined, () => resolve()))
    line.socket.terminate()
    expect(await ended()).toBe('done')
  })

  it('before the call begins, has refused it', async () => {
    const { agent, voice, media, ended } = await open()
    const line = await agent.line()
    line.socket.close(1000)
    expect(await ended()).toBe('refused')
    // Too late: nothing happens.
    voice.start(media)
    voice.close()
    expect(line.heard.map(({ event }) => event)).not.toContain('start')
  })

  it('is done at once if the callee hangs up meanwhile', async () => {
    const { begin, media, ended, ends } = await open()
    const line = await begin()
    line.saySound(sound(8000))
    line.socket.close(1000)
    await eventually(() => expect(line.closeCode).toBe(1000))
    expect(ends).toEqual([])
    media.hangUp()
    expect(await ended()).toBe('done')
  })

  it('is done if its last words are not played in time', async () => {
    const { begin, timers, pass, ended } = await open()
    const line = await begin()
    line.saySound(sound(8000))
    line.say({ event: 'stop' })
    await eventually(() => expect([...timers].some(({ ms }) => ms === timing.playOutWithinMs)).toBe(true))
    pass('playOutWithinMs')
    expect(await ended()).toBe('done')
  })
})

describe('an agent that fails', () => {
  it.each([
    [401, 'it answered 401: it does not accept this caller'],
    [302, 'redirects are not followed'],
    [404, 'there is nothing at this path'],
    [500, 'it answered 500 instead of opening a WebSocket'],
  ])('refuses the connection with %i', async (refuses, reason) => {
    const { ended, capture } = await open({ agent: { refuses } })
    expect(await ended()).toBe('refused')
    expect(capture.text()).toContain(reason)
  })

  it('is not there', async () => {
    const { ended, capture } = await open({ url: 'ws://127.0.0.1:1/agent?token=private' })
    expect(await ended()).toBe('refused')
    expect(capture.text()).toContain('it cannot be reached (ECONNREFUSED)')
    // The query may have a key of the agent.
    expect(capture.text()).not.toContain('private')
  })

  it.each(['http://127.0.0.1:1/', 'nonsense', 'file:///etc/passwd'])('is no WebSocket: %s', async (url) => {
    const { ended, capture } = await open({ url })
    expect(await ended()).toBe('refused')
    expect(capture.text()).toContain('the address must begin with wss:// or ws://')
  })

  it.each([
    ['ws://169.254.169.254/latest/meta-data', 'the address is at 169.254.169.254, which is never called'],
    ['ws://10.1.2.3/agent', 'the address is at 10.1.2.3, inside your own network: AGENT_HOSTS must name it'],
    ['ws://user:word@127.0.0.1:1/agent', 'the address has a user name or a password in it'],
    ['ws://agent.example.com/', 'the address must begin with wss://'],
  ])('is where nothing is sent: %s', async (url, reason) => {
    const { ended, capture } = await open({ url })
    expect(await ended()).toBe('refused')
    expect(capture.text()).toContain(reason)
  })

  it('has a name that leads into your own network', async () => {
    const rules = { setting: 'AGENT_HOSTS', hosts: [], allowsUnencrypted: false }
    const { agent, ended, capture } = await open({ agent: {}, host: 'localhost', rules })
    expect(await ended()).toBe('refused')
    expect(capture.text()).toMatch(
      /localhost is at [\d.:]+, inside your own network: AGENT_HOSTS must name it/,
    )
    expect(agent.requests).toEqual([])
  })

  it('does not open the connection in time', async () => {
    const { agent, pass, ended } = await open({ agent: { isDeaf: true } })
    await eventually(() => expect(agent.requests).toHaveLength(1))
    pass('openWithinMs')
    expect(await ended()).toBe('refused')
  })

  it('closes the connection because it does not like the call', async () => {
    const { begin, ended } = await open()
    const line = await begin()
    line.socket.close(1008, 'who are you')
    expect(await ended()).toBe('refused')
  })

  it('sends nothing after the start', async () => {
    const { begin, pass, ended, capture } = await open()
    await begin()
    pass('speakWithinMs')
    expect(await ended()).toBe('silent')
    expect(capture.text()).toContain('it sent nothing for 2 ms after the start')
  })

  it('is not silent if it has sent anything', async () => {
    const { begin, media, pass, ends } = await open()
    const line = await begin()
    line.saySound(sound(160))
    await eventually(() => expect(media.sentBytes()).toBe(160))
    pass('speakWithinMs')
    expect(ends).toEqual([])
  })

  it('does not answer pings', async () => {
    const { begin, pass, ended, timers } = await open()
    const line = await begin()
    const isPingDue = () => expect([...timers].some(({ ms }) => ms === timing.pingEveryMs)).toBe(true)
    isPingDue()
    line.socket.pause()
    // The answer to the first ping may have come before.
    pass('pingEveryMs')
    pass('pingEveryMs')
    expect(await ended()).toBe('silent')
  })

  it('does not take the audio', async () => {
    const { begin, media, ended, capture, ends } = await open()
    const line = await begin()
    line.socket.pause()
    for (let seconds = 0; seconds < 3600 && ends.length === 0; seconds += 1) media.speak(sound(8000))
    expect(await ended()).toBe('silent')
    expect(capture.text()).toContain('it does not take the audio')
  })

  it.each([
    ['its process is killed', undefined],
    ['it restarts', 1012],
    ['it has an error', 1011],
  ])('dies in the middle: %s', async (_, code) => {
    const { begin, media, ended, capture } = await open()
    const line = await begin()
    line.saySound(sound(1600))
    await eventually(() => expect(media.sentBytes()).toBe(1600))
    if (code === undefined) line.socket.terminate()
    else line.socket.close(code)
    expect(await ended()).toBe('died')
    expect(capture.text()).toContain('the voice agent broke the connection; its call goes on without it')
  })

  it.each([
    [
      'a message of 70 kB that is not audio',
      JSON.stringify({ event: 'carillon', fields: { a: 'x'.repeat(70_000) } }),
    ],
    [
      'a message of 70 kB that only looks like audio',
      JSON.stringify({ event: 'media', media: { payload: 'AAAA' }, more: 'x'.repeat(70_000) }),
    ],
  ])('is told and ended: %s', async (_, text) => {
    const { begin, ended, words } = await open()
    const line = await begin()
    line.socket.send(text)
    expect(await ended()).toBe('died')
    expect((await line.next('carillon')).carillon).toMatchObject({ error: 'too_much', message: /64 kB/ })
    await eventually(() => expect(line.closeCode).toBe(1008))
    expect(words).toEqual([])
  })

  it('may send minutes of audio in one message', async () => {
    const { begin, media } = await open()
    const line = await begin()
    line.saySound(sound(1_000_000))
    await eventually(() => expect(media.sentBytes()).toBe(1_000_000))
  })

  it('is told and ended: more than 100 words a second', async () => {
    const { begin, ended, words, clock } = await open()
    const line = await begin()
    const say = (count: number) => {
      for (let index = 0; index < count; index += 1)
        line.say({ event: 'carillon', fields: { index: String(index) } })
    }
    say(100)
    await eventually(() => expect(words).toHaveLength(100))
    clock.advance(1000)
    say(5000)
    expect(await ended()).toBe('died')
    expect((await line.next('carillon')).carillon).toMatchObject({ error: 'too_much' })
    await eventually(() => expect(line.closeCode).toBe(1008))
    expect(words).toHaveLength(200)
  })

  it('is told and ended: more than 10,000 messages a second, also of audio', async () => {
    const { begin, ended } = await open()
    const line = await begin()
    const say = (count: number) => {
      for (let index = 0; index < count; index += 1) line.say({ event: 'clear' })
    }
    say(10_001)
    expect(await ended()).toBe('died')
    expect((await line.next('carillon')).carillon).toMatchObject({ error: 'too_much', message: /10000/ })
    await eventually(() => expect(line.closeCode).toBe(1008))
  })

  it.each([
    ['a frame of 20 MB', Buffer.from([0x82, 0x7f, 0, 0, 0, 0, 1, 0x40, 0, 0])],
    ['reserved bits', Buffer.from([0xf2, 0x00])],
  ])('has died at once: %s', async (_, bytes) => {
    const { agent, begin, ended } = await open()
    await begin()
    // It neither reads on nor answers.
    agent.writeRaw(bytes)
    expect(await ended()).toBe('died')
  })

  it('dies before its first word in the call: what it reported before the answer was not its last word', async () => {
    const { agent, begin, words, ended } = await open()
    const line = await agent.line()
    line.say({ event: 'carillon', fields: { state: 'ready' } })
    await eventually(() => expect(words).toHaveLength(1))
    await begin()
    line.socket.terminate()
    expect(await ended()).toBe('died')
  })

  it('is told once, also to a listener that comes later', async () => {
    const { voice, ended, ends } = await open({ agent: { refuses: 403 } })
    await ended()
    const late: AgentEnd[] = []
    voice.onEnd((how) => late.push(how))
    voice.close()
    expect({ ends, late }).toEqual({ ends: ['refused'], late: [] })
  })

  it('leaves no timer behind', async () => {
    const { begin, timers, ended } = await open()
    const line = await begin()
    line.socket.terminate()
    await ended()
    expect([...timers]).toEqual([])
  })

  it('leaves no timer behind if the callee has hung up before the audio is connected', async () => {
    const { agent, voice, media, timers, ends } = await open()
    const line = await agent.line()
    await line.next('connected')
    voice.start({ ...media, onClose: (listener) => listener() })
    expect(ends).toEqual(['done'])
    await eventually(() => expect(line.closeCode).toBe(1000))
    await eventually(() => expect([...timers]).toEqual([]))
  })
})
