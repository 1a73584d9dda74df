// The frames of FreeSWITCH's event socket: headers, an empty line, and a body if there is a Content-Length.

export interface EslFrame {
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>
  body: string
}

const MAX_BYTES = 64 * 1024 * 1024

/** Frames arrive in pieces of any size. Throws on an invalid frame; the connection is then unusable. */
export function createFrameReader(onFrame: (frame: EslFrame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let bytes = 0
  let head: { headers: Map<string, string>; bodyBytes: number } | undefined

  function take(whole: Buffer): Buffer | undefined {
    if (!head) {
      const headEnd = whole.indexOf('\n\n')
      if (headEnd < 0) return undefined
      const headers = readHeaders(whole.subarray(0, headEnd).toString('utf8'))
      head = { headers, bodyBytes: readLength(headers.get('content-length')) }
      return whole.subarray(headEnd + 2)
    }
    if (whole.length < head.bodyBytes) return undefined
    const { headers, bodyBytes } = head
    head = undefined
    onFrame({ headers, body: whole.subarray(0, bodyBytes).toString('utf8') })
    return whole.subarray(bodyBytes)
  }

  return (piece) => {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new Error('a frame of the event socket has no end')
    // A long body arrives in many pieces, which are joined once.
    if (head && bytes < head.bodyBytes) return
    let rest: Buffer = Buffer.concat(pieces, bytes)
    for (let left = take(rest); left; left = take(rest)) rest = left
    pieces = rest.length > 0 ? [rest] : []
    bytes = rest.length
  }
}

function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

function readLength(text: string | undefined): number {
  if (text === undefined) return 0
  const length = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (length <= MAX_BYTES) return length
  throw new Error('a frame of the event socket is too long')
}
