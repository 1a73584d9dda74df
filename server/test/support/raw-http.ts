// Bytes over a socket, for requests that no HTTP client would send.

import { once } from 'node:events'
import { connect } from 'node:net'

interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
}

/** Sends the bytes and reads until the server closes the connection; undefined if it closes without a word. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const socket = connect({ host: '127.0.0.1', port })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The server may hang up before it has read everything.
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return chunks.length === 0 ? undefined : parse(Buffer.concat(chunks).toString())
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: answer.slice(end + 4),
  }
}
