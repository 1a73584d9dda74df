import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../../../../../test/support/eventually.ts'
import { openMediaSocket } from './media-socket.ts'

const SECOND = 8000

/** An Asterisk that keeps everything it gets, and plays nothing until it is told. */
async function open({ isJson = true } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'media' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  let closes = 0
  const { media, opened } = openMediaSocket({
    url: `ws://127.0.0.1:${port}/media/1`,
    openWithinMs: 5000,
    onClosed: () => {
      closes += 1
    },
  })
  const [asterisk] = (await accepted) as [WebSocket]
  onTestFinished(async () => {
    media.close()
    server.close()
    await once(server, 'close')
  })
  await opened
  const commands: string[] = []
  const waiting: string[] = []
  let bytes = 0
  asterisk.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      bytes += data.length
      return
    }
    const text = String(data)
    const { command, correlation_id: id } = text.startsWith('{')
      ? (JSON.parse(text) as { command: string; correlation_id?: string })
      : { command: text.split(' ')[0] ?? '', correlation_id: text.split(' ')[1] }
    if (command === 'MARK_MEDIA') waiting.push(id ?? '')
    else commands.push(command)
  })
  const say = (event: string, id?: string) =>
    asterisk.send(
      isJson
        ? JSON.stringify({ event, ...(id && { correlation_id: id }) })
        : `${event}${id ? ` correlation_id:${id}` : ''}`,
    )
  const marks: string[] = []
  media.onMark((name) => marks.push(name))
  /** Everything that was sent has arrived. */
  async function settle(): Promise<void> {
    const pong = once(asterisk, 'pong')
    asterisk.ping()
    await pong
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    asterisk,
    media,
    marks,
    commands,
    say,
    settle,
    closes: () => closes,
    bytes: () => bytes,
    /** Plays everything it has, up to the last mark. */
    async play(): Promise<void> {
      for (const id of waiting.splice(0)) say('MEDIA_MARK_PROCESSED', id)
      await settle()
    },
  }
}

it('sends nothing before Asterisk is ready, and then as much as fits: nothing is lost of 30 seconds', async () => {
  const { media, marks, bytes, say, settle, play } = await open()
  media.send(new Uint8Array(30 * SECOND))
  media.mark('end')
  await settle()
  expect(bytes()).toBe(0)
  say('MEDIA_START')
  await eventually(() => expect(bytes()).toBe(6 * SECOND))
  for (let parts = 0; parts < 10; parts += 1) await play()
  await eventually(() => expect(bytes()).toBe(30 * SECOND))
  await eventually(async () => {
    await play()
    expect(marks).toEqual(['end'])
  })
})

it('holds back while the queue is full', async () => {
  const { media, bytes, say, settle } = await open()
  say('MEDIA_START')
  say('MEDIA_XOFF')
  await settle()
  media.send(new Uint8Array(160))
  await settle()
  expect(bytes()).toBe(0)
  say('MEDIA_XON')
  await eventually(() => expect(bytes()).toBe(160))
})

it('reaches marks in order, and all of them at once when the audio is cleared', async () => {
  const { media, marks, commands, say, settle, play } = await open()
  say('MEDIA_START')
  await settle()
  media.send(new Uint8Array(160))
  media.mark('first')
  await settle()
  await play()
  expect(marks).toEqual(['first'])
  media.send(new Uint8Array(20 * SECOND))
  media.mark('second')
  media.mark('third')
  media.clear()
  expect(marks).toEqual(['first', 'second', 'third'])
  await settle()
  expect(commands.at(-1)).toBe('FLUSH_MEDIA')
  // A mark that comes late is not told twice.
  await play()
  expect(marks).toHaveLength(3)
})

it('plays the rest of audio that does not fill a frame', async () => {
  const { media, commands, say, settle } = await open()
  say('MEDIA_START')
  await settle()
  media.send(new Uint8Array(200))
  await eventually(() => expect(commands).toEqual(['START_MEDIA_BUFFERING', 'STOP_MEDIA_BUFFERING']))
})

it('speaks plain text with an Asterisk that has no JSON', async () => {
  const { media, marks, bytes, say, settle, play } = await open({ isJson: false })
  say('MEDIA_START connection_id:7 optimal_frame_size:160')
  await settle()
  media.send(new Uint8Array(160))
  media.mark('end')
  await eventually(() => expect(bytes()).toBe(160))
  await settle()
  await play()
  expect(marks).toEqual(['end'])
})

it('hands on what the callee says, also what came before anybody listened, and ends with the socket', async () => {
  const { asterisk, media, settle, closes } = await open()
  asterisk.send(Buffer.from([1, 2]))
  await settle()
  const heard: number[] = []
  let isClosed = false
  media.onAudio((audio) => heard.push(...audio))
  media.onClose(() => {
    isClosed = true
  })
  asterisk.send(Buffer.from([3]))
  await settle()
  expect(heard).toEqual([1, 2, 3])
  asterisk.close()
  await eventually(() => expect(isClosed).toBe(true))
  expect(closes()).toBe(1)
  media.send(new Uint8Array(160))
})
