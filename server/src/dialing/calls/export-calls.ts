// Exports call records, newest first, in constant memory: they are read in parts while the file is sent.

import { endingOfCause } from '../../conversations/flows/call-ending.ts'
import type { CallResult, PathStep } from '../../conversations/flows/call-result.ts'
import { isConfirmation } from '../../conversations/flows/success-rule.ts'
import { costsOf, type TranscriptLine } from '../../conversations/transcripts/conversation.ts'
import { readTranscripts } from '../../conversations/transcripts/conversations.queries.ts'
import type { ExportFile, ExportStyle } from '../../lists/contacts/export-file.ts'
import { findDataSource } from '../../lists/data-sources/data-sources.service.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { NO_TASK } from '../../platform/kernel/task-of-call.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { idsLast, type Labels, labels, titleIn } from '../../platform/labels/labels.ts'
import type { Database } from '../../platform/storage/database.ts'
import { writeTable } from '../../platform/tabular/write-table.ts'
import type { CellKind } from '../../platform/tabular/xlsx/xlsx-parts.ts'
import type { CallCause } from '../../platform/words/calls.ts'
import type { CallRow } from './calls.queries.ts'
import * as queries from './calls.queries.ts'
import { type CallFilter, conditions, searchCalls } from './calls.service.ts'

export interface CallsExport extends ExportStyle {
  filter: Omit<CallFilter, 'pageNum' | 'pageSize' | 'afterId'>
}

interface Named {
  id: string
  name: string
  success_when: string
}

const ROWS_AT_ONCE = 2000
/** Transcripts may be long. */
const TRANSCRIPTS_AT_ONCE = 50

type ExportedCall = CallRow & { transcript?: TranscriptLine[] | undefined }

interface CallColumn {
  title: string
  kind?: CellKind
  /** `words`: for people who read the file; without them the codes are written. */
  text(call: ExportedCall, task: Named, tools: { words: Labels | undefined; timestamps: Timestamps }): string
}

const word = (words: Readonly<Record<string, string>> | undefined, code: string) => words?.[code] ?? code
const time = (value: Date | null, { format }: Timestamps) => (value === null ? '' : format(value))
/** What came of the call, in the words of its task. */
const endingWord = ({ endings, confirmedEndings }: Labels, cause: string, successWhen: string) =>
  word(isConfirmation(successWhen) ? confirmedEndings : endings, endingOfCause(cause as CallCause))
const pairs = (values: Readonly<Record<string, unknown>> | undefined) =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

const COLUMNS: CallColumn[] = [
  { title: 'callId', text: ({ id }) => id },
  { title: 'taskId', text: ({ task_id }) => task_id ?? '' },
  { title: 'taskName', text: (_, task) => task.name },
  { title: 'contactId', text: ({ contact_id }) => contact_id },
  { title: 'phoneNumber', text: ({ phone_number }) => phone_number },
  { title: 'displayName', text: ({ display_name }) => display_name ?? '' },
  {
    title: 'outcome',
    text: ({ outcome, cause }, { success_when }, { words }) =>
      words === undefined ? String(outcome) : endingWord(words, cause, success_when),
  },
  { title: 'cause', text: ({ cause }, _, { words }) => word(words?.causes, cause) },
  { title: 'round', kind: 'number', text: ({ round }) => String(round) },
  { title: 'attempt', kind: 'number', text: ({ attempt }) => String(attempt) },
  {
    title: 'startTime',
    kind: 'time',
    text: ({ start_time }, _, { timestamps }) => time(start_time, timestamps),
  },
  {
    title: 'answerTime',
    kind: 'time',
    text: ({ answer_time }, _, { timestamps }) => time(answer_time, timestamps),
  },
  { title: 'endTime', kind: 'time', text: ({ end_time }, _, { timestamps }) => time(end_time, timestamps) },
  { title: 'talkSeconds', kind: 'number', text: ({ talk_ms }) => String(Math.round(talk_ms / 100) / 10) },
  {
    title: 'verdict',
    text: ({ result }, _, { words }) => (result?.verdict ? word(words?.verdicts, result.verdict.is) : ''),
  },
  { title: 'digits', text: ({ result }) => pairs(result?.digits) },
  { title: 'fields', text: ({ result }) => pairs(result?.fields) },
  {
    title: 'callbackTime',
    kind: 'time',
    text: ({ result }, _, { timestamps }) =>
      time(result?.callbackTime === undefined ? null : new Date(result.callbackTime), timestamps),
  },
  {
    title: 'transfer',
    text: ({ result }, _, { words }) =>
      result?.transfer ? word(words?.transfers, result.transfer.result) : '',
  },
  {
    title: 'optOut',
    text: ({ result }, _, { words }) => (result?.optOut === undefined ? '' : word(words?.answers, 'yes')),
  },
  {
    title: 'recording',
    text: ({ result }) => (result?.recordings ?? []).map(({ id }) => id).join(' '),
  },
  { title: 'sipStatus', kind: 'number', text: ({ sip_status }) => sip_status?.toString() ?? '' },
  { title: 'trunkId', text: ({ trunk_id }) => trunk_id ?? '' },
  { title: 'trunkName', text: ({ trunk_name }) => trunk_name ?? '' },
  { title: 'callerId', text: ({ caller_id }) => caller_id ?? '' },
  { title: 'direction', text: ({ direction }, _, { words }) => word(words?.directions, direction) },
  { title: 'summary', text: ({ conversation }) => conversation?.summary ?? '' },
  {
    title: 'cost',
    text: ({ conversation }) => (conversation ? costsOf(conversation) : []).map(writeCost).join('; '),
  },
  {
    title: 'transcript',
    text: ({ transcript }, _, { words }) => (transcript ? writeTranscript(transcript, words) : ''),
  },
  {
    title: 'lineCost',
    text: ({ line_cost }) => (line_cost ? writeCost({ ...line_cost, of: '' }) : ''),
  },
  { title: 'path', text: ({ result }) => (result?.path ?? []).map(writeStep).join(' > ') },
  { title: 'loss', kind: 'number', text: ({ result }) => result?.media?.loss.toString() ?? '' },
  { title: 'jitterMs', kind: 'number', text: ({ result }) => result?.media?.jitterMs.toString() ?? '' },
  { title: 'mes', kind: 'number', text: ({ result }) => result?.media?.mes?.toString() ?? '' },
  { title: 'said', text: ({ result }) => writeSaid(result) },
]

