export const en = {
  title: 'Publish this task?',
  text: 'Calls start as soon as the rules allow it. The list stays the same from now on. You can still change the call flow, and, while the task is paused, its hours, priority, attempts and interval.',
  action: 'Publish',
  loading: 'Checking the contacts against the rules',
  rung: 'To be called',
  waiting: 'Of these, waiting',
  countryUnknown: 'Of these, country unknown',
  severalZones: 'Of these, several time zones possible',
  setCountry: 'Set the country of the list',
  skipped: 'Skipped',
  first: 'First call',
  end: 'Expected end',
  now: 'immediately',
  unknown: 'unknown',
  none: 'none',
  whySkipped: 'Never called',
  whyWaiting: 'Waiting',
  from: (time: string) => `from ${time}`,
  estimate: (checked: string, total: string) =>
    `An estimate: ${checked} of ${total} contacts were checked; the others are assumed to be similar.`,
  assumption: (lines: string, seconds: string) =>
    `The expected end assumes that the task has all ${lines} lines to itself and that a call takes ${seconds}.`,
  failed: 'Couldn’t check the contacts. You can publish the task anyway.',
  sharedList: (tasks: string[], hasMore: boolean) =>
    `Running tasks dial the same data source: ${tasks.join(', ')}${hasMore ? ' and others' : ''}. The same people may be called by each of them.`,
  endBeforeFirst: (end: string) => `The task ends at ${end}, before its first call: nobody will be called.`,
  warningsTitle: 'Before you publish',
}
