// Reads server-sent events with fetch, because EventSource cannot send a token.
import { ApiError, readError, unreachable } from './api-error.ts'

export interface EventBlock {
  type: string
  /** JSON; empty for a block without an event. */
  data: string
  id: string | undefined
}

interface EventRequest {
  url: string
  headers: Record<string, string>
  signal?: AbortSignal | undefined
  onOpen?: (() => void) | undefined
  onBlock(block: EventBlock): void
}

/** The service sends something at least every 15 seconds; a stream without data for this long is dead. */
const MAX_SILENCE_MS = 40_000

/** Reads a stream until it ends or is aborted. */
export async function readEventBlocks(request: EventRequest): Promise<void> {
  const { signal, onOpen, onBlock } = request
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
  }
  restartTimer()
  try {
    const response = await open(request, signal ? AbortSignal.any([signal, silence.signal]) : silence.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new ApiError(response.status, 'the stream of events has no body')
    let rest = ''
    let isOpen = false
    for (;;) {
      const { value, done } = await reader.read().catch(failUnreachable)
      if (done) return
      restartTimer()
      if (!isOpen) onOpen?.()
      isOpen = true
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (signal?.aborted) return
        onBlock(parseBlock(block))
      }
    }
  } catch (error) {
    if (signal?.aborted && error instanceof ApiError && error.isUnreachable) return
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function open({ url, headers }: EventRequest, signal: AbortSignal): Promise<Response> {
  const request = new Request(url, { headers, cache: 'no-store', signal })
  const response = await fetch(request).catch(failUnreachable)
  if (!response.ok) throw await readError(response)
  return response
}

function failUnreachable(cause: unknown): never {
  throw unreachable(cause)
}

function parseBlock(block: string): EventBlock {
  const parsed: EventBlock = { type: '', data: '', id: undefined }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name === 'event') parsed.type = value
    else if (name === 'data') parsed.data += value
    else if (name === 'id') parsed.id = value
  }
  return parsed
}
