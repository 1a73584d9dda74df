// A small Asterisk: its REST interface and its event socket, and a phone network behind it that does what the last digit
// says, in a time of its own. The frames of its events have the form of recorded ones.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface FakeAri {
  url: string
  /** Requests that arrived, as `POST /channels`. */
  requests: { line: string; body: Record<string, unknown> }[]
  /** The most requests that were under way at the same time. */
  maxConcurrent(): number
  /** How many calls were placed under this id. */
  placed(id: string): number
  /** Lets the phones' time pass, and waits until everybody has heard of what happened. */
  pass(ms: number): Promise<void>
  /** Sends a frame as it is. */
  send(frame: object): Promise<void>
  /** What was sent has been heard, and what was asked for in answer has been done. */
  settle(): Promise<void>
  /** The next requests like this are answered with what is returned, or not at all. */
  answer(line: RegExp, reply: FakeReply): void
  /** Requests that wait are answered as usual. */
  release(): void
  /** As after a crash: no connection, and no call is left. */
  crash(): Promise<void>
  /** Only the event sockets are gone, and the next ones are refused until `openEvents`. */
  closeEvents(): void
  openEvents(): void
  /** Event sockets stay open and say nothing, not even to pings. */
  freezeEvents(): void
  /** After a crash: a new process on the same port. */
  restart(): Promise<void>
  setTrunk(state: 'online' | 'offline', isAnnounced?: boolean): Promise<void>
  /** Whether the dialplan has the places that answered calls go to. */
  setDialplan(isThere: boolean): void
  /** The modules that it says it runs; without this it does not say. */
  setModules(names: readonly string[]): void
  /** The channels and bridges that are there. */
  channels(): string[]
  bridges(): string[]
  /** The applications that have a socket. */
  apps(): string[]
  /** The application that a call waits in. */
  appOf(id: string): string | undefined
  /** Whether sounds can be played; `sound:nothing` never can. In a call only: sounds on trial are fine all the same. */
  setSounds(state: 'fine' | 'broken' | 'broken in calls'): void
  /** What HANGUPCAUSE_KEYS() says of calls: empty if the trunk has not confirmed them. Without this it is not known. */
  setConfirmations(keys: string): void
  /** The callee of a call hangs up. */
  hangUpAtFarEnd(id: string): Promise<void>
  /** Somebody calls by the trunk: the dialplan sends the call to the application that it was told, or refuses it. */
  callIn(id: string, call: { from: string; dialed: string; to?: string }): Promise<void>
  /** The causes with which channels were ended on request. */
  reasons: Map<string, string | null>
  /** What the phone network does to a number instead of what its last digit says. */
  script(number: string, frames: readonly object[]): void
  close(): Promise<void>
}

type FakeReply = { status: number; body?: object } | 'hang up' | 'say nothing' | 'wait' | 'as usual'

interface FakeAriOptions {
  username: string
  password: string
  trunk: string
  /** Whether Asterisk asks the trunk now and then. */
  isQualified?: boolean
}

interface FakeChannel {
  id: string
  state: 'Down' | 'Ring' | 'Ringing' | 'Up'
  app: string | undefined
  isOver: boolean
  /** The channel that this one listens to. */
  spied?: string
  variables?: Record<string, string>
}

const ANSWER_MS = 1000
const TALK_MS = 3000
const RING_OUT_MS = 3000
const SOUND_MS = 1500
const NOT_FOUND: FakeReply = { status: 404, body: { message: 'not found' } }
const NOT_IN_APPLICATION: FakeReply = { status: 409, body: { message: 'Channel not in Stasis application' } }

