import { Type } from 'typebox'
import { Denial, presentDenial } from '../../campaigns/permission/denials.schema.ts'
import { wayQuery } from '../../campaigns/tasks/contacts/task-contacts.schema.ts'
import { type WayQuery, wayFilter } from '../../campaigns/tasks/contacts/task-contacts.ts'
import { ending } from '../../conversations/flows/call-ending.schema.ts'
import { CallResult, verdictKind } from '../../conversations/flows/call-result.schema.ts'
import { Conversation, TranscriptLine } from '../../conversations/transcripts/conversation.schema.ts'
import { MAX_SEARCHED } from '../../conversations/transcripts/conversation.ts'
import type { Conversations } from '../../conversations/transcripts/conversations.service.ts'
import { FormatQuery } from '../../lists/contacts/contact-files.routes.ts'
import {
  type Api,
  fileOperation,
  Id,
  IdParams,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTimeRange, timeBound } from '../../platform/http/schemas/time-range.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Paged } from '../../platform/kernel/paging.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LabelsQuery } from '../../platform/labels/labels.schema.ts'
import type { CallEnding } from '../../platform/words/calls.ts'
import type { CallRow } from './calls.queries.ts'
import {
  Call,
  CallNow,
  cause,
  outcome,
  presentCall,
  presentEndedCall,
  presentLiveCall,
} from './calls.schema.ts'
import type { Calls } from './calls.service.ts'
import type { CallExports } from './export-calls.ts'

export const CALLS_TAG = 'Calls'

const FilterQuery = {
  outcome: Type.Optional(outcome),
  cause: Type.Optional(cause),
  ending: Type.Optional(ending),
  verdict: Type.Optional(verdictKind),
  from: timeBound('Calls that started at this time or later'),
  to: timeBound('Calls that started before this time'),
}
const CallQuery = Type.Object({ ...PageQuery, ...FilterQuery })
const SearchQuery = {
  said: Type.Optional(
    text({
      minLength: 1,
      maxLength: 100,
      description:
        'Only calls in whose transcript or summary this text occurs, ignoring case. The latest ' +
        `${MAX_SEARCHED.toLocaleString('en')} calls with a voice agent are searched; \`from\` and \`to\` choose others.`,
    }),
  ),
  ...wayQuery(`of the latest ${MAX_SEARCHED.toLocaleString('en')} answered calls those that`),
}

interface GivenFilter extends WayQuery {
  outcome?: number
  cause?: string
  ending?: CallEnding
  verdict?: string
  said?: string
  from?: string
  to?: string
}

interface CallRouteDependencies {
  calls: Calls
  callExports: CallExports
  conversations: Conversations
  timestamps: Timestamps
  clock: Clock
}

