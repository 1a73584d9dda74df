// A FreeSWITCH as its event socket shows it, with what version 1.10 was seen to say: the password, commands and their
// replies, events as JSON, hangup causes. The last digit of a number decides how its call goes, in a time that only passes when
// a test says so. A channel exists once under an id, and is forgotten with its end.

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export const ESL_PASSWORD = 'password of the tests'

/** By the last digit: what FreeSWITCH gives as hangup cause, and the SIP response it got. */
const hangupByLastDigit = [
  { cause: 'NORMAL_CLEARING', sip: '200' },
  { cause: 'USER_BUSY', sip: '486' },
  { cause: 'UNALLOCATED_NUMBER', sip: '404' },
  { cause: 'NO_ANSWER', sip: undefined },
  { cause: 'NORMAL_TEMPORARY_FAILURE', sip: '500' },
  { cause: 'NORMAL_CLEARING', sip: '200' },
  { cause: 'CALL_REJECTED', sip: '603' },
  { cause: 'NO_USER_RESPONSE', sip: '480' },
  { cause: 'RECOVERY_ON_TIMER_EXPIRE', sip: '408' },
  { cause: 'INTERWORKING', sip: '505' },
] as const

export interface Originate {
  id: string
  jobId: string
  variables: Record<string, string>
  dialed: string
  number: string
  onAnswer: string
}

interface Channel extends Originate {
  createdMs: number
  answeredMs: number | undefined
  rangMs: number | undefined
  /** Nobody will ever respond. */
  isSilent: boolean
  /** The application that runs on it, and those that wait. */
  running: Running | undefined
  waiting: Application[]
  /** Files to which the whole call is recorded. */
  recorded: string[]
}

interface Application {
  name: string
  application: string
  argument: string
}

interface Running extends Application {
  /** When something happens to it, and what. */
  atMs: number
  run: () => void
}

export interface EslServerOptions {
  ringMs?: number
  talkMs?: number
  giveUpMs?: number
  /** How long each sound is, and how long a callee speaks into a recording. */
  soundMs?: number
  messageMs?: number
}

export interface EslServer {
  port: number
  /** Every originate that made a channel. */
  originates: Originate[]
  /** Commands as they came, without the password. */
  commands: string[]
  /** Commands to calls (`sendmsg`) with their headers. */
  messages: string[][]
  channels(): string[]
  pass(ms: number): Promise<void>
  /** Cuts every connection; calls go on. */
  drop(): void
  /** No connections at all, until it starts again; calls go on. */
  stop(): Promise<void>
  start(): Promise<void>
  /** As after a crash: no call is left. */
  forgetChannels(): void
  /** What becomes of originates that never get a channel, such as GATEWAY_DOWN. */
  refuse(failure: (originate: Originate) => string | undefined): void
  setTrunk(state: 'up' | 'down' | 'silent' | 'missing'): void
  /** From now on sounds begin only when they have been fetched, and when this is called with false. */
  holdSounds(isHeld: boolean): void
  /** The state of the registration of the trunk. */
  register(state: string): void
  /** The trunk refuses calls to numbers that end in 9 with this SIP status. */
  bar(sipStatus: string): void
  /** Breaks the connection when the next originate was read, before it is answered. */
  breakAtOriginate(): void
  /** Answers no command any more, without closing anything. */
  freeze(isFrozen: boolean): void
  /** Whether the file or the extension that answered calls go to is there. */
  setAnswerPlace(state: 'there' | 'missing'): void
  /** Answers come one after the other, each after so long. */
  answerEvery(ms: number): void
  /** The list of channels does not have this one yet. */
  unlist(id: string): void
  /** There is no list of channels: FreeSWITCH runs without its database. */
  removeList(): void
  /** The callee presses a key, or hangs up. */
  press(id: string, key: string): void
  hangUp(id: string): void
  /** Sounds at this address are not there. */
  loseSound(url: string): void
  /** What was played to a call, in order: files whose sound has begun. */
  played(id: string): string[]
  /** Modules that are not loaded. */
  unload(module: string): void
  setPassword(password: string): void
  rejectRudely(isRude: boolean): void
}

