// The columns of exported reports.

/** For people: what came of the calls in five words, of which `successes` is the first. */
export const COLUMNS_FOR_PEOPLE = [
  'section',
  'name',
  'calls',
  'successes',
  'unsuccessful',
  'machine',
  'notAnswered',
  'failed',
  'answered',
  'talkSeconds',
  'averageTalkSeconds',
  'contactRate',
  'successRate',
  'attemptsPerSuccess',
] as const

export const COLUMNS = [
  'section',
  'name',
  'calls',
  'answered',
  'successes',
  'failures',
  'noAnswers',
  'talkSeconds',
  'averageTalkSeconds',
  'contactRate',
  'successRate',
  'unsuccessful',
  'machine',
  'notAnswered',
  'failed',
  'attemptsPerSuccess',
] as const

/** Only of a report with calls that had a voice agent. */
export const AGENT_COLUMNS = [
  'agentCalls',
  'p50Seconds',
  'p95Seconds',
  'talkedOverCalls',
  'silentCalls',
] as const

/** Columns that only a report with costs has. */
export const COST_COLUMNS = ['cost', 'costPerCall', 'costPerSuccess'] as const

export type ReportColumn = (typeof COLUMNS | typeof AGENT_COLUMNS | typeof COST_COLUMNS)[number]
