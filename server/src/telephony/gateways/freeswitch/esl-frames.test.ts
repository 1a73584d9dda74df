import { FreeSwitchClient } from 'esl-lite'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ESL_PASSWORD, startEslServer } from '../../../../test/support/esl-server.ts'
import { createFrameReader, type EslFrame } from './esl-frames.ts'

const stream = Buffer.from(
  'Content-Type: auth/request\n\n' +
    'Content-Type: command/reply\nReply-Text: +OK accepted: really\n\n' +
    'Content-Length: 15\nContent-Type: text/event-json\n\n{"a":"ü\\n\\n"}\n' +
    'Content-Type: api/response\nContent-Length: 0\n\n' +
    'Content-Type: api/response\nContent-Length: 5\n\ntrue\n' +
    'Content-Type: command/reply\nReply-Text: -ERR\n\n',
)

function read(...pieces: Buffer[]): EslFrame[] {
  const frames: EslFrame[] = []
  const take = createFrameReader((frame) => frames.push(frame))
  for (const piece of pieces) take(piece)
  return frames
}

describe('frames of the event socket', () => {
  const whole = read(stream)

  it('are headers and a body', () => {
    expect(whole.map(({ headers, body }) => [headers.get('content-type'), body])).toEqual([
      ['auth/request', ''],
      ['command/reply', ''],
      ['text/event-json', '{"a":"ü\\n\\n"}\n'],
      ['api/response', ''],
      ['api/response', 'true\n'],
      ['command/reply', ''],
    ])
    expect(whole[1]?.headers.get('reply-text')).toBe('+OK accepted: really')
  })

  it('are the same wherever the stream is cut', () => {
    for (let cut = 1; cut < stream.length; cut += 1)
      expect(read(stream.subarray(0, cut), stream.subarray(cut)), `cut at ${cut}`).toEqual(whole)
    expect(read(...[...stream].map((byte) => Buffer.from([byte])))).toEqual(whole)
  })

  it.each(['Content-Length: x\n\n', 'Content-Length: 999999999\n\n'])('cannot be %j', (text) => {
    expect(() => read(Buffer.from(text))).toThrow('too long')
  })
})

describe('the FreeSWITCH of the tests', () => {
  it('is understood by a client that others wrote', async () => {
    const server = await startEslServer()
    const client = new FreeSwitchClient({
      port: server.port,
      password: ESL_PASSWORD,
      logger: pino({ level: 'silent' }),
    })
    onTestFinished(() => client.end())
    const ended = client.onceAsync('CHANNEL_HANGUP_COMPLETE')
    // Its subscriptions and this command are sent one after the other.
    const job = client.bgapi('originate {origination_uuid=abc}sofia/gateway/trunk/101 &park', 5000)
    await expect.poll(() => server.originates.length, { timeout: 5000 }).toBe(1)
    await server.pass(5000)
    const outcome = await job
    expect(outcome).not.toBeInstanceOf(Error)
    if (outcome instanceof Error) return
    expect(outcome.body.response).toMatch(/^-ERR USER_BUSY/)
    const [event] = await ended
    expect(event.body.data).toMatchObject({ 'Unique-ID': 'abc', 'Hangup-Cause': 'USER_BUSY' })
  })
})
