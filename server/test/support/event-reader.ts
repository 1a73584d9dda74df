// Reads server-sent events as a browser does.

interface SentEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

export interface EventReader {
  status: number
  headers: Headers
  /** As the server last told it: where to go on from. */
  lastEventId(): string
  /** The next event; undefined when the server has ended the stream. */
  next(): Promise<SentEvent | undefined>
  take(count: number): Promise<SentEvent[]>
  /** Resolves with the next block of lines that is no event, such as a heartbeat; events before it are passed by. */
  nextComment(): Promise<string | undefined>
  close(): void
}

export async function openEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const closing = new AbortController()
  const response = await fetch(url, { headers, signal: closing.signal })
  const blocks = readBlocks(response)
  let lastEventId = ''

  async function nextBlock(): Promise<string | undefined> {
    const { value, done } = await blocks.next()
    if (done) return undefined
    lastEventId = fieldOf(value, 'id') ?? lastEventId
    return value
  }

  async function next(): Promise<SentEvent | undefined> {
    for (;;) {
      const block = await nextBlock()
      if (block === undefined) return undefined
      const event = fieldOf(block, 'event')
      const data = fieldOf(block, 'data')
      if (event !== undefined && data !== undefined) return { id: lastEventId, event, data: JSON.parse(data) }
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    lastEventId: () => lastEventId,
    next,
    async take(count) {
      const events: SentEvent[] = []
      while (events.length < count) {
        const event = await next()
        if (!event) throw new Error(`the stream ended after ${events.length} events`)
        events.push(event)
      }
      return events
    },
    async nextComment() {
      for (;;) {
        const block = await nextBlock()
        if (block === undefined || fieldOf(block, 'event') === undefined) return block
      }
    },
    close: () => closing.abort(),
  }
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}

async function* readBlocks(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    yield* blocks
  }
}
