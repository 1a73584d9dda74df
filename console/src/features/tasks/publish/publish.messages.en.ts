import type { Schemas } from '@carillon/client'

type Warning = Schemas['TaskPreview']['warnings'][number]
type WarningWords = Record<
  Warning['code'],
  (warning: Warning, time: (timestamp?: string) => string) => string
>

const warnings: WarningWords = {
  empty_list: () => 'The data source has no contacts, so the task will complete immediately.',
  window_past_midnight: () =>
    'The daily window runs past midnight: it begins in the evening and ends the next day.',
  no_opening: () => 'The calling hours do not open in the next months: nobody will be called.',
  list_dialed_by_other: ({ taskName = '' }) =>
    `The task “${taskName}” is running and dials the same data source: people may be rung by both.`,
  no_dialer: () => 'No dialer is running: nothing is dialed until one is started.',
  simulated_gateway: () => 'The gateway is the simulator: no real phone rings.',
  end_before_done: ({ time: end }, time) => `The task is stopped at ${time(end)}, before it would be done.`,
  field_empty: ({ field = '', contacts = 0 }) =>
    `Some contacts (${contacts}) have no “${field}”: the sentence of the call flow is said without it.`,
}

export const en = {
  title: 'Publish this task?',
  text: 'After that, its list and its call stay as they are. Hours, priority, attempts and interval can be changed while it is paused.',
  action: 'Publish',
  loading: 'Checking the contacts against the rules',
  rung: 'To be called',
  waiting: 'Of these, wait first',
  skipped: 'Skipped',
  first: 'First call',
  end: 'Expected end',
  now: 'at once',
  unknown: 'cannot be said',
  none: 'none',
  whySkipped: 'Never called',
  whyWaiting: 'Wait first',
  from: (time: string) => `from ${time}`,
  estimate: (checked: string, total: string) =>
    `An estimate: ${checked} of ${total} contacts were checked, and the others are taken to be like them.`,
  assumption: (lines: string, seconds: string) =>
    `The end assumes that the task has all ${lines} lines to itself and a call takes ${seconds}.`,
  failed: 'The preview could not be made. You can publish without it.',
  sharedList: (tasks: string[], hasMore: boolean) =>
    `Running tasks dial the same data source: ${tasks.join(', ')}${hasMore ? ' and others' : ''}. People may be rung by each of them.`,
  endBeforeFirst: (end: string) =>
    `The task is stopped at ${end}, before its first call: nobody will be called.`,
  warnings,
  warningsTitle: 'Before you publish',
}
