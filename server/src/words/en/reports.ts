// Exported reports: titles, sections and names of rows.
import { en as calls } from './calls.ts'

const { successful, ...others } = calls.endings

export const en = {
  columns: {
    section: 'Section',
    name: 'Name',
    calls: 'Calls',
    answered: 'Answered',
    successes: successful,
    ...others,
    attemptsPerSuccess: 'Attempts per success',
    talkSeconds: 'Talk time (s)',
    averageTalkSeconds: 'Average talk time (s)',
    contactRate: 'Contact rate',
    successRate: 'Success rate',
  },
  sections: {
    total: 'Total',
    task: 'Task',
    day: 'Day',
    hour: 'Weekday and hour',
    cause: 'Cause',
    attempt: 'Attempt',
    talkTime: 'Talk time',
  },
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  attempt: (attempt: number) => `Attempt ${attempt}`,
  talkTime: (from: number, to: number | null) =>
    to === null ? `${from} s and longer` : `${from} to ${to} s`,
}
