import { Type } from 'typebox'
import { type Api, Id, IdParams, operation, PageQuery, pageOf, ref, success } from '../http/route-schema.ts'
import { InvalidInput } from '../kernel/errors.ts'
import type { Paged } from '../kernel/paging.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import type { CallRow } from './calls.queries.ts'
import { Call, cause, outcome, presentCall } from './calls.schema.ts'
import type { CallFilter, Calls } from './calls.service.ts'

export const CALLS_TAG = 'Calls'

const TIME_FORM = 'a time as YYYY-MM-DD HH:MM:SS'
const bound = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$',
      'x-form': TIME_FORM,
      description: `${description}, in the time zone of the service.`,
      examples: ['2026-03-02 09:00:00'],
    }),
  )

const CallQuery = Type.Object({
  ...PageQuery,
  outcome: Type.Optional(outcome),
  cause: Type.Optional(cause),
  from: bound('Calls that started at this time or later'),
  to: bound('Calls that started before this time'),
})

interface GivenFilter {
  pageNum: number
  pageSize: number
  outcome?: number
  cause?: string
  from?: string
  to?: string
}

export function addCallRoutes(app: Api, calls: Calls, timestamps: Timestamps): void {
  app.addSchema(Call)
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
      description: 'Calls that have ended, by the time they started. They outlive the contact.',
      scope: 'read',
      params: Type.Object({ id: Id, contactId: Id }),
      query: CallQuery,
      data: pageOf(ref(Call)),
      errors: [404],
    }),
    async (request) => {
      const { id, contactId } = request.params
      return success(listed(await calls.ofContact(id, contactId, readFilter(request.query))))
    },
  )

  function readFilter({ from, to, ...rest }: GivenFilter): CallFilter {
    // Of a time that the wall clock shows twice, so much as can be meant.
    const bounds = { from: readTime('from', from, 'first'), to: readTime('to', to, 'last') }
    if (bounds.from && bounds.to && bounds.from >= bounds.to)
      throw new InvalidInput('to must be later than from')
    return { outcome: undefined, cause: undefined, ...rest, ...bounds }
  }

  function readTime(name: string, text: string | undefined, which: 'first' | 'last'): Date | undefined {
    if (text === undefined) return undefined
    const time = timestamps.parse(text, which)
    if (!time) throw new InvalidInput(`${name} must be ${TIME_FORM}`)
    return time
  }

  function listed({ total, rows }: Paged<CallRow>) {
    return { total, rows: rows.map((row) => presentCall(row, timestamps)) }
  }
}
