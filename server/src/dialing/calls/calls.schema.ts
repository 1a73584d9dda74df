// The JSON form of calls in lists, in explain and in events.
import { type Static, Type } from 'typebox'
import { ending } from '../../conversations/flows/call-ending.schema.ts'
import { endingOfCause } from '../../conversations/flows/call-ending.ts'
import { presentResult, resultOrNull } from '../../conversations/flows/call-result.schema.ts'
import { PHASES } from '../../conversations/flows/flow-state.ts'
import { isRedirectable } from '../../conversations/flows/run/redirect.ts'
import { Conversation, presentConversation } from '../../conversations/transcripts/conversation.schema.ts'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  orNull,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { CALL_CAUSES, callCauses } from '../../platform/kernel/call-causes.ts'
import { CALL_DIRECTIONS, type CallDirection } from '../../platform/kernel/call-direction.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { CallCause } from '../../platform/words/calls.ts'
import { callRoute, presentRoute } from '../../telephony/trunks/call-route.schema.ts'
import type { LineCost } from '../../telephony/trunks/trunks.queries.ts'
import type { CallRow, LiveCallRow } from './calls.queries.ts'

export const outcome = Type.Integer({
  minimum: 1,
  maximum: 3,
  description: '1 success, 2 fail, 3 noAnswer.',
  examples: [1],
})