export async function startEslServer(options: EslServerOptions = {}): Promise<EslServer> {
  const { ringMs = 1000, talkMs = 4000, giveUpMs = 6000, soundMs = 1000, messageMs = 2000 } = options
  const heard = new Map<string, string[]>()
  const lostSounds = new Set<string>()
  const unloaded = new Set<string>()
  const channels = new Map<string, Channel>()
  const originates: Originate[] = []
  const commands: string[] = []
  const messages: string[][] = []
  const listeners = new Map<Socket, Set<string>>()
  const unlisted = new Set<string>()
  const startMicros = Date.now() * 1000
  let nowMs = 0
  let barredWith: string | undefined
  let registration = 'NOREG'
  let fetching: Channel[] | undefined
  let port = 0
  let password = ESL_PASSWORD
  let refusal: (originate: Originate) => string | undefined = () => undefined
  let trunk: 'up' | 'down' | 'silent' | 'missing' = 'up'
  let breaksNext = false
  let isFrozen = false
  let isRude = false
  let hasList = true
  let answerPlace: 'there' | 'missing' = 'there'
  let answerEveryMs = 0
  let answered = Promise.resolve()

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => listeners.delete(socket))
    if (isRude) {
      socket.end('Content-Type: text/rude-rejection\nContent-Length: 24\n\nAccess Denied, go away.\n')
      return
    }
    listeners.set(socket, new Set())
    socket.write('Content-Type: auth/request\n\n')
    let text = ''
    let isAllowed = false
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [command = '', ...headers] = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        if (isFrozen) continue
        if (command.startsWith('auth ')) {
          isAllowed = command === `auth ${password}`
          reply(socket, isAllowed ? '+OK accepted' : '-ERR invalid')
          if (!isAllowed) disconnect(socket)
        } else if (isAllowed) obey(socket, command, headers)
        else reply(socket, '-ERR command not found')
      }
    })
  })

  function obey(socket: Socket, command: string, headers: string[]): void {
    commands.push(command)
    const [verb = '', ...rest] = command.split(' ')
    if (verb === 'event') {
      for (const name of rest.slice(1)) listeners.get(socket)?.add(name)
      reply(socket, '+OK event listener enabled json')
    } else if (verb === 'bgapi' && rest[0] === 'originate') {
      if (breaksNext) {
        breaksNext = false
        socket.destroy()
      }
      const jobId = headers.find((line) => /^job-uuid: /i.test(line))?.slice(10) ?? randomUUID()
      reply(socket, `+OK Job-UUID: ${jobId}`, `Job-UUID: ${jobId}\n`)
      originate(readOriginate(rest.slice(1).join(' '), jobId))
    } else if (verb === 'sendmsg') {
      messages.push([command, ...headers])
      reply(socket, takeApplication(rest[0] ?? '', headers))
    } else if (verb === 'api' && answerEveryMs > 0) {
      answered = answered.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, answerEveryMs))
        if (!socket.destroyed) respond(socket, answerApi(rest))
      })
    } else if (verb === 'api') respond(socket, answerApi(rest))
    else reply(socket, '-ERR command not found')
  }

  function answerApi([name = '', ...words]: string[]): string {
    const [first = ''] = words
    if (name === 'uuid_exists') return String(channels.has(first))
    if (name === 'show' && words.join(' ') === 'channels as json')
      return hasList ? listChannels() : '-ERR no database'
    if (name === 'uuid_kill') {
      const channel = channels.get(first)
      if (channel) hangUp(channel, 'NORMAL_CLEARING', undefined)
      return channel ? '+OK\n' : '-ERR No such channel!\n'
    }
    if (name === 'sofia') {
      if (trunk === 'missing') return 'Invalid Gateway!\n'
      const status = trunk === 'down' ? 'DOWN' : 'UP'
      return `Name    \t${words[2]}\nState   \t${registration}\nStatus  \t${status}\nUptime  \t1s\n`
    }
    if (name === 'file_exists') return String(answerPlace === 'there')
    if (name === 'sched_hangup') return '+OK\n'
    if (name === 'uptime') return '12345'
    if (name === 'module_exists') return String(!unloaded.has(first))
    if (CONTROL_COMMANDS.includes(name)) return answerControl(name, words)
    return `-ERR ${name} Command not found!\n`
  }

  function answerControl(name: string, [id = '', ...words]: string[]): string {
    const channel = channels.get(id)
    if (!channel) return `-ERR ${name === 'uuid_record' ? 'Cannot locate session' : 'No such channel'}!\n`
    if (name === 'uuid_dump')
      return JSON.stringify({
        'Unique-ID': id,
        'Answer-State': channel.answeredMs === undefined ? 'ringing' : 'answered',
      })
    if (name === 'uuid_fileman')
      return channel.running?.application === 'playback' ? '+OK\n' : '-ERR No file handle!\n'
    if (name === 'uuid_break') {
      if (words[0] === 'all') channel.waiting = []
      if (channel.running?.application === 'record') writeTape(channel.running.argument.split(' ')[0] ?? '')
      if (channel.running) complete(channel, 'FILE PLAYED')
    } else if (name === 'uuid_record') {
      const [action, path = ''] = words
      if (action === 'start') channel.recorded.push(path)
      else if (!channel.recorded.includes(path)) return '-ERR Cannot stop record session!\n'
      else writeTapes(channel)
    } else if (name === 'uuid_transfer') {
      channel.onAnswer = words.join(' ')
      channel.running = undefined
    }
    return '+OK\n'
  }

  function takeApplication(id: string, headers: string[]): string {
    const channel = channels.get(id)
    if (!channel) return `-ERR invalid session id [${id}]`
    const value = (name: string) =>
      headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
    channel.waiting.push({
      name: value('event-uuid'),
      application: value('execute-app-name'),
      argument: value('execute-app-arg'),
    })
    runNext(channel)
    return '+OK'
  }

  /** One application runs at a time, because each of them asks for a lock. */
  function runNext(channel: Channel): void {
    const next = channel.running ? undefined : channel.waiting.shift()
    if (!next) return
    channel.running = { ...next, ...courseOf(channel, next) }
    if (next.application === 'playback') {
      const files = next.argument.replace('file_string://', '').split('!')
      heard.set(channel.id, [...(heard.get(channel.id) ?? []), ...files])
    }
  }

  function courseOf(channel: Channel, { application, argument }: Application): Pick<Running, 'atMs' | 'run'> {
    const after = (ms: number, run: () => void) => ({ atMs: nowMs + ms, run })
    if (application === 'record') {
      const [path = '', seconds] = argument.split(' ')
      return after(Math.min(messageMs, Number(seconds) * 1000), () => {
        writeTape(path)
        complete(channel, '_none_')
      })
    }
    if (application === 'bridge') {
      const [, seconds, dialed = ''] = /^\{originate_timeout=(\d+),.*?\}(.*)$/.exec(argument) ?? []
      const digit = /(\d)(?:@|$)/.exec(dialed)?.[1]
      const fail = (disposition: string) => () => {
        channel.variables['originate_disposition'] = disposition
        complete(channel, '_none_')
      }
      if (digit === '1') return after(ringMs, fail('USER_BUSY'))
      if (digit === '3') return after(Number(seconds) * 1000, fail('NO_ANSWER'))
      if (digit === '2') return after(0, fail('UNALLOCATED_NUMBER'))
      return after(ringMs, () => {
        channel.variables['originate_disposition'] = 'SUCCESS'
        emit('CHANNEL_BRIDGE', channel)
        if (channel.running) channel.running.atMs = Number.POSITIVE_INFINITY
      })
    }
    const files = argument.replace('file_string://', '').split('!')
    if (files.some((file) => lostSounds.has(file))) return after(0, () => complete(channel, 'FILE NOT FOUND'))
    if (fetching) fetching.push(channel)
    else emit('PLAYBACK_START', channel)
    return after(soundMs * files.length, () => complete(channel, 'FILE PLAYED'))
  }

  function complete(channel: Channel, response: string, state = 'answered'): void {
    const { running } = channel
    if (!running) return
    channel.running = undefined
    emit('CHANNEL_EXECUTE_COMPLETE', channel, {
      'Answer-State': state,
      Application: running.application,
      'Application-Data': running.argument,
      'Application-Response': response,
      'Application-UUID': running.name,
    })
    runNext(channel)
  }

  function writeTapes(channel: Channel): void {
    for (const path of channel.recorded.splice(0)) writeTape(path)
  }

  /** As it is shown: without any there are no rows. A young channel may be missing. */
  function listChannels(): string {
    const rows = [...channels.values()]
      .filter(({ id }) => !unlisted.has(id))
      .map(({ id, dialed, number }) => ({
        uuid: id,
        direction: 'outbound',
        name: dialed,
        state: 'CS_EXECUTE',
        dest: number,
        callstate: 'ACTIVE',
      }))
    return JSON.stringify({ row_count: rows.length, ...(rows.length > 0 && { rows }) })
  }

  function originate(call: Originate): void {
    // FreeSWITCH logs "Duplicate UUID!" and makes no session.
    const failure =
      refusal(call) ??
      (trunk === 'down' ? 'GATEWAY_DOWN' : undefined) ??
      (trunk === 'missing' ? 'INVALID_GATEWAY' : undefined) ??
      (channels.has(call.id) ? 'DESTINATION_OUT_OF_ORDER' : undefined)
    if (failure !== undefined) {
      endJob(call, `-ERR ${failure}\n`)
      return
    }
    originates.push(call)
    const channel: Channel = {
      ...call,
      createdMs: nowMs,
      answeredMs: undefined,
      rangMs: undefined,
      isSilent: trunk === 'silent',
      running: undefined,
      waiting: [],
      recorded: [],
    }
    channels.set(call.id, channel)
    emit('CHANNEL_CREATE', channel)
    if (!channel.isSilent && ['0', '1', '3', '5'].includes(call.number.slice(-1))) ring(channel)
  }

  function ring(channel: Channel): void {
    channel.rangMs = nowMs
    emit('CHANNEL_PROGRESS', channel)
  }

  function answer(channel: Channel): void {
    channel.answeredMs = nowMs
    emit('CHANNEL_ANSWER', channel)
    endJob(channel, `+OK ${channel.id}\n`)
    if (answerPlace === 'there') return
    // As it was seen: an extension that is not there is no route, and a file that is not there is only noted.
    if (channel.onAnswer.startsWith('&')) {
      channel.variables['current_application_response'] = 'FILE NOT FOUND'
      hangUp(channel, 'NORMAL_CLEARING', undefined)
    } else hangUp(channel, 'NO_ROUTE_DESTINATION', undefined)
  }

  function hangUp(channel: Channel, cause: string, sip: string | undefined): void {
    if (!channels.delete(channel.id)) return
    channel.waiting = []
    // As it is: an application on a call that is hung up ends, and says that it failed.
    complete(channel, 'PLAYBACK ERROR', 'hangup')
    writeTapes(channel)
    emit('CHANNEL_HANGUP_COMPLETE', channel, {
      'Hangup-Cause': cause,
      'Caller-Channel-Hangup-Time': micros(nowMs),
      variable_hangup_cause: cause,
      ...(sip !== undefined && {
        variable_sip_term_status: sip,
        variable_proto_specific_hangup_cause: `sip:${sip}`,
      }),
    })
    if (channel.answeredMs === undefined) endJob(channel, `-ERR ${cause}\n`)
  }

  function emit(name: string, channel: Channel, more: Record<string, string> = {}): void {
    send(name, {
      'Event-Name': name,
      'Event-Date-Timestamp': micros(nowMs),
      'Unique-ID': channel.id,
      'Call-Direction': 'outbound',
      'Channel-Name': channel.dialed,
      'Answer-State': channel.answeredMs === undefined ? 'ringing' : 'answered',
      'Caller-Channel-Created-Time': micros(channel.createdMs),
      'Caller-Channel-Progress-Time': channel.rangMs === undefined ? '0' : micros(channel.rangMs),
      'Caller-Channel-Progress-Media-Time': '0',
      'Caller-Channel-Answered-Time': channel.answeredMs === undefined ? '0' : micros(channel.answeredMs),
      'Caller-Channel-Hangup-Time': '0',
      // As it is: keys come without the variables of the call.
      ...(name !== 'DTMF' &&
        Object.fromEntries(
          Object.entries(channel.variables).map(([key, value]) => [`variable_${key}`, value]),
        )),
      ...more,
    })
  }

  function endJob(call: Originate, body: string): void {
    send('BACKGROUND_JOB', {
      'Event-Name': 'BACKGROUND_JOB',
      'Job-UUID': call.jobId,
      'Job-Command': 'originate',
      'Content-Length': String(body.length),
      _body: body,
    })
  }

  function send(name: string, event: Record<string, string>): void {
    const body = JSON.stringify(event)
    for (const [socket, names] of listeners) {
      if (names.has(name))
        socket.write(`Content-Length: ${Buffer.byteLength(body)}\nContent-Type: text/event-json\n\n${body}`)
    }
  }

  const micros = (ms: number) => String(startMicros + ms * 1000)

  function nextOf(channel: Channel): { atMs: number; run: () => void } | undefined {
    const digit = Number(channel.number.at(-1))
    const isBarred = digit === 9 && barredWith !== undefined
    const { cause, sip } = isBarred
      ? { cause: 'CALL_REJECTED', sip: barredWith }
      : (hangupByLastDigit[digit] ?? hangupByLastDigit[0])
    const { createdMs, answeredMs } = channel
    if (channel.running) return channel.running
    if (answeredMs !== undefined && channel.onAnswer === '&park') return undefined
    if (answeredMs !== undefined) return { atMs: answeredMs + talkMs, run: () => hangUp(channel, cause, sip) }
    if (channel.isSilent)
      return { atMs: createdMs + giveUpMs, run: () => hangUp(channel, 'NO_ANSWER', undefined) }
    if (cause === 'NORMAL_CLEARING') return { atMs: createdMs + ringMs, run: () => answer(channel) }
    const patience = cause === 'NO_ANSWER' ? giveUpMs : ringMs
    return { atMs: createdMs + patience, run: () => hangUp(channel, cause, sip) }
  }

  async function pass(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    for (;;) {
      const [first] = [...channels.values()]
        .flatMap((channel) => nextOf(channel) ?? [])
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs)
      if (!first) break
      nowMs = Math.max(nowMs, first.atMs)
      first.run()
    }
    nowMs = untilMs
  }

  function drop(): void {
    for (const socket of listeners.keys()) disconnect(socket)
  }

  async function start(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    drop()
    await closed
  }

  await start()
  onTestFinished(async () => {
    if (server.listening) await stop()
  })
  return {
    get port() {
      return port
    },
    originates,
    commands,
    messages,
    channels: () => [...channels.keys()],
    pass,
    drop,
    stop,
    start,
    forgetChannels: () => channels.clear(),
    refuse(decide) {
      refusal = decide
    },
    holdSounds(isHeld) {
      for (const channel of fetching ?? []) emit('PLAYBACK_START', channel)
      fetching = isHeld ? [] : undefined
    },
    register(state) {
      registration = state
    },
    bar(sipStatus) {
      barredWith = sipStatus
    },
    setTrunk(state) {
      trunk = state
    },
    breakAtOriginate() {
      breaksNext = true
    },
    freeze(frozen) {
      isFrozen = frozen
    },
    setAnswerPlace(state) {
      answerPlace = state
    },
    answerEvery(ms) {
      answerEveryMs = ms
    },
    unlist: (id) => unlisted.add(id),
    removeList() {
      hasList = false
    },
    press(id, key) {
      const channel = channels.get(id)
      if (channel) emit('DTMF', channel, { 'DTMF-Digit': key, 'DTMF-Duration': '800', 'DTMF-Source': 'RTP' })
    },
    hangUp(id) {
      const channel = channels.get(id)
      if (channel) hangUp(channel, 'NORMAL_CLEARING', '200')
    },
    loseSound: (url) => lostSounds.add(url),
    played: (id) => heard.get(id) ?? [],
    unload: (module) => unloaded.add(module),
    setPassword(text) {
      password = text
    },
    rejectRudely(rude) {
      isRude = rude
    },
  }
}

