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
    agentCalls: 'Calls with a voice agent',
    p50Seconds: 'Wait for an answer, median (s)',
    p95Seconds: 'Wait for an answer, 95% (s)',
    talkedOverCalls: 'Agent talked over the callee',
    silentCalls: 'Calls with 3 s of silence',
    cost: 'Cost',
    costPerCall: 'Cost per call',
    costPerSuccess: 'Cost per success',
  },
  sections: {
    total: 'Total',
    task: 'Task',
    day: 'Day',
    hour: 'Weekday and hour',
    cause: 'Cause',
    attempt: 'Attempt',
    talkTime: 'Talk time',
    agentCost: 'Cost of voice agents',
    lineCost: 'Cost of lines',
  },
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  attempt: (attempt: number) => `Attempt ${attempt}`,
  talkTime: (from: number, to: number | null) =>
    to === null ? `${from} s and longer` : `${from} to ${to} s`,
}