/** Everything that the call played, in order: when, which words or which audio, and the hash of the sound. */
function writeSaid(result: CallResult | null): string {
  const said = (result?.said ?? []).map(({ text, ...line }) => ({ what: text, ...line }))
  const played = (result?.played ?? []).map(({ audioId, ...line }) => ({ what: audioId, ...line }))
  return [...said, ...played]
    .sort((one, other) => (one.offsetMs ?? 0) - (other.offsetMs ?? 0))
    .map(({ what, step, offsetMs, sha256 }) =>
      [
        ...(offsetMs === undefined ? [] : [`${(offsetMs / 1000).toFixed(1)} s`]),
        ...[`${step}:`, what],
        ...(sha256 === undefined ? [] : [`(sha256 ${sha256})`]),
      ].join(' '),
    )
    .join('\n')
}

/** Such as `confirm 2.1 s (keys:1)`. */
const writeStep = ([step, offsetMs, exit]: PathStep) =>
  `${step} ${(offsetMs / 1000).toFixed(1)} s${exit === undefined ? '' : ` (${exit})`}`

const writeTranscript = (lines: TranscriptLine[], words: Labels | undefined) =>
  words === undefined
    ? JSON.stringify(lines)
    : lines.map(({ who, text }) => `${word(words.speakers, who)}: ${text}`).join('\n')

const writeCost = ({ amount, currency, of }: ReturnType<typeof costsOf>[number]) =>
  `${amount} ${currency}${of === '' ? '' : ` ${of}`}`

interface Dependencies {
  exportDb: Database
  timestamps: Timestamps
}

export function createCallExports({ exportDb: db, timestamps }: Dependencies) {
  function file(tasks: Named[], { format, labels: language, filter }: CallsExport): ExportFile {
    const words = language && labels[language]
    const columns = language ? idsLast(COLUMNS) : COLUMNS
    async function* rows(): AsyncGenerator<string[][]> {
      for (const task of tasks) {
        for await (const calls of callsOf(db, task.id, filter)) {
          yield calls.map((call) => columns.map(({ text }) => text(call, task, { words, timestamps })))
        }
      }
    }
    return writeTable(
      {
        titles: columns.map(({ title }) => (language ? titleIn(language, title) : title)),
        rows: rows(),
        kinds: language ? columns.map(({ kind = 'text' }) => kind) : [],
      },
      format,
    )
  }

  return {
    async ofTask(taskId: string, options: CallsExport): Promise<ExportFile> {
      const task = isId(taskId) ? await queries.findNamedTask.first(db, [taskId]) : undefined
      if (!task) throw new NotFound('task', taskId)
      return file([task], options)
    },
    /** Calls from outside. */
    inbound: (options: CallsExport): ExportFile =>
      file([{ id: NO_TASK, name: '', success_when: 'answered' }], options),
    /** By task, the newest task first. */
    async ofDataSource(dataSourceId: string, options: CallsExport): Promise<ExportFile> {
      await findDataSource(db, dataSourceId)
      return file(await queries.findTasksOfDataSource(db, [dataSourceId]), options)
    },
  }
}

export type CallExports = ReturnType<typeof createCallExports>

async function* callsOf(db: Database, taskId: string, filter: CallsExport['filter']) {
  const given = [...conditions(filter), filter.verdict ?? null]
  const found = (await searchCalls(db, taskId, filter)) ?? null
  for (let last: { start_time_text: string; id: string } | undefined; ; ) {
    const after = last ? [last.start_time_text, last.id] : [null, null]
    const calls = await queries.readCallsAfter(db, [taskId, ...given, ROWS_AT_ONCE, ...after, found])
    if (calls.length > 0) yield* withTranscripts(db, taskId, calls)
    last = calls.at(-1)
    if (!last || calls.length < ROWS_AT_ONCE) return
  }
}

async function* withTranscripts(
  db: Database,
  taskId: string,
  calls: CallRow[],
): AsyncGenerator<ExportedCall[]> {
  const hasTranscript = ({ conversation }: CallRow) => (conversation?.lineCount ?? 0) > 0
  if (!calls.some(hasTranscript)) {
    yield calls
    return
  }
  for (let index = 0; index < calls.length; index += TRANSCRIPTS_AT_ONCE) {
    const some = calls.slice(index, index + TRANSCRIPTS_AT_ONCE)
    const ids = some.filter(hasTranscript).map(({ id }) => id)
    const read = new Map((await readTranscripts(db, [taskId, ids])).map((row) => [row.call_id, row.lines]))
    yield some.map((call) => ({ ...call, transcript: read.get(call.id) }))
  }
}
