import { Type } from 'typebox'
import { oneCallOf } from '../../../platform/http/access/auth.ts'
import { rule } from '../../../platform/http/schemas/field-rule.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  named,
  oneOf,
  operation,
  readOperation,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../../platform/http/schemas/route-schema.ts'
import {
  PHONE_NUMBER_MAX_LENGTH,
  PHONE_NUMBER_PATTERN,
  PHONE_NUMBER_RULE,
} from '../../../platform/kernel/phone/phone-number.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { outcomeSentence, TRUNK_STEPS } from '../../../platform/words/trunk-tests.ts'
import { trunkOutcomeFields } from '../health/trunk-health.routes.ts'
import type { TrunkTests } from './trunk-tests.service.ts'

const TrunkTestRequest = named(
  'TrunkTestRequest',
  Type.Object(
    {
      phoneNumber: Type.String({
        maxLength: PHONE_NUMBER_MAX_LENGTH,
        pattern: PHONE_NUMBER_PATTERN,
        'x-rules': { pattern: rule('phone_invalid', `must be ${PHONE_NUMBER_RULE}`) },
        description: 'The phone that is called.',
      }),
    },
    { examples: [{ phoneNumber: '+4930901820' }] },
  ),
)

const TrunkTestStep = named(
  'TrunkTestStep',
  Type.Object({
    step: oneOf(TRUNK_STEPS, { description: 'What was tried.' }),
    status: oneOf(['ok', 'failed', 'skipped', 'warning'], {
      description: 'The first step that fails is the last one. After a warning the test goes on.',
    }),
    ...trunkOutcomeFields,
    message: Type.String({
      description: 'What was found and, if it failed, what to change.',
      examples: ['The phone rings after 1.0 s.'],
    }),
    time: Timestamp,
  }),
)

const TrunkTest = named(
  'TrunkTest',
  Type.Object({
    id: Id,
    trunkId: Id,
    phoneNumber: Type.String(),
    steps: Type.Array(ref(TrunkTestStep), { description: 'Those that are over, in their order.' }),
    startTime: Timestamp,
    endTime: TimestampOrNull,
  }),
)

export function addTrunkTestRoutes(app: Api, trunkTests: TrunkTests, timestamps: Timestamps): void {
  for (const schema of [TrunkTestRequest, TrunkTestStep, TrunkTest]) app.addSchema(schema)
  const tag = 'Trunks'

  app.post(
    '/api/trunk/:id/test',
    operation({
      id: 'testTrunk',
      tag,
      summary: 'Call one phone through a trunk, and follow each step',
      description:
        'Looks up the address, waits for the registration, calls the number through this trunk alone, plays a tone when it is answered, counts the ' +
        'packets of sound in both directions, and hangs up. Emergency numbers, destinations that are not allowed, numbers on a global do-not-call ' +
        'list and numbers whose budget is used up are refused as for test calls, and so is a number that has a call. The call is on record like a test call. ' +
        'Any node answers; one that has the trunk runs the test.',
      needs: 'call',
      bound: 'all',
      params: IdParams,
      body: ref(TrunkTestRequest),
      data: Type.Object({ id: Id }, { examples: [{ id: EXAMPLE_ID }] }),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { params, body } = request
      const asked = { phoneNumber: body.phoneNumber, also: oneCallOf(request) }
      return success({ id: await trunkTests.start(params.id, asked) })
    },
  )

  app.get(
    '/api/trunkTest/:id',
    readOperation({
      id: 'getTrunkTest',
      needs: 'seeNumbers',
      bound: 'all',
      tag,
      summary: 'Read how the test of a trunk goes',
      data: ref(TrunkTest),
    }),
    async (request) => {
      const { steps, startTime, endTime, ...test } = await trunkTests.find(request.params.id)
      return success({
        ...test,
        steps: steps.map(({ code, facts, time, ...step }) => ({
          ...step,
          code,
          facts: { ...facts },
          message: outcomeSentence(code, facts) ?? code,
          time: timestamps.format(time),
        })),
        startTime: timestamps.format(startTime),
        endTime: timestamps.formatOrNull(endTime),
      })
    },
  )
}
