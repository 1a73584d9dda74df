// The entry point of a thread that reads one iCalendar file.

import { answerQuestion } from '../../../platform/kernel/threads/thread-question.ts'
import { readHolidays } from './icalendar.ts'
import type { ICalendarQuestion } from './icalendar-thread.ts'

answerQuestion(({ file, options }: ICalendarQuestion) => readHolidays(file, options))
