// Each table belongs to one slice: the heading above it in the migrations. Other slices go through the owner's queries, views and
// functions; the exceptions are listed here, with the reason.

import { describe, expect, it } from 'vitest'
import { readTableOwners } from '../scripts/data-model.ts'
import { readSourceFiles } from './support/source-imports.ts'

interface Exception {
  tables: string[]
  because: string
}

const writers: Record<string, Exception> = {
  trail: {
    tables: ['audit'],
    because:
      'every part writes the audit trail, in the transaction of its change, and who may read it is decided in `access`',
  },
  dialer: {
    tables: [
      'task',
      'task_counter',
      'dial',
      'contact',
      'call',
      'conversation',
      'call_flow',
      'call_sum',
      'line_sample',
      'audit',
    ],
    because:
      'a claim, a settlement, a completion and a change of the limits are one statement each, so that no crash leaves half of it; a call without a task is forgotten with its flow, and what was said in it with the contact',
  },
  tasks: {
    tables: ['contact', 'call', 'conversation', 'task_progress', 'audit'],
    because:
      'a change of a task is recorded in the statement that makes it; a step of a recall changes dials and contacts in one statement; what was said to a deleted contact is forgotten in its dials and calls at once; a task that continues another one reads the list on from where that one stopped',
  },
  'number-keys': {
    tables: [
      ...['contact', 'call', 'denial', 'recording', 'do_not_call_entry', 'consent', 'number_note'],
      'service',
      'single_call',
    ],
    because: 'all stored numbers are compared anew when a country changes, in one place',
  },
  overview: {
    tables: ['service'],
    because: 'all settings of the service are one row, and what the console shows is a column of it',
  },
  calls: {
    tables: ['service'],
    because:
      'all settings and states of the service are one row, and how far the paths of calls are counted is a column of it',
  },
  erasure: {
    tables: [
      ...['contact', 'dial', 'call', 'conversation', 'http_call', 'denial', 'single_call', 'call_flow'],
      ...['do_not_call_entry', 'do_not_call_list', 'recording', 'service', 'case_call'],
    ],
    because: 'all that is known of a person is erased in one place, so that one list says what there is',
  },
  retention: {
    tables: [
      ...['call', 'conversation', 'dial', 'denial', 'recording'],
      ...['webhook_delivery', 'line_sample', 'audit'],
      ...['task', 'task_counter', 'task_progress', 'flow_sum', 'call_flow'],
      ...['data_source', 'contact', 'contact_block', 'name_block', 'deleted_contact'],
      ...['import_job', 'import_piece', 'import_failure'],
    ],
    because:
      'what is past its age, and what belonged to a deleted task or data source, is deleted in one place, so that one file says what goes',
  },
  backup: {
    tables: ['service'],
    because:
      'all settings and states of the service are one row, and what came of the backups is a column of it',
  },
  repair: {
    tables: [
      ...['data_source', 'contact_block', 'contact', 'do_not_call_list'],
      ...['task', 'task_counter', 'call_sum'],
    ],
    because: 'a sum is corrected in the statement that compares it with its records',
  },
}