export async function startFakeAri(options: FakeAriOptions): Promise<FakeAri> {
  const expected = `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`
  const sockets = new Set<Socket>()
  const events = new Map<string, WebSocket>()
  const channels = new Map<string, FakeChannel>()
  /** What is being played or recorded, and on which channel or bridge. */
  const playbacks = new Map<string, string>()
  const recordings = new Map<string, string>()
  const stored = new Set<string>()
  const bridges = new Map<string, string[]>()
  const counts = new Map<string, number>()
  const scripts = new Map<string, readonly object[]>()
  const globals = new Map<string, string>()
  const reasons = new Map<string, string | null>()
  const replies: { line: RegExp; reply: FakeReply }[] = []
  const requests: FakeAri['requests'] = []
  const wsServer = new WebSocketServer({ noServer: true, autoPong: false })
  let timers: { atMs: number; run: () => void }[] = []
  let nowMs = Date.UTC(2026, 5, 10, 8)
  let trunkState: 'online' | 'offline' = 'online'
  let hasDialplan = true
  let sounds: Parameters<FakeAri['setSounds']>[0] = 'fine'
  let modules: readonly string[] | undefined
  let confirmations: string | undefined
  let takesEvents = true
  let isFrozen = false
  let waiting: (() => void)[] = []
  let busy = 0
  let maxConcurrent = 0
  let server: Server
  let port = 0

  const later = (ms: number, run: () => void) => timers.push({ atMs: nowMs + ms, run })
  const stamp = () => new Date(nowMs).toISOString().replace('Z', '+0000')
  const endpoint = () => ({ technology: 'PJSIP', resource: options.trunk, state: trunkState })

  function emit(frame: object): void {
    if (isFrozen) return
    for (const socket of events.values()) socket.send(JSON.stringify({ timestamp: stamp(), ...frame }))
  }

  function describeChannel({ id, state, app }: FakeChannel) {
    return { id, state, dialplan: { app_name: app === undefined ? 'Dial' : 'Stasis' } }
  }

  function setState(channel: FakeChannel, state: 'Ringing' | 'Up'): void {
    if (channel.isOver) return
    channel.state = state
    const peer = { id: channel.id, name: `PJSIP/${options.trunk}-00000000`, state }
    emit({ type: 'ChannelStateChange', channel: peer })
    emit({ type: 'Dial', dialstatus: state === 'Up' ? 'ANSWER' : 'RINGING', peer })
    if (state === 'Up' && channel.app !== undefined) enterApp(channel, channel.app)
  }

  /** Only who asked under that name hears of it; if nobody did, the call is over. */
  function enterApp(channel: FakeChannel, application: string): void {
    const peer = { id: channel.id, name: `PJSIP/${options.trunk}-00000000`, state: channel.state }
    const start = { type: 'StasisStart', args: [], channel: peer, application }
    channel.app = application
    if (!events.has(application)) destroy(channel, 16)
    else if (!isFrozen) events.get(application)?.send(JSON.stringify({ timestamp: stamp(), ...start }))
  }

  function destroy(channel: FakeChannel, cause: number, tech?: number): void {
    if (channel.isOver) return
    channel.isOver = true
    channels.delete(channel.id)
    const { id, state } = channel
    emit({ type: 'ChannelHangupRequest', channel: { id, state } })
    // As Asterisk does it: a sound that a hang-up cuts off has failed.
    for (const [playback, target] of playbacks) if (target === id) endPlayback(playback, 'failed')
    for (const [name, target] of recordings) if (target === id) endRecording(name)
    for (const members of bridges.values()) if (members.includes(id)) members.splice(members.indexOf(id), 1)
    for (const other of channels.values()) if (other.spied === id) destroy(other, 16)
    const last = { cause, cause_txt: 'as it is', ...(tech !== undefined && { tech_cause: tech }) }
    emit({ type: 'ChannelDestroyed', ...last, channel: { id, name: 'PJSIP/trunk-00000000', state } })
  }

  function refuse(channel: FakeChannel, dialstatus: string, cause: number, tech: number): void {
    emit({ type: 'Dial', dialstatus, peer: { id: channel.id, state: 'Down' } })
    destroy(channel, cause, tech)
  }

  function ring(channel: FakeChannel, number: string): void {
    const frames = scripts.get(number)
    if (frames) {
      for (const frame of frames) emit(JSON.parse(JSON.stringify(frame).replaceAll('{id}', channel.id)))
      if (frames.some((frame) => 'type' in frame && frame.type === 'ChannelDestroyed')) {
        channel.isOver = true
        channels.delete(channel.id)
      }
      return
    }
    const digit = Number(number.at(-1))
    if (digit === 0 || digit === 5 || digit === 3) setState(channel, 'Ringing')
    if (digit === 0 || digit === 5) later(ANSWER_MS, () => setState(channel, 'Up'))
    if (digit === 0) later(ANSWER_MS + TALK_MS, () => destroy(channel, 0))
    if (digit === 5 && channel.app === undefined) later(ANSWER_MS + TALK_MS, () => destroy(channel, 16))
    if (digit === 3) later(RING_OUT_MS, () => destroy(channel, 19, 480))
    if (digit === 1) refuse(channel, 'BUSY', 17, 486)
    if (digit === 2) refuse(channel, 'NOANSWER', 1, 404)
    // Nobody says anything, until it is given up.
    if (digit === 9) later(RING_OUT_MS, () => destroy(channel, 19, 480))
  }

  function originate(body: Record<string, unknown>): FakeReply {
    const id = String(body['channelId'])
    if (channels.has(id))
      return { status: 409, body: { message: 'Channel with given unique ID already exists' } }
    const dialed = String(body['endpoint'])
    if (trunkState === 'offline' || !dialed.endsWith(`@${options.trunk}`))
      return { status: 500, body: { error: 'Allocation failed' } }
    counts.set(id, (counts.get(id) ?? 0) + 1)
    const app = typeof body['app'] === 'string' ? body['app'] : undefined
    const variables = (body['variables'] ?? {}) as Record<string, string>
    const channel: FakeChannel = { id, state: 'Down', app, isOver: false, variables }
    channels.set(id, channel)
    emit({ type: 'Dial', dialstatus: '', dialstring: dialed, peer: { id, state: 'Down' } })
    ring(channel, dialed.slice(dialed.indexOf('/') + 1, dialed.indexOf('@')))
    return { status: 200, body: { id, state: 'Down' } }
  }

  function callIn(
    id: string,
    { from, dialed, to = dialed }: { from: string; dialed: string; to?: string },
  ): void {
    const application = globals.get(`INBOUND_${options.trunk}`) ?? ''
    const variables = { 'CHANNEL(pjsip,local_uri)': `sip:${to}@example.com` }
    const channel: FakeChannel = { id, state: 'Ring', app: application, isOver: false, variables }
    channels.set(id, channel)
    if (!events.has(application)) {
      destroy(channel, 34)
      return
    }
    const described = {
      ...{ id, name: `PJSIP/${options.trunk}-00000000`, state: 'Ring', caller: { name: '', number: from } },
      dialplan: { context: 'from-trunk', exten: dialed, priority: 2, app_name: 'Stasis' },
    }
    emit({ type: 'StasisStart', args: ['inbound'], channel: described, application })
  }

  /** What can be asked of a call that nobody has answered. */
  function beforeAnswer(channel: FakeChannel, verb: string, query: URLSearchParams): FakeReply {
    if (verb === 'variable')
      channel.variables = { ...channel.variables, [query.get('variable') ?? '']: query.get('value') ?? '' }
    else if (verb === 'answer') {
      channel.state = 'Up'
      emit({ type: 'ChannelStateChange', channel: { id: channel.id, state: 'Up' } })
    } else if (verb !== 'ring') return NOT_FOUND
    return { status: 204 }
  }

  function play(id: string, playback: string, media: string): FakeReply {
    const channel = channels.get(id)
    if (!channel) return { status: 404, body: { message: 'Channel not found' } }
    if (channel.app === undefined || channel.state !== 'Up') return NOT_IN_APPLICATION
    return startPlayback(playback, id, media.includes('nothing') || sounds !== 'fine')
  }

  /** In a bridge, where nobody hears it. */
  function playOnTrial(playback: string, bridge: string, media: string): FakeReply {
    return startPlayback(playback, bridge, media === 'sound:nothing' || sounds === 'broken')
  }

  function startPlayback(id: string, target: string, isBroken: boolean): FakeReply {
    playbacks.set(id, target)
    if (isBroken) endPlayback(id, 'failed')
    else later(SOUND_MS, () => endPlayback(id, 'done'))
    return { status: 201, body: { id, state: 'queued' } }
  }

  function endPlayback(id: string, state: 'done' | 'failed'): boolean {
    const isThere = playbacks.delete(id)
    if (isThere) emit({ type: 'PlaybackFinished', playback: { id, state } })
    return isThere
  }

  function endRecording(name: string): boolean {
    const target = recordings.get(name)
    if (target === undefined) return false
    recordings.delete(name)
    stored.add(name)
    emit({ type: 'RecordingFinished', recording: { name, state: 'done', target_uri: `channel:${target}` } })
    return true
  }

  /** What can be asked of a call in an application, beside playing. */
  function control(
    channel: FakeChannel,
    verb: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ) {
    if (channel.app === undefined || channel.state !== 'Up') return NOT_IN_APPLICATION
    if (verb === 'move') enterApp(channel, query.get('app') ?? '')
    else if (verb === 'continue') channel.app = undefined
    else if (verb === 'record') recordings.set(String(body['name']), channel.id)
    else if (verb.startsWith('snoop/')) {
      const id = verb.slice('snoop/'.length)
      const snoop: FakeChannel = { id, state: 'Up', app: undefined, isOver: false, spied: channel.id }
      channels.set(id, snoop)
      enterApp(snoop, String(body['app']))
    } else if (verb !== 'ring' && verb !== 'dtmf') return NOT_FOUND
    return { status: 204 }
  }

  function addToBridge(id: string, members: unknown): FakeReply {
    const bridge = bridges.get(id)
    const added = Array.isArray(members) ? members.map(String) : []
    if (!bridge) return NOT_FOUND
    if (added.some((each) => channels.get(each)?.app === undefined))
      return { status: 422, body: { message: 'Channel not in Stasis application' } }
    bridge.push(...added)
    return { status: 204 }
  }

  function createChannel(body: Record<string, unknown>): FakeReply {
    const id = String(body['channelId'])
    const app = String(body['app'])
    if (events.has(app)) channels.set(id, { id, state: 'Down', app, isOver: false })
    return { status: 200, body: { id, state: 'Down' } }
  }

  function respond(
    method: string,
    { pathname: path, searchParams: query }: { pathname: string; searchParams: URLSearchParams },
    body: Record<string, unknown>,
  ): FakeReply {
    const [, kind, id = '', verb = ''] =
      /^\/(channels|playbacks|bridges|recordings\/live|recordings\/stored)\/([^/]+)(?:\/(.*))?/.exec(path) ??
      []
    const media = query.get('media') ?? String(body['media'] ?? '')
    const notFound = NOT_FOUND
    if (method === 'GET' && path === '/asterisk/info')
      return { status: 200, body: { system: { version: '22.0.0' } } }
    if (method === 'PUT' && /^\/applications\/[^/]+\/eventFilter$/.test(path))
      return { status: 200, body: {} }
    if (method === 'GET' && path === `/endpoints/PJSIP/${options.trunk}`)
      return { status: 200, body: { ...endpoint(), channel_ids: [...channels.keys()] } }
    if (method === 'GET' && path === `/asterisk/config/dynamic/res_pjsip/endpoint/${options.trunk}`)
      return { status: 200, body: [{ attribute: 'aors', value: options.trunk }] }
    if (method === 'GET' && path === `/asterisk/config/dynamic/res_pjsip/aor/${options.trunk}`)
      return {
        status: 200,
        body: [{ attribute: 'qualify_frequency', value: options.isQualified === false ? '0' : '10' }],
      }
    if (method === 'GET' && path === '/channels')
      return { status: 200, body: [...channels.values()].map(describeChannel) }
    if (method === 'POST' && path === '/channels') return originate(body)
    if (method === 'POST' && path === '/channels/create') return createChannel(body)
    if (method === 'GET' && path === `/channels/${id}/variable` && channels.has(id)) {
      const name = query.get('variable') ?? ''
      if (name === 'HANGUPCAUSE_KEYS()')
        return confirmations === undefined
          ? { status: 500, body: { message: 'Unable to read provided function' } }
          : { status: 200, body: { value: confirmations } }
      const value = channels.get(id)?.variables?.[name]
      return { status: 200, body: { value: value ?? (hasDialplan ? '1' : '0') } }
    }
    if (method === 'GET' && path === '/asterisk/modules' && modules)
      return { status: 200, body: modules.map((name) => ({ name, status: 'Running' })) }
    if (method === 'POST' && path === '/bridges') {
      bridges.set(String(body['bridgeId']), [])
      return { status: 200, body: {} }
    }
    if (method === 'GET' && path === '/bridges')
      return {
        status: 200,
        body: [...bridges].map(([bridge, members]) => ({ id: bridge, channels: members })),
      }
    if (method === 'POST' && kind === 'bridges' && verb === 'addChannel')
      return addToBridge(id, body['channel'])
    if (kind === 'recordings/live') {
      if (method === 'POST') return endRecording(id) ? { status: 204 } : notFound
      return recordings.has(id) ? { status: 200, body: { name: id } } : notFound
    }
    if (kind === 'recordings/stored') {
      if (method === 'DELETE') return stored.delete(id) ? { status: 204 } : notFound
      return stored.has(id) ? { status: 200, body: { recorded: id } } : notFound
    }
    if (method === 'DELETE' && path === `/bridges/${id}`)
      return bridges.delete(id) ? { status: 204 } : notFound
    if (method === 'POST' && path.startsWith(`/bridges/${id}/play/`) && bridges.has(id))
      return playOnTrial(path.split('/').at(-1) ?? '', id, media)
    if (method === 'DELETE' && path.startsWith('/playbacks/'))
      return endPlayback(id, 'done') ? { status: 204 } : notFound
    if (method === 'POST' && path.includes('/play/')) return play(id, path.split('/').at(-1) ?? '', media)
    if (method === 'GET' && path.startsWith('/playbacks/'))
      return playbacks.has(id) ? { status: 200, body: { id, state: 'playing' } } : notFound
    if (method === 'GET' && path === '/sounds/hello-world')
      return { status: 200, body: { id: 'hello-world' } }
    if (method === 'GET' && path.startsWith('/asterisk/modules/') && !path.endsWith('/chan_sip.so'))
      return { status: 200, body: {} }
    if (method === 'POST' && path === '/asterisk/variable') {
      globals.set(query.get('variable') ?? '', query.get('value') ?? '')
      return { status: 204 }
    }
    const channel = channels.get(id)
    if (kind === 'channels' && channel?.state === 'Ring' && verb !== '')
      return beforeAnswer(channel, verb, query)
    if (kind === 'channels' && channel && verb !== '') return control(channel, verb, query, body)
    if (method === 'DELETE' && channel) {
      reasons.set(id, query.get('reason_code'))
      later(0, () => destroy(channel, 16))
      runDue(nowMs)
      return { status: 204 }
    }
    return notFound
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    busy += 1
    maxConcurrent = Math.max(maxConcurrent, busy)
    response.once('close', () => {
      busy -= 1
    })
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
    const path = pathname.replace(/^\/ari/, '')
    const line = `${request.method} ${path}`
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    requests.push({ line, body })
    const special = replies.findIndex((each) => each.line.test(line))
    const planned = special === -1 ? 'as usual' : replies.splice(special, 1)[0]?.reply
    if (request.headers.authorization !== expected) {
      reply(response, { status: 401, body: { message: 'Authentication required' } })
      return
    }
    if (planned === 'wait') await new Promise<void>((resolve) => waiting.push(resolve))
    if (planned === 'hang up') request.socket.destroy()
    else if (planned === 'say nothing') busy -= 1
    else if (planned === 'as usual' || planned === 'wait' || planned === undefined)
      reply(response, respond(request.method ?? '', { pathname: path, searchParams }, body))
    else reply(response, planned)
  }

  function reply(response: ServerResponse, given: FakeReply): void {
    if (typeof given === 'string') return
    response.writeHead(given.status, { 'content-type': 'application/json' })
    response.end(given.body === undefined ? undefined : JSON.stringify(given.body))
  }

  function runDue(untilMs: number): void {
    for (;;) {
      timers.sort((a, b) => a.atMs - b.atMs)
      const next = timers[0]
      if (!next || next.atMs > untilMs) break
      timers.shift()
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
    }
    nowMs = Math.max(nowMs, untilMs)
  }

  /** A pong comes after everything that was sent before the ping has been handled. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      const open = [...events.values()]
      await Promise.all(open.map(untilHeard))
      await new Promise((resolve) => setImmediate(resolve))
      if (busy > 0) quiet = -1
    }
  }

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy())
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.on('upgrade', (request, socket, head) => {
      const { searchParams } = new URL(request.url ?? '', 'http://fake')
      if (request.headers.authorization !== expected) {
        socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
        return
      }
      if (!takesEvents) {
        socket.destroy()
        return
      }
      wsServer.handleUpgrade(request, socket, head, (opened) => {
        const apps = (searchParams.get('app') ?? '').split(',')
        // As Asterisk does it: who comes later takes the events, and the earlier socket stays open without any.
        for (const app of apps) events.set(app, opened)
        opened.on('error', () => undefined)
        opened.on('ping', (data) => {
          if (!isFrozen) opened.pong(data)
        })
        opened.on('close', () => {
          // The name goes with whoever had it, even if somebody else has it by now.
          for (const app of apps) events.delete(app)
        })
      })
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function crash(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
    busy = 0
    events.clear()
    channels.clear()
    playbacks.clear()
    recordings.clear()
    bridges.clear()
    timers = []
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    maxConcurrent: () => maxConcurrent,
    placed: (id) => counts.get(id) ?? 0,
    settle,
    async pass(ms) {
      await settle()
      runDue(nowMs + ms)
      await settle()
      // What was asked for in answer may have set something going.
      runDue(nowMs)
      await settle()
    },
    async send(frame) {
      emit(frame)
      await settle()
    },
    answer: (line, given) => replies.push({ line, reply: given }),
    release() {
      for (const goOn of waiting) goOn()
      waiting = []
    },
    crash,
    closeEvents() {
      takesEvents = false
      for (const socket of events.values()) socket.terminate()
    },
    openEvents() {
      takesEvents = true
      isFrozen = false
    },
    freezeEvents() {
      isFrozen = true
    },
    async restart() {
      isFrozen = false
      await listen()
    },
    async setTrunk(state, isAnnounced = true) {
      trunkState = state
      if (isAnnounced) emit({ type: 'PeerStatusChange', endpoint: endpoint(), peer: {} })
      await settle()
    },
    setDialplan(isThere) {
      hasDialplan = isThere
    },
    setConfirmations(keys) {
      confirmations = keys
    },
    setModules(names) {
      modules = names
    },
    channels: () => [...channels.keys()],
    bridges: () => [...bridges.keys()],
    apps: () => [...events.keys()],
    appOf: (id) => channels.get(id)?.app,
    setSounds(state) {
      sounds = state
    },
    async hangUpAtFarEnd(id) {
      const channel = channels.get(id)
      if (channel) destroy(channel, 16)
      await settle()
    },
    script: (number, frames) => scripts.set(number, frames),
    reasons,
    async callIn(id, call) {
      callIn(id, call)
      await settle()
    },
    close: crash,
  }
}

async function untilHeard(socket: WebSocket): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const heard = Promise.race([once(socket, 'pong', { signal }), once(socket, 'close', { signal })])
  socket.ping()
  await heard
  over.abort()
}
