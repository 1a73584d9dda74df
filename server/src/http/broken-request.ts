// Requests that are not valid HTTP or do not arrive in time never reach a handler. They are answered in the envelope too.
import type { Socket } from 'node:net'

/** Time for a client to read why its connection is closed. */
const CLOSE_MS = 1000

export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'the request headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', 'the request took too long to arrive']
        : [400, 'Bad Request', 'this is not a valid HTTP request']
  const body = JSON.stringify({ code: status, message, data: null })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // A client that keeps its side open must not keep ours open.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref()
}
