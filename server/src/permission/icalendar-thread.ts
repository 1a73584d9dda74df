// Reads an iCalendar file in a thread of its own, with a limit of time and of memory. A hostile file cannot block the main
// thread, and with it requests and the dialer.

import { Worker } from 'node:worker_threads'
import { InvalidInput } from '../kernel/errors.ts'
import { errorOf, type Failure } from '../kernel/thread-failure.ts'
import type { Holiday } from './calendars.queries.ts'
import type { ICalendarOptions } from './icalendar.ts'

export interface ICalendarQuestion {
  file: Uint8Array
  options: ICalendarOptions
}

export type ICalendarAnswer =
  | { kind: 'ready' }
  | { kind: 'read'; days: Holiday[] }
  | { kind: 'failed'; failure: Failure }

export interface ICalendarLimits {
  deadlineMs?: number
  memoryMb?: number
}

const DEADLINE_MS = 5000
const MEMORY_MB = 128
const YOUNG_GENERATION_MB = 32
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

export async function readICalendarFile(
  file: Uint8Array,
  options: ICalendarOptions,
  { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB }: ICalendarLimits = {},
): Promise<Holiday[]> {
  const worker = startWorker(memoryMb)
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Holiday[]>((resolve, reject) => {
      worker.on('message', (answer: ICalendarAnswer) => {
        if (answer.kind === 'read') resolve(answer.days)
        if (answer.kind === 'failed') reject(errorOf(answer.failure))
        if (answer.kind !== 'ready') return
        // Not before: starting the thread is no fault of the file.
        timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs)
        worker.postMessage({ file, options } satisfies ICalendarQuestion)
      })
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === OUT_OF_MEMORY ? tooMuchMemory(memoryMb) : error),
      )
      worker.on('exit', () => reject(new Error('the thread that reads the calendar has ended')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function startWorker(memoryMb: number): Worker {
  const file = import.meta.url.endsWith('.ts')
    ? './icalendar-worker.from-source.mjs'
    : './icalendar-worker.js'
  return new Worker(new URL(file, import.meta.url), {
    name: 'calendar reader',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
}

function tooSlow(limitMs: number): InvalidInput {
  const seconds = limitMs / 1000
  return new InvalidInput(
    `The calendar takes more than ${seconds} seconds to read: its events repeat too often`,
    {
      code: 'calendar_too_slow',
      field: 'file',
      params: { seconds },
    },
  )
}

function tooMuchMemory(megabytes: number): InvalidInput {
  return new InvalidInput(`The calendar takes more than ${megabytes} MB of memory to read`, {
    code: 'file_too_much_memory',
    field: 'file',
    params: { megabytes },
  })
}
