// One connection to FreeSWITCH's event socket, from login to loss. Commands without an answer when it is lost are never
// repeated on the next connection, because FreeSWITCH may have executed them: a client that repeats its commands after a
// reconnect would place calls twice.
import { connect, type Socket } from 'node:net'
import { guarded } from '../../../platform/kernel/guarded-listener.ts'
import { createFrameReader, type EslFrame } from './esl-frames.ts'

export interface EslConnectionOptions {
  host: string
  port: number
  password: string
  /** The names of the events to subscribe to. */
  events: readonly string[]
  /** The maximum time to connect, and the maximum silence while an answer is due. */
  timeoutMs: number
  onEvent(event: EslEvent): void
  onClose(reason: string): void
}

/** An event's headers, as FreeSWITCH names them. */
export type EslEvent = Readonly<Record<string, string>>

export interface EslConnection {
  /** Resolves with the text of the answer. Rejects if the connection is lost before it arrives. */
  send(command: string, headers?: Readonly<Record<string, string>>): Promise<string>
  close(reason?: string): void
}

interface Waiting {
  resolve(answer: string): void
  reject(error: Error): void
}

export function openEslConnection(options: EslConnectionOptions): Promise<EslConnection> {
  const { host, port, timeoutMs } = options
  const place = `FreeSWITCH at ${host}:${port}`
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 5000)
    const waiting: Waiting[] = []
    let lossReason = `${place} has closed the connection`
    let isReady = false
    let isLost = false
    /** One timer for all pending commands: many answers that arrive one by one are not silence. */
    let silence: NodeJS.Timeout | undefined
    const opening = setTimeout(() => lose(`${place} does not answer`), timeoutMs)

    function lose(reason: string): void {
      if (isLost) return
      isLost = true
      lossReason = reason
      clearTimeout(opening)
      socket.destroy()
      clearTimeout(silence)
      const error = new Error(reason)
      for (const each of waiting.splice(0)) each.reject(error)
      if (isReady) options.onClose(reason)
      else reject(error)
    }

    function send(command: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
      const lines = [command, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
      if (lines.some((line) => /[\r\n\0]/.test(line))) throw new Error('a command must be one line')
      return new Promise((answer, refuse) => {
        if (isLost) {
          refuse(new Error(lossReason))
          return
        }
        waiting.push({ resolve: answer, reject: refuse })
        if (waiting.length === 1) expectAnswer()
        socket.write(`${lines.join('\n')}\n\n`)
      })
    }

    /** Answers arrive in the order of the commands: after a missing one, the others cannot be matched. */
    function expectAnswer(): void {
      clearTimeout(silence)
      if (waiting.length > 0) silence = setTimeout(() => lose(`${place} has fallen silent`), timeoutMs)
    }

    function hear({ headers, body }: EslFrame): void {
      const type = headers.get('content-type')
      if (type === 'text/event-json') options.onEvent(readEvent(body))
      else if (type === 'command/reply' || type === 'api/response') {
        waiting.shift()?.resolve(type === 'api/response' ? body : (headers.get('reply-text') ?? ''))
      } else if (type === 'auth/request') logIn().catch((error: Error) => lose(error.message))
      else if (type === 'text/rude-rejection')
        lose(`${place} refuses connections from this machine (its access list, apply-inbound-acl)`)
      else if (type === 'text/disconnect-notice') lossReason = `${place} has ended the connection`
    }

    async function logIn(): Promise<void> {
      const answer = await send(`auth ${options.password}`)
      if (!answer.startsWith('+OK')) throw new Error(`${place} refuses the password (FREESWITCH_PASSWORD)`)
      const subscribed = await send(`event json ${options.events.join(' ')}`)
      if (!subscribed.startsWith('+OK')) throw new Error(`${place} gives no events: ${subscribed}`)
      clearTimeout(opening)
      isReady = true
      resolve({ send, close: (reason = 'closed') => lose(reason) })
    }

    readFrames(socket, hear, lose)
    // A long answer arrives in many pieces.
    socket.on('data', expectAnswer)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      lose(
        isReady
          ? `the connection to ${place} broke (${error.code})`
          : `${place} cannot be reached (${error.code})`,
      ),
    )
    socket.on('close', () => lose(lossReason))
  })
}

function readFrames(socket: Socket, hear: (frame: EslFrame) => void, lose: (reason: string) => void): void {
  socket.on(
    'data',
    guarded(createFrameReader(hear), (error) => lose(error instanceof Error ? error.message : String(error))),
  )
}

function readEvent(body: string): EslEvent {
  try {
    const event: unknown = JSON.parse(body)
    return typeof event === 'object' && event !== null ? (event as EslEvent) : {}
  } catch {
    return {}
  }
}
