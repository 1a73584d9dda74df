// Requests that are not valid HTTP or do not arrive in time never reach a handler. They are answered in the envelope too.
import type { Socket } from 'node:net'
import type { PlainFault } from '../words/faults.ts'
import { errorBody } from './errors.ts'

/** Time for a client to read why its connection is closed. */
const CLOSE_MS = 1000

export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, message, fault } = describe(error.code)
  const body = JSON.stringify(errorBody(status, message, { fault }))
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // A client that keeps its side open must not keep ours open.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref()
}

function describe(cause: string | undefined): {
  status: number
  reason: string
  message: string
  fault: PlainFault
} {
  if (cause === 'HPE_HEADER_OVERFLOW') {
    const message = 'the request headers are too large'
    return { status: 431, reason: 'Request Header Fields Too Large', message, fault: 'headers_too_large' }
  }
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'the request took too long to arrive'
    return { status: 408, reason: 'Request Timeout', message, fault: 'request_too_slow' }
  }
  const message = 'this is not a valid HTTP request'
  return { status: 400, reason: 'Bad Request', message, fault: 'request_malformed' }
}
