// One call, for a system that asks for it: now or at its time, with its own flow or that of a task.
import { type Static, Type } from 'typebox'
import { settingInputs } from '../../campaigns/tasks/task-settings.schema.ts'
import type { StoredSettings } from '../../campaigns/tasks/task-settings.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { requireFlow } from '../../conversations/flows/read-flow.schema.ts'
import { givenPhoneNumber } from '../../lists/contacts/contacts.schema.ts'
import { oneCallOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  named,
  oneOf,
  operation,
  optional,
  optionalBody,
  orNull,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTime, timeOrNull } from '../../platform/http/schemas/time-range.ts'
import type { Page, Paged } from '../../platform/kernel/paging.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { callWords, WAIT_REASONS, type WaitReason } from '../../platform/words/calls.ts'
import { givenCallerId } from '../../telephony/trunks/call-route.schema.ts'
import { Call, presentCall } from './calls.schema.ts'
import type { Calls } from './calls.service.ts'

const STATUSES = ['scheduled', 'waiting', 'preparing', 'calling', 'answered', 'ended'] as const
const DEFAULTS = { priority: 3, maxDialCount: 1, callInterval: 60 }

const { flow, successWhen, dailyStartTime, dailyEndTime, weekdays, windowZone } = settingInputs
const integer = (minimum: number, maximum: number, initial: number, description: string) =>
  optional(Type.Integer({ minimum, maximum, default: initial, description, examples: [initial] }))

const CallRequest = named(
  'CallRequest',
  Type.Object(
    {
      phoneNumber: givenPhoneNumber,
      taskId: optional({
        ...Id,
        description:
          'Call with the flow, the success rule, the hours, the do-not-call lists and the trunks of this task, in whatever state it is; not beside a flow or hours of ' +
          'its own. The call does not count for the task.',
      }),
      flow,
      successWhen,
      fields: optional(
        Type.Record(Type.String({ maxLength: 64 }), text({ maxLength: 1000 }), {
          maxProperties: 50,
          description:
            'Values for the fields that the flow uses. `timeZone` is where the person is, as for contacts.',
        }),
      ),
      callTime: Type.Optional(
        timeOrNull('Not before this time, in the time zone of the service. Null or in the past is now.'),
      ),
      callUntil: Type.Optional(
        timeOrNull(
          'No attempt begins at this time or later. Later than now and than `callTime`. Null is a day after `callTime`, or after now without it.',
        ),
      ),
      trunkId: optional({ ...Id, description: 'The trunk that the call takes.' }),
      callerId: optional({
        ...givenCallerId,
        description:
          'The number that the phone shows, in place of one of the pool. The carrier must accept it.',
      }),
      priority: integer(
        1,
        5,
        DEFAULTS.priority,
        'Among such calls; 1 is the highest. All of them come before the calls of tasks.',
      ),
      maxDialCount: integer(1, 10, DEFAULTS.maxDialCount, 'Max number of attempts.'),
      callInterval: integer(
        0,
        86_400,
        DEFAULTS.callInterval,
        'Min seconds between the end of one attempt and the start of the next.',
      ),
      dailyStartTime,
      dailyEndTime,
      weekdays,
      windowZone,
    },
    {
      examples: [
        {
          phoneNumber: '13800138000',
          flow: {
            steps: [{ id: 'reminder', type: 'say', text: 'Your table is ready, {{name|dear guest}}.' }],
          },
          fields: { name: 'Ann' },
        },
      ],
    },
  ),
)

const meaning = (code: WaitReason) =>
  (({ ...callWords.en.denials, ...callWords.en.waits }) as Record<WaitReason, string>)[code].toLowerCase()

