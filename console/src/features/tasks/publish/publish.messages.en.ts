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
  no_opening: () => 'The calling hours do not open in the next months, so nobody will be called.',
  list_dialed_by_other: ({ taskName = '' }) =>
    `The task “${taskName}” is running and dials the same data source: the same people may be called by both.`,
  no_dialer: () => 'No dialer is running: no calls are placed until one is started.',
  simulated_gateway: () => 'The gateway is the simulator: no real phone rings.',
  end_before_done: ({ time: end }, time) =>
    `The task ends at ${time(end)}, before all contacts are expected to be done.`,
  field_empty: ({ field = '', contacts = 0 }) =>
    `${contacts === 1 ? '1 contact has' : `${contacts} contacts have`} no “${field}”: the call flow leaves it out.`,
}

export const en = {
  title: 'Publish this task?',
  text: 'A published task keeps its data source and its call flow. Daily window, priority, attempts and interval can be changed while it is paused.',
  action: 'Publish',
  loading: 'Checking the contacts against the rules',
  rung: 'To be called',
  waiting: 'Of these, waiting',
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
  failed: 'Couldn’t check the contacts. You can publish without it.',
  sharedList: (tasks: string[], hasMore: boolean) =>
    `Running tasks dial the same data source: ${tasks.join(', ')}${hasMore ? ' and others' : ''}. The same people may be called by each of them.`,
  endBeforeFirst: (end: string) => `The task ends at ${end}, before its first call: nobody will be called.`,
  warnings,
  warningsTitle: 'Before you publish',
}
