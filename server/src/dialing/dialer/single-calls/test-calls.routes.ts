import { Type } from 'typebox'
import { givenPhoneNumber } from '../../../lists/contacts/contacts.schema.ts'
import { oneCallOf } from '../../../platform/http/access/auth.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  named,
  operation,
  optional,
  orNull,
  readOperation,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { callRoute, givenCallerId } from '../../../telephony/trunks/call-route.schema.ts'
import type { SingleCalls } from './single-calls.service.ts'

const TestCallRequest = named(
  'TestCallRequest',
  Type.Object(
    {
      phoneNumber: optional({
        ...givenPhoneNumber,
        description: 'The phone that is called; or give `ownPhone`.',
      }),
      ownPhone: optional(
        Type.String({
          description: 'The id of the own phone that is called instead of a number.',
          examples: [EXAMPLE_ID],
        }),
      ),
      fields: optional(
        Type.Record(Type.String({ maxLength: 64 }), text({ maxLength: 1000 }), {
          maxProperties: 50,
          description: 'Values for the fields that the flow uses.',
        }),
      ),
      trunkId: optional({
        ...Id,
        description: 'The trunk that the call takes; without it, one of those of the task.',
      }),
      callerId: optional({
        ...givenCallerId,
        description:
          'The number that the phone shows, in place of one of the pool. The carrier must accept it.',
      }),
    },
    { examples: [{ phoneNumber: '13800138000', fields: { name: 'Ann' } }] },
  ),
)

const TestCall = named(
  'TestCall',
  Type.Object({
    id: Id,
    taskId: orNull(Id),
    phoneNumber: Type.String(),
    status: Type.String({
      description: '`waiting` for a node, `preparing` what is said, `calling`, `answered` or `ended`.',
      examples: ['answered'],
    }),
    cause: orNull(Type.String({ description: 'How it ended, as in call records.', examples: ['answered'] })),
    reason: orNull(Type.String({ description: 'Why it could not be placed or could not go on.' })),
    result: orNull(
      Type.Object({}, { additionalProperties: true, description: 'What came of it, as in call records.' }),
    ),
    ...callRoute,
    createTime: Timestamp,
    endTime: TimestampOrNull,
  }),
)

export function addTestCallRoutes(app: Api, singleCalls: SingleCalls, timestamps: Timestamps): void {
  for (const schema of [TestCallRequest, TestCall]) app.addSchema(schema)
  const tag = 'Calls'

  app.post(
    '/api/task/:id/testCall',
    operation({
      id: 'testCall',
      tag,
      summary: 'Call one number with the flow of a task',
      description:
        'In any state of the task, also while it is a draft. The call does not count for any task and is in no list of calls; what came of it ' +
        'is read with its id and is in the history of the number. It needs a line and counts for the calls per second: it waits up to 30 ' +
        'seconds for them, before the calls of tasks. The daily hours do not apply. Emergency numbers, destinations that are not allowed, ' +
        'numbers on a do-not-call list that is global or one of the task, and numbers whose budget is used up are refused; lists and budgets ' +
        'do not apply to the `ownPhones` of the permission settings. No rule applies to an `ownPhone`, which is called on the Asterisk of ' +
        'Carillon without any trunk, as soon as it is registered there. A number has one live call at a time, also over all tasks, and takes at ' +
        'most three test calls in ten minutes (429).',
      needs: 'call',
      bound: 'all',
      params: IdParams,
      body: ref(TestCallRequest),
      data: Type.Object({ id: Id }, { examples: [{ id: EXAMPLE_ID }] }),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { phoneNumber, ownPhone, fields, ...route } = request.body
      const asked = {
        ...{ phoneNumber: phoneNumber ?? undefined, ownPhone: ownPhone ?? undefined },
        ...{ ...route, fields: fields ?? {} },
      }
      return success({ id: await singleCalls.test(request.params.id, asked, oneCallOf(request)) })
    },
  )

  app.get(
    '/api/testCall/:id',
    readOperation({
      id: 'getTestCall',
      needs: 'seeNumbers',
      bound: 'all',
      tag,
      summary: 'Read how a test call goes',
      data: ref(TestCall),
    }),
    async (request) => {
      const { result, createTime, endTime, ...call } = await singleCalls.find(request.params.id)
      return success({
        ...call,
        result: result && { ...result },
        createTime: timestamps.format(createTime),
        endTime: timestamps.formatOrNull(endTime),
      })
    },
  )
}
