// A question to a thread of its own, with a limit of time and of memory: for files of users that could block the main thread, and
// with it requests and the dialer.

import { parentPort, Worker } from 'node:worker_threads'
import { guarded } from '../guarded-listener.ts'
import { describeFailure, errorOf, type Failure } from './thread-failure.ts'

export interface ThreadLimits {
  deadlineMs: number
  memoryMb: number
}

interface ThreadQuestion<Question> extends ThreadLimits {
  /** The name of the thread. */
  name: string
  /** The module that calls `answerQuestion`. */
  module: URL
  question: Question
  /** The error if the limits do not suffice. */
  tooSlow(limitMs: number): Error
  tooMuchMemory(megabytes: number): Error
}

type Message<Answer> =
  | { kind: 'ready' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; failure: Failure }

const YOUNG_GENERATION_MB = 32
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

export async function askThread<Question, Answer>(options: ThreadQuestion<Question>): Promise<Answer> {
  const { name, module, question, deadlineMs, memoryMb } = options
  const worker = new Worker(module, {
    name,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      function hear(message: Message<Answer>): void {
        if (message.kind === 'answer') resolve(message.answer)
        if (message.kind === 'failed') reject(errorOf(message.failure))
        if (message.kind !== 'ready') return
        // Not before: starting the thread is no fault of the file.
        timer = setTimeout(() => reject(options.tooSlow(deadlineMs)), deadlineMs)
        worker.postMessage(question)
      }
      worker.on('message', guarded(hear, reject))
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === OUT_OF_MEMORY ? options.tooMuchMemory(memoryMb) : error),
      )
      worker.on('exit', () => reject(new Error(`the thread ${name} has ended`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** In the thread: says that it is ready, gets the question, and answers once. */
export function answerQuestion<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  const send = (message: Message<Answer>) => parentPort?.postMessage(message)
  parentPort?.once('message', async (question: Question) => {
    try {
      send({ kind: 'answer', answer: await answer(question) })
    } catch (error) {
      send({ kind: 'failed', failure: describeFailure(error) })
    }
  })
  send({ kind: 'ready' })
}