export const cause = oneOf(CALL_CAUSES, {
  description: `The finer cause of the outcome: ${CALL_CAUSES.map((code) => `\`${code}\` ${callCauses[code].meaning}`).join(', ')}.`,
  examples: ['answered'],
})

export const Call = named(
  'Call',
  Type.Object(
    {
      id: Id,
      taskId: { ...orNull(Id), description: 'Null of a call without a task.' },
      contactId: Id,
      direction: Type.Unsafe<CallDirection>(
        oneOf([...CALL_DIRECTIONS], {
          description:
            'Whether we called, or somebody called us. The task and the contact of an inbound call are those that were called last at the ' +
            'number; if there are none, the task is null.',
        }),
      ),
      phoneNumber: Type.String({
        description: 'The number that was dialed, or that called; `anonymous` if the caller shows none.',
        examples: ['13800138000'],
      }),
      displayName: Type.Optional(
        Type.String({
          description: 'The display name of the contact; left out if it has none, or was deleted.',
          examples: ['王小明'],
        }),
      ),
      round: Type.Integer({
        description: '1, increased with every recall of the contact.',
        examples: [1],
      }),
      attempt: Type.Integer({
        description: 'The number of the attempt in its round, from 1.',
        examples: [2],
      }),
      outcome,
      ending,
      cause: Type.Unsafe<string>(cause),
      startTime: Timestamp,
      answerTime: TimestampOrNull,
      endTime: Timestamp,
      talkSeconds: Type.Number({ description: 'Talk time in seconds.', examples: [34.2] }),
      result: resultOrNull('What came of it; null if it was not answered or nothing is known.'),
      sipStatus: orNull(
        Type.Integer({
          minimum: 100,
          maximum: 699,
          description:
            'The SIP status that ended the call before it was answered; null if it was answered, or if the gateway does not know it.',
          examples: [486],
        }),
      ),
      ...callRoute,
      lineCost: Type.Unsafe<LineCost | null>({
        anyOf: [
          Type.Object({
            amount: Type.Number({ description: 'What the trunk charges for the talk.', examples: [0.024] }),
            currency: Type.String({ examples: ['USD'] }),
          }),
          { type: 'null' },
        ],
        description:
          'By the prices that the trunk has now, and without transfers. Null if the call was not answered or came from outside, and if the trunk has no currency or no price for the number.',
      }),
      conversation: Type.Unsafe<Static<typeof Conversation> | null>({
        anyOf: [ref(Conversation), { type: 'null' }],
        description: 'What its voice agent has told; null if it had none, or one that told nothing.',
      }),
      singleCall: Type.Optional(
        Type.Object(
          {
            id: Type.String({ description: 'What `POST /api/call` returned.', examples: [EXAMPLE_ID] }),
            isLast: Type.Boolean({ description: 'False: it is tried again.' }),
            reason: orNull(
              Type.String({ description: 'Why it was not placed: a code, or what the gateway says.' }),
            ),
          },
          {
            description:
              'Only of a call that was asked for with `POST /api/call`. Its task is null and its contact the id of the request.',
          },
        ),
      ),
    },
    { description: 'A call that has ended.' },
  ),
)

export const CallNow = named(
  'CallNow',
  Type.Object(
    {
      id: Id,
      taskId: { ...orNull(Id), description: 'Null of a call without a task.' },
      phoneNumber: Type.String({ examples: ['13800138000'] }),
      displayName: Type.Optional(Type.String({ examples: ['王小明'] })),
      isLive: Type.Boolean({ description: 'False: it has ended.' }),
      phase: orNull(
        oneOf([...PHASES], {
          description:
            'What a live call does now: it waits for keys (`listening`), for the tone or the end of a machine, or for a person after a screening ' +
            'service, talks to a voice agent (`streaming`) or to somebody else (`talking`), or ends (`over`). Null: it is not answered yet, has ' +
            'ended, or its flow runs elsewhere.',
        }),
      ),
      canTransfer: Type.Boolean({ description: 'Whether `POST /api/call/{id}/transfer` is possible now.' }),
      startTime: Timestamp,
      answerTime: TimestampOrNull,
      talkSeconds: orNull(Type.Number({ description: 'Null while it is live.', examples: [34.2] })),
      cause: Type.Unsafe<string | null>({ ...orNull(cause), description: 'Null while it is live.' }),
      result: resultOrNull('What has come of it so far.'),
    },
    { description: 'A call as it is now, live or ended.' },
  ),
)

export function presentLiveCall(row: LiveCallRow, timestamps: Timestamps): Static<typeof CallNow> {
  const { flow_state: state } = row
  return {
    id: row.id,
    taskId: row.task_id,
    phoneNumber: row.phone_number,
    ...(row.display_name !== null && { displayName: row.display_name }),
    isLive: true,
    phase: state?.phase ?? null,
    canTransfer: state !== null && isRedirectable(state),
    startTime: timestamps.format(row.start_time),
    answerTime: state?.answerTime === undefined ? null : timestamps.format(new Date(state.answerTime)),
    talkSeconds: null,
    cause: null,
    result: presentResult(state?.result ?? null, timestamps),
  }
}

export function presentEndedCall(row: CallRow, timestamps: Timestamps): Static<typeof CallNow> {
  const { id, taskId, phoneNumber, displayName, startTime, answerTime, ...rest } = presentCall(
    row,
    timestamps,
  )
  const { talkSeconds, cause, result } = rest
  return {
    ...{ id, taskId, phoneNumber, ...(displayName !== undefined && { displayName }), startTime, answerTime },
    ...{ isLive: false, phase: null, canTransfer: false, talkSeconds, cause, result },
  }
}

export function presentCall(row: CallRow, timestamps: Timestamps): Static<typeof Call> {
  return {
    id: row.id,
    taskId: row.task_id,
    contactId: row.contact_id,
    direction: row.direction,
    phoneNumber: row.phone_number,
    ...(row.display_name !== null && { displayName: row.display_name }),
    round: row.round,
    attempt: row.attempt,
    outcome: row.outcome,
    ending: endingOfCause(row.cause as CallCause),
    cause: row.cause,
    startTime: timestamps.format(row.start_time),
    answerTime: timestamps.formatOrNull(row.answer_time),
    endTime: timestamps.format(row.end_time),
    talkSeconds: row.talk_ms / 1000,
    result: presentResult(row.result, timestamps),
    sipStatus: row.sip_status,
    ...presentRoute(row),
    lineCost: row.line_cost,
    conversation: row.conversation && presentConversation(row.conversation),
    ...(row.single_call && { singleCall: row.single_call }),
  }
}