const readers: Record<string, Exception> = {
  audit: {
    tables: ['erasure'],
    because: 'that the contents of a row were erased is compared with the erasures there were',
  },
  trail: {
    tables: ['sealed_audit'],
    because: 'failed sign-ins are counted in one row until it is sealed, in one statement',
  },
  transcripts: {
    tables: ['task', 'contact', 'call', 'live_call', 'call_flow'],
    because:
      'what was said is stored and found with its call, in one statement, and only from the agent of a call that is live or has just ended',
  },
  audio: {
    tables: ['service'],
    because:
      'all settings of the service are one row, and the secret of the addresses of sounds is a column of it',
  },
  backup: {
    tables: ['service'],
    because: 'what came of the backups is a column of the one row of settings',
  },
  flows: {
    tables: ['single_call'],
    because:
      'the flow that a draft had before stays while a call without a task names it, decided in one statement',
  },
  agents: {
    tables: ['live_call', 'call_flow'],
    because:
      'only what is said about a live call is taken, which is decided in the statement that stores it, and only from its agent',
  },
  trunks: {
    tables: ['call', 'call_flow', 'dialer_node'],
    because:
      'the health of a trunk is counted over the call records of the last day, a trunk is read with the flows for people who call back, and its registration is taken in the statement that sees whether the node that has it is alive',
  },
  permission: {
    tables: ['call', 'contact', 'live_call'],
    because:
      'a budget is counted over call records, and a case has at most one live call, in the statements of the slices that decide with it; a denied contact is an event, with its fields at that moment',
  },
  contacts: {
    tables: ['data_source', 'live_call'],
    because: 'a page has the total and the status of the same moment',
  },
  tasks: {
    tables: [
      ...['data_source', 'contact', 'contact_block', 'deleted_contact', 'live_call', 'call', 'call_flow'],
      ...['service', 'audit', 'flow_sum'],
    ],
    because:
      'the length of a list, who changed a task, its answered calls and those of a version of its flow, and what a recall or an export concerns are decided in one statement',
  },
  reports: {
    tables: ['task', 'call', 'live_call', 'import_job', 'do_not_call_entry'],
    because:
      'the tasks of a report are found with their sums; a trend counts what the others have recorded by time',
  },
  history: {
    tables: ['call_sum'],
    because: 'charts show the sums that reports add up',
  },
  dialer: {
    tables: [
      'data_source',
      'contact',
      'task',
      'call_sum',
      'audit',
      'dial',
      'recall',
      'call',
      'call_flow',
      'service',
      'do_not_call_entry',
      'task_counter',
      'retention',
    ],
    because:
      'a claim reads the lists, the rules and what is due, many times a second, in as few statements as possible',
  },
  calls: {
    tables: [
      ...['task', 'contact', 'live_call', 'call_flow', 'service', 'dialer_node', 'conversation'],
      ...['dial', 'denial', 'forgotten_call'],
    ],
    because:
      'an ended call is an event with what its contact has come to at that moment; the calls of a task or a contact are found through them, a page has the total of the same moment and what was said in each call, whoever cannot listen in is told the node of the call, and how far paths are counted is a column of the one row of settings',
  },
  explain: {
    tables: [
      ...['task', 'audit', 'dial', 'data_source', 'contact', 'call'],
      ...['dialer', 'dialer_node', 'live_call', 'task_counter', 'call_flow', 'trunk'],
    ],
    because: 'an explanation puts facts of all slices together, of the same moment',
  },
  numbers: {
    tables: [
      ...['call', 'live_call', 'single_call', 'denial', 'do_not_call_entry', 'do_not_call_list'],
      ...['task', 'data_source', 'contact'],
    ],
    because: 'the history of a number is one list over all that happened to it, page by page',
  },
  'number-keys': {
    tables: [
      ...['data_source', 'contact', 'do_not_call_list', 'do_not_call_entry', 'consent', 'service'],
      'number_note',
      ...['task', 'dial', 'call', 'live_call', 'single_call'],
    ],
    because: 'all stored numbers are compared anew when a country changes, in one place',
  },
  recordings: {
    tables: ['live_call'],
    because: 'a recording is fetched when its call is over, also if the node that placed it is dead',
  },
  'look-ahead': {
    tables: ['task', 'data_source', 'contact', 'dial'],
    because: 'what a task will say next is read as the dialer reads whom it calls next',
  },
  events: {
    tables: ['call'],
    because: 'the progress of tasks is summed up over the calls of a range of the log',
  },
  imports: {
    tables: ['do_not_call_list'],
    because: 'numbers that a file puts on a list are an event, with the name of the list at that moment',
  },
  webhooks: {
    tables: ['task'],
    because: 'a webhook names tasks, which have to exist',
  },
  overview: {
    tables: [
      ...['task', 'audit', 'dialer', 'dialer_node', 'live_call', 'call_sum', 'data_source', 'dial'],
      'service',
    ],
    because: 'the state of the service is shown as of the same moment',
  },
  metrics: {
    tables: ['task', 'task_counter', 'dialer', 'dialer_node', 'live_call'],
    because: 'the totals of a scrape are of the same moment',
  },
  erasure: {
    tables: [
      ...[
        'contact',
        'dial',
        'call',
        'conversation',
        'http_call',
        'denial',
        'single_call',
        'call_flow',
        'service',
      ],
      ...[
        'do_not_call_entry',
        'do_not_call_list',
        'recording',
        'task',
        'data_source',
        'deleted_contact',
        'live_call',
      ],
      'import_piece',
    ],
    because: 'all that is known of a person is found in one place',
  },
  retention: {
    tables: [
      ...['call', 'conversation', 'dial', 'denial', 'recording', 'task'],
      ...['webhook_delivery', 'line_sample', 'audit', 'live_call', 'recall', 'call_flow', 'single_call'],
      ...[
        'task_counter',
        'task_progress',
        'flow_sum',
        'data_source',
        'contact',
        'contact_block',
        'name_block',
      ],
      ...['deleted_contact', 'import_job', 'import_piece', 'import_failure'],
    ],
    because: 'what is past its age, and what belonged to something deleted, is found in one place',
  },
  repair: {
    tables: [
      ...['data_source', 'contact', 'contact_block', 'do_not_call_list', 'do_not_call_entry'],
      ...['task', 'dial', 'live_call', 'call', 'call_sum', 'forgotten_call'],
    ],
    because: 'all sums are compared with their records',
  },
}

const WRITE = /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/g
const READ = /(?<!delete\s)\b(?:from|join|using)\s+(\w+)/g

const owners = await readTableOwners()

function foreignTables(pattern: RegExp): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { part, text } of readSourceFiles()) {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
    for (const [, table = ''] of code.matchAll(pattern)) {
      const owner = owners.get(table)
      if (owner && owner !== part) found.set(part, (found.get(part) ?? new Set()).add(table))
    }
  }
  return found
}

describe.each([
  ['writes', WRITE, writers],
  ['reads', READ, readers],
] as const)('of the tables of others, a slice %s', (_, pattern, exceptions) => {
  const found = foreignTables(pattern)

  it.each([...found])('only those listed: %s', (part, tables) => {
    expect([...tables].filter((table) => !exceptions[part]?.tables.includes(table))).toEqual([])
  })
})

it('every table has an owner that is a folder of the server', () => {
  const parts = new Set(readSourceFiles().map(({ part }) => part))
  expect([...owners].filter(([, owner]) => !parts.has(owner))).toEqual([])
  expect(owners.size).toBeGreaterThan(20)
})
