// The main thread's side of a thread that reads files: requests and responses, a memory limit and a time limit. A file that
// exceeds either fails, and its thread is ended.

import { Worker } from 'node:worker_threads'
import { InvalidInput } from '../kernel/errors.ts'
import { guarded } from '../kernel/guarded-listener.ts'
import { errorOf } from '../kernel/threads/thread-failure.ts'
import type { Answer, Question } from './table-messages.ts'

export interface TableThread {
  /** Fails with the fault of the file, or on timeout. */
  ask(question: Question, time: TimeLimit): Promise<Exclude<Answer, { kind: 'failed' }>>
  readonly isAlive: boolean
  /** An idle thread does not keep the process alive. */
  rest(): void
  end(): Promise<void>
}

/** How long a file may keep a thread busy. Waiting for the reader of the rows does not count. */
export interface TimeLimit {
  limitMs: number
  usedMs: number
}

interface Waiter {
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

// Memory outside the heap, such as read buffers, is not counted; the readers limit it themselves.
const YOUNG_GENERATION_MB = 32
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

export function startTableThread(memoryMb: number): TableThread {
  const worker = startWorker(memoryMb)
  const waiting: Waiter[] = []
  let isAlive = true

  function die(reason: unknown): void {
    isAlive = false
    for (const { reject } of waiting.splice(0)) reject(reason)
  }
  worker.on(
    'message',
    guarded((answer: Answer) => waiting.shift()?.resolve(answer), die),
  )
  worker.on('error', (error: Error & { code?: string }) => {
    die(error.code === OUT_OF_MEMORY ? tooMuchMemory(memoryMb) : error)
  })
  worker.on('exit', () => die(new Error('the thread that reads the file has ended')))

  async function end(): Promise<void> {
    isAlive = false
    await worker.terminate()
  }

  return {
    get isAlive() {
      return isAlive
    },
    rest: () => worker.unref(),
    end,
    async ask(question, time) {
      if (!isAlive) throw new Error('the thread that reads the file has ended')
      worker.ref()
      const asked = performance.now()
      const answering = new Promise<Answer>((resolve, reject) => waiting.push({ resolve, reject }))
      const timer = setTimeout(
        () => {
          die(tooSlow(time.limitMs))
          void end()
        },
        Math.max(0, time.limitMs - time.usedMs),
      )
      try {
        worker.postMessage(question)
        const answer = await answering
        if (answer.kind === 'failed') throw errorOf(answer.failure)
        return answer
      } finally {
        clearTimeout(timer)
        time.usedMs += performance.now() - asked
      }
    },
  }
}

function startWorker(memoryMb: number): Worker {
  const options = {
    name: 'table reader',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  }
  const file = import.meta.url.endsWith('.ts') ? './table-worker.from-source.mjs' : './table-worker.js'
  return new Worker(new URL(file, import.meta.url), options)
}

function tooSlow(limitMs: number): InvalidInput {
  return new InvalidInput({ fault: 'file_too_slow', field: 'file', params: { seconds: limitMs / 1000 } })
}

function tooMuchMemory(limitMb: number): InvalidInput {
  return new InvalidInput({ fault: 'file_too_much_memory', field: 'file', params: { megabytes: limitMb } })
}