const facts = {
  id: Id,
  taskId: orNull(Id),
  phoneNumber: Type.String({ examples: ['13800138000'] }),
  status: oneOf([...STATUSES], {
    description:
      '`scheduled`: its time has not come; `waiting`: it may not be called now, or waits for a line or the next attempt; `preparing`: it has a line, ' +
      'and what it says is being made: nobody is called yet; `calling` and `answered`: an attempt goes on; `ended`.',
  }),
  reason: Type.Unsafe<string | null>(
    orNull(
      oneOf(WAIT_REASONS, {
        description: `Why it waits, or why it ended without a call: ${WAIT_REASONS.map((code) => `\`${code}\` ${meaning(code)}`).join(', ')}.`,
      }),
    ),
  ),
  priority: Type.Integer(),
  maxDialCount: Type.Integer(),
  attempts: Type.Integer({ description: 'How many attempts have ended.' }),
  callTime: Timestamp,
  callUntil: Timestamp,
  nextTime: {
    ...TimestampOrNull,
    description: 'When it is tried next; null while it is live and when it has ended.',
  },
  actor: Type.String({ description: 'The token that asked for it.' }),
  createTime: Timestamp,
  cancelTime: TimestampOrNull,
  endTime: TimestampOrNull,
}

const ListedSingleCall = named(
  'ListedSingleCall',
  Type.Object(facts, { description: 'A call that was asked for with its number, in a list.' }),
)

const SingleCall = named(
  'SingleCall',
  Type.Object(
    {
      ...facts,
      calls: Type.Array(ref(Call), {
        description: 'Its attempts that have ended, in order. The last one has the result.',
      }),
    },
    {
      description:
        'A call that was asked for with its number. It is kept for 30 days after its end; call records stay.',
    },
  ),
)

/** What the dialer does for it. `also` is part of the transaction that asks for the call. */
interface AskForCalls {
  ask(
    request: {
      phoneNumber: string
      taskId: string | undefined
      flow: Flow | null | undefined
      successWhen: string | undefined
      fields: Record<string, string>
      callTime: Date | undefined
      callUntil: Date | undefined
      priority: number
      trunkId: string | undefined
      callerId: string | undefined
      settings: StoredSettings
    },
    also: (tx: Queryable) => Promise<void>,
  ): Promise<string>
  findAsked(id: string): Promise<AskedCall>
  listAsked(
    filter: Page & { phoneNumber: string | undefined; hasEnded: boolean | undefined },
  ): Promise<Paged<AskedCall>>
  cancel(id: string): Promise<string | undefined>
}

type Facts = Static<typeof ListedSingleCall>
type Times = 'callTime' | 'callUntil' | 'createTime'
type TimesOrNull = 'nextTime' | 'cancelTime' | 'endTime'

/** As it is shown, with times that are not written yet. */
type AskedCall = Omit<Facts, Times | TimesOrNull> &
  Record<Times, Date> &
  Record<TimesOrNull, Date | null> & { phoneKey: string }

interface SingleCallRouteDependencies {
  singleCalls: AskForCalls
  calls: Pick<Calls, 'attempts' | 'hangUp'>
  timestamps: Timestamps
}

export function addSingleCallRoutes(
  app: Api,
  { singleCalls, calls, timestamps }: SingleCallRouteDependencies,
): void {
  for (const schema of [CallRequest, SingleCall, ListedSingleCall]) app.addSchema(schema)
  const tag = 'Calls'

  app.post(
    '/api/call',
    operation({
      id: 'callNumber',
      tag,
      summary: 'Call one number, now or later',
      description:
        'Answers at once; `GET /api/call/{id}` and the event `call` tell what comes of it. What can never be called is refused: emergency ' +
        'numbers, destinations that are not allowed, numbers on a do-not-call list that is global or one of the task, and numbers whose budget or ' +
        'hours leave no room before `callUntil`; do-not-call lists and budgets do not apply to the `ownPhones` of the permission settings. ' +
        'Everything else is decided when the call is due: it waits for its hours, for a budget, for a line, for the calls per second and for another ' +
        'call to the number to end, until `callUntil`. Without a flow the call goes where the gateway sends it.',
      needs: 'call',
      bound: 'all',
      body: ref(CallRequest),
      data: Type.Object({ id: Id }, { examples: [{ id: EXAMPLE_ID }] }),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { body } = request
      const times = {
        // If the wall clock shows a time twice, the call has as long as possible.
        callTime: readTime('callTime', body.callTime ?? undefined, 'first', timestamps),
        callUntil: readTime('callUntil', body.callUntil ?? undefined, 'last', timestamps),
      }
      const { maxDialCount, callInterval, priority } = { ...DEFAULTS, ...withoutAbsent(body) }
      const asked = {
        ...{ phoneNumber: body.phoneNumber, taskId: body.taskId, successWhen: body.successWhen },
        ...{ flow: requireFlow(body.flow), fields: body.fields ?? {}, priority, ...times },
        ...{ trunkId: body.trunkId, callerId: body.callerId },
        settings: { maxDialCount, callInterval, ...hoursOf(body) },
      }
      const id = await singleCalls.ask(asked, oneCallOf(request))
      request.log.info({ call: id }, 'a call was asked for')
      return success({ id })
    },
  )

  app.get(
    '/api/call',
    operation({
      id: 'listCalls',
      tag,
      summary: 'List the calls that were asked for, newest first',
      description:
        'With `POST /api/call`: those that have not ended, and those that ended in the last 30 days.',
      needs: 'seeNumbers',
      bound: 'all',
      query: Type.Object({
        ...PageQuery,
        phoneNumber: Type.Optional({ ...givenPhoneNumber, description: 'Only calls to this number.' }),
        status: Type.Optional(
          oneOf(['open', 'ended'], { description: 'Only those that have ended, or have not.' }),
        ),
      }),
      data: pageOf(ref(ListedSingleCall)),
    }),
    async (request) => {
      const { phoneNumber, status, ...page } = request.query
      const hasEnded = status && status === 'ended'
      const { total, rows } = await singleCalls.listAsked({ ...page, phoneNumber, hasEnded })
      return success({ total, rows: rows.map(presentFacts) })
    },
  )

  app.get(
    '/api/call/:id',
    readOperation({
      id: 'getCall',
      needs: 'seeNumbers',
      bound: 'all',
      tag,
      summary: 'Read how a call goes that was asked for',
      data: ref(SingleCall),
    }),
    async (request) => success(await present(request.params.id)),
  )

  app.post(
    '/api/call/:id/cancel',
    optionalBody({
      id: 'cancelCall',
      tag,
      summary: 'Cancel a call that was asked for',
      description:
        'A call that waits or is `preparing` ends at once and never rings; it leaves no call record. A call that is live goes on unless `hangUp` is true, and has no ' +
        'further attempt. Cancelling again changes nothing.',
      needs: 'call',
      bound: 'all',
      params: IdParams,
      body: Type.Object(
        { hangUp: optional(Type.Boolean({ description: 'Hang up if it is live.' })) },
        { examples: [{ hangUp: true }] },
      ),
      data: ref(SingleCall),
      errors: [404, 405],
    }),
    async (request) => {
      const { id } = request.params
      const liveId = await singleCalls.cancel(id)
      if (liveId !== undefined && request.body.hangUp)
        // It may have ended by itself.
        await calls.hangUp(liveId).catch(() => undefined)
      request.log.info({ call: id }, 'a call was cancelled')
      return success(await present(id))
    },
  )

  async function present(id: string): Promise<Static<typeof SingleCall>> {
    const call = await singleCalls.findAsked(id)
    const attempts = await calls.attempts(call)
    return { ...presentFacts(call), calls: attempts.map((row) => presentCall(row, timestamps)) }
  }

  function presentFacts(call: AskedCall): Facts {
    const { phoneKey: _, createTime, callTime, callUntil, nextTime, cancelTime, endTime, ...rest } = call
    return {
      ...rest,
      callTime: timestamps.format(callTime),
      callUntil: timestamps.format(callUntil),
      nextTime: timestamps.formatOrNull(nextTime),
      createTime: timestamps.format(createTime),
      cancelTime: timestamps.formatOrNull(cancelTime),
      endTime: timestamps.formatOrNull(endTime),
    }
  }
}

function hoursOf({
  dailyStartTime,
  dailyEndTime,
  weekdays,
  windowZone,
}: Static<typeof CallRequest>): StoredSettings {
  return withoutAbsent({ dailyStartTime, dailyEndTime, weekdays, windowZone })
}

/** Null is the same as leaving it out. */
function withoutAbsent<Given extends object>(given: Given): Partial<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Given>
}