export function addCallRoutes(
  app: Api,
  { calls, callExports, conversations, timestamps, clock }: CallRouteDependencies,
): void {
  for (const each of [CallResult, Conversation, TranscriptLine, Call, CallNow, Denial]) app.addSchema(each)
  const tag = CALLS_TAG

  app.get(
    '/api/task/:id/calls',
    readOperation({
      id: 'listTaskCalls',
      needs: 'seeNumbers',
      bound: 'task',
      tag,
      summary: 'List the calls of a task, newest first',
      description: 'Calls that have ended, by the time they started.',
      query: Type.Object({ ...PageQuery, ...FilterQuery, ...SearchQuery }),
      data: pageOf(ref(Call)),
    }),
    async (request) => success(listed(await calls.ofTask(request.params.id, readFilter(request.query)))),
  )

  app.get(
    '/api/dataSource/:id/contact/:contactId/calls',
    operation({
      id: 'listContactCalls',
      tag,
      summary: 'List the calls to a contact in all tasks, newest first',
      description:
        'Calls that have ended, by the time they started. They remain when the contact is deleted.',
      needs: 'seeNumbers',
      bound: 'dataSource',
      params: Type.Object({ id: Id, contactId: Id }),
      query: CallQuery,
      data: Type.Object({
        ...pageOf(ref(Call)).properties,
        denials: Type.Array(ref(Denial), {
          description:
            'Decisions that the contact may not be called: the latest 20 of all tasks, newest first.',
        }),
      }),
      errors: [404],
    }),
    async (request) => {
      const { id, contactId } = request.params
      const { denials, ...page } = await calls.ofContact(id, contactId, readFilter(request.query))
      return success({
        ...listed(page),
        denials: denials.map((row) => presentDenial(row, timestamps)),
      })
    },
  )

  app.get(
    '/api/call/inbound',
    operation({
      id: 'listInboundCalls',
      tag,
      summary: 'List the calls of people who called one of our numbers, newest first',
      description:
        'Calls that have ended, by the time they started. `callerId` is the number that was called.',
      needs: 'seeNumbers',
      bound: 'all',
      query: Type.Object({
        ...PageQuery,
        ...FilterQuery,
        trunkId: Type.Optional(text({ ...Id, description: 'Only calls that came by this trunk.' })),
      }),
      data: pageOf(ref(Call)),
      errors: [404],
    }),
    async (request) => {
      const { trunkId, ...filter } = request.query
      return success(listed(await calls.inbound({ ...readFilter(filter), trunkId })))
    },
  )

  app.get(
    '/api/call/inbound/export',
    fileOperation({
      id: 'exportInboundCalls',
      tag,
      summary: 'Export the calls of people who called one of our numbers, newest first',
      needs: 'export',
      records: 'call.exportInbound',
      bound: 'all',
      query: Type.Object({ ...FormatQuery, ...LabelsQuery, ...FilterQuery }),
    }),
    async (request, reply) => {
      const { format, labels, ...filter } = request.query
      const file = callExports.inbound({ format, labels, filter: readFilter(filter) })
      return sendFile(reply, file, `inbound_calls_${timestamps.compact(clock.now())}`)
    },
  )

  for (const { path, what, id, bound, records, exportOf } of [
    {
      path: '/api/task/:id/calls/export',
      what: 'a task',
      id: 'exportTaskCalls',
      bound: 'task',
      records: 'task.exportCalls',
      exportOf: callExports.ofTask,
    },
    {
      path: '/api/dataSource/:id/calls/export',
      what: 'the contacts of a data source',
      id: 'exportDataSourceCalls',
      bound: 'dataSource',
      records: 'dataSource.exportCalls',
      exportOf: callExports.ofDataSource,
    },
  ] as const) {
    app.get(
      path,
      fileOperation({
        id,
        tag,
        summary: `Export the calls of ${what}, newest first`,
        description:
          'Calls that have ended, with their causes and what came of them. Those of a data source are listed by task.',
        needs: 'export',
        records,
        bound,
        params: IdParams,
        query: Type.Object({ ...FormatQuery, ...LabelsQuery, ...FilterQuery, ...SearchQuery }),
        errors: [404],
      }),
      async (request, reply) => {
        const { format, labels, ...filter } = request.query
        const file = await exportOf(request.params.id, { format, labels, filter: readFilter(filter) })
        return sendFile(reply, file, `calls_${timestamps.compact(clock.now())}`)
      },
    )
  }

  app.get(
    '/api/call/:id/transcript',
    readOperation({
      id: 'getTranscript',
      needs: 'seeNumbers',
      records: 'call.readTranscript',
      bound: 'call',
      tag,
      summary: 'Show what was said in a call with a voice agent',
      description:
        'As the agent has told it, in that order; empty if it has told nothing, or the contact was deleted. Also while the call is live.',
      data: Type.Array(ref(TranscriptLine)),
    }),
    async (request) => success(await conversations.transcript(request.params.id)),
  )

  app.get(
    '/api/call/:id/now',
    readOperation({
      id: 'getCallNow',
      needs: 'seeNumbers',
      bound: 'call',
      tag,
      summary: 'Show a call as it is now, live or ended',
      description:
        'What has been said and pressed so far. While it is asked for, everything that happens in a live call is in the next answer, at most a ' +
        'second later, on whichever node the call is: ask once a second to watch it.',
      data: ref(CallNow),
    }),
    async (request) => {
      const found = await calls.find(request.params.id)
      return success(
        'live' in found ? presentLiveCall(found.live, timestamps) : presentEndedCall(found.ended, timestamps),
      )
    },
  )

  app.post(
    '/api/call/:id/transfer',
    operation({
      id: 'transferCall',
      tag,
      summary: 'Transfer a live call',
      description:
        'Its flow stops where it is; a voice agent goes on until the other party has taken the call. If nobody takes it within 30 seconds, the flow ' +
        'goes on: a question waits for keys again, otherwise the next step begins. The rules of permission hold as for the flow. The answer is sent ' +
        'when the node of the call was told; `transfer` of the result says how it went.',
      needs: 'operate',
      bound: 'liveCall',
      params: IdParams,
      body: Type.Object(
        {
          to: text({
            minLength: 1,
            maxLength: 200,
            description:
              '`sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`.',
          }),
        },
        { examples: [{ to: 'tel:+4930901820' }] },
      ),
      data: Type.Object({ id: Id }),
      errors: [404, 405],
    }),
    async (request) => {
      const { id } = request.params
      await calls.transfer(id, request.body.to)
      return success({ id })
    },
  )

  app.post(
    '/api/call/:id/hangup',
    operation({
      id: 'hangUpCall',
      tag,
      summary: 'Hang up a live call',
      description:
        'Answers when the node of the call was told. The call ends as if the callee had hung up, and is recorded then; ' +
        'if it does not end within seconds, ask again. A voice platform that cannot hang up lets it go on.',
      needs: 'operate',
      bound: 'liveCall',
      params: IdParams,
      data: Type.Object({ id: Id }),
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      await calls.hangUp(id)
      request.log.info({ call: id }, 'hang-up of a call was requested')
      return success({ id })
    },
  )

  function readFilter<Given extends GivenFilter>({
    from,
    to,
    fromStep,
    exit,
    toStep,
    flowVersion,
    ...rest
  }: Given) {
    return {
      way: wayFilter({ fromStep, exit, toStep, flowVersion }),
      outcome: undefined,
      cause: undefined,
      ending: undefined,
      verdict: undefined,
      ...rest,
      ...readTimeRange({ from, to }, timestamps),
    }
  }

  function listed({ total, rows }: Paged<CallRow>) {
    return { total, rows: rows.map((row) => presentCall(row, timestamps)) }
  }
}
