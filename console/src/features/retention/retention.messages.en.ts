export const en = {
  title: 'How long things are kept',
  intro:
    'What is older is deleted for good, in small steps, while calls go on. Figures of tasks and reports stay.',
  things: {
    calls: 'Call records',
    heard: 'What callees said and keyed in',
    recordings: 'Recordings',
    denials: 'Refused calls (hours, lists, attempts)',
    deliveries: 'Deliveries of webhooks',
    lines: 'Lines in use, by the minute',
    audit: 'Who changed what',
  },
  daysHint: 'days; 0 keeps for ever, empty is the default',
  forEver: '0: kept for ever',
  neverRan: 'Has not run yet.',
  lastRun: (time: string, rows: string, megabytes: string) =>
    `Last run ${time}: ${rows} rows, ${megabytes} MB.`,
  nextRun: (time: string) => `Next run ${time}.`,
  saved: 'Saved: what is older is deleted soon',
}
