// The entry point of a thread that reads one iCalendar file. It says when it is ready, gets the file, and answers once.

import { parentPort } from 'node:worker_threads'
import { describeFailure } from '../kernel/thread-failure.ts'
import { readHolidays } from './icalendar.ts'
import type { ICalendarAnswer, ICalendarQuestion } from './icalendar-thread.ts'

parentPort?.once('message', ({ file, options }: ICalendarQuestion) => {
  parentPort?.postMessage(answer(file, options))
})
parentPort?.postMessage({ kind: 'ready' } satisfies ICalendarAnswer)

function answer(file: Uint8Array, options: ICalendarQuestion['options']): ICalendarAnswer {
  try {
    return { kind: 'read', days: readHolidays(file, options) }
  } catch (error) {
    return { kind: 'failed', failure: describeFailure(error) }
  }
}
