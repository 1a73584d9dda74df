import { Type } from 'typebox'
import { CallResult, verdictKind } from '../flows/call-result.schema.ts'
import { actorOf } from '../http/auth.ts'
import { type Api, Id, IdParams, operation, PageQuery, pageOf, ref, success } from '../http/route-schema.ts'
import { readTimeRange, timeBound } from '../http/time-range.ts'
import type { Paged } from '../kernel/paging.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { Denial, presentDenial } from '../permission/denials.schema.ts'
import type { CallRow } from './calls.queries.ts'
import { Call, cause, outcome, presentCall } from './calls.schema.ts'
import type { CallFilter, Calls } from './calls.service.ts'

export const CALLS_TAG = 'Calls'

const CallQuery = Type.Object({
  ...PageQuery,
  outcome: Type.Optional(outcome),
  cause: Type.Optional(cause),
  verdict: Type.Optional(verdictKind),
  from: timeBound('Calls that started at this time or later'),
  to: timeBound('Calls that started before this time'),
})

interface GivenFilter {
  pageNum: number
  pageSize: number
  afterId?: string
  outcome?: number
  cause?: string
  verdict?: string
  from?: string
  to?: string
}

export function addCallRoutes(app: Api, calls: Calls, timestamps: Timestamps): void {
  for (const each of [CallResult, Call, Denial]) app.addSchema(each)
  const tag = CALLS_TAG

  app.get(
    '/api/task/:id/calls',
    operation({
      id: 'listTaskCalls',
      tag,
      summary: 'List the calls of a task, newest first',
      description: 'Calls that have ended, by the time they started.',
      scope: 'read',
      params: IdParams,
      query: CallQuery,
      data: pageOf(ref(Call)),
      errors: [404],
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
      scope: 'read',
      params: Type.Object({ id: Id, contactId: Id }),
      query: CallQuery,
      data: Type.Object({
        ...pageOf(ref(Call)).properties,
        denials: Type.Array(ref(Denial), {
          description:
            'Decisions that the contact may not be rung: the latest 20 of all tasks, newest first.',
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

  app.post(
    '/api/call/:id/hangup',
    operation({
      id: 'hangUpCall',
      tag,
      summary: 'Hang up a live call',
      description:
        'Answers when the node of the call was told. The call ends as if the callee had hung up, and is recorded then; ' +
        'if it does not end within seconds, ask again. A voice platform that cannot hang up lets it go on.',
      scope: 'write',
      params: IdParams,
      data: Type.Object({ id: Id }),
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      await calls.hangUp(id)
      request.log.info({ call: id, actor: actorOf(request) }, 'hang-up of a call was requested')
      return success({ id })
    },
  )

  function readFilter({ from, to, ...rest }: GivenFilter): CallFilter {
    return {
      outcome: undefined,
      cause: undefined,
      verdict: undefined,
      ...rest,
      ...readTimeRange({ from, to }, timestamps),
    }
  }

  function listed({ total, rows }: Paged<CallRow>) {
    return { total, rows: rows.map((row) => presentCall(row, timestamps)) }
  }
}