const CONTROL_COMMANDS = [
  'uuid_dump',
  'uuid_fileman',
  'uuid_break',
  'uuid_record',
  'uuid_transfer',
  'uuid_setvar',
]

function writeTape(path: string): void {
  writeFileSync(path, 'RIFF of the tests')
}

function reply(socket: Socket, text: string, more = ''): void {
  if (!socket.destroyed) socket.write(`Content-Type: command/reply\nReply-Text: ${text}\n${more}\n`)
}

function respond(socket: Socket, body: string): void {
  socket.write(`Content-Type: api/response\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`)
}

function disconnect(socket: Socket): void {
  const words = 'Disconnected, goodbye.\nSee you at ClueCon! http://www.cluecon.com/\n'
  socket.end(`Content-Type: text/disconnect-notice\nContent-Length: ${words.length}\n\n${words}`)
}

/** `{a=b,c=d}sofia/gateway/trunk/100 &park`, as FreeSWITCH takes it apart. */
function readOriginate(text: string, jobId: string): Originate {
  const [, list = '', dialed = '', onAnswer = ''] = /^\{(.*?)\}(\S+) (.*)$/.exec(text) ?? []
  const variables = Object.fromEntries(
    list.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  const number = dialed.split('/').at(-1) ?? ''
  return { id: variables['origination_uuid'] ?? randomUUID(), jobId, variables, dialed, number, onAnswer }
}
