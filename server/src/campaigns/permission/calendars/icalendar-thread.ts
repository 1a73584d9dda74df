// Reads an iCalendar file in a thread of its own, with a limit of time and of memory.

import { InvalidInput } from '../../../platform/kernel/errors.ts'
import { askThread, type ThreadLimits } from '../../../platform/kernel/threads/thread-question.ts'
import type { Holiday } from './calendars.queries.ts'
import type { ICalendarOptions } from './icalendar.ts'

export interface ICalendarQuestion {
  file: Uint8Array
  options: ICalendarOptions
}

export type ICalendarLimits = Partial<ThreadLimits>

const DEFAULT_LIMITS: ThreadLimits = { deadlineMs: 5000, memoryMb: 128 }

export function readICalendarFile(
  file: Uint8Array,
  options: ICalendarOptions,
  limits: ICalendarLimits = {},
): Promise<Holiday[]> {
  const module = import.meta.url.endsWith('.ts')
    ? './icalendar-worker.from-source.mjs'
    : './icalendar-worker.js'
  return askThread<ICalendarQuestion, Holiday[]>({
    ...DEFAULT_LIMITS,
    ...limits,
    name: 'calendar reader',
    module: new URL(module, import.meta.url),
    question: { file, options },
    tooSlow,
    tooMuchMemory,
  })
}

function tooSlow(limitMs: number): InvalidInput {
  const seconds = limitMs / 1000
  return new InvalidInput({
    fault: 'calendar_too_slow',
    field: 'file',
    params: { seconds },
  })
}

function tooMuchMemory(megabytes: number): InvalidInput {
  return new InvalidInput(`The calendar takes more than ${megabytes} MB of memory to read`, {
    fault: 'file_too_much_memory',
    field: 'file',
    params: { megabytes },
  })
}
