import { Type } from 'typebox'
import {
  type Api,
  Id,
  named,
  oneOf,
  operation,
  orNull,
  readOperation,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { SUM_BUCKET_MS } from '../../../platform/storage/sum-bucket.ts'
import { explainAnswer } from '../../../platform/words/sip-answers.ts'
import { outcomeSentence, TRUNK_STATES } from '../../../platform/words/trunk-tests.ts'
import type { CallerIdStates } from '../caller-id-states.ts'
import type { TrunkCondition as Condition } from './trunk-conditions.ts'
import { SHORT_CALL_MS, type TrunkCalls } from './trunk-figures.ts'
import type { TrunkHealth } from './trunk-health.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [120] })

export const trunkOutcomeFields = {
  code: Type.String({ description: 'What was found, as a code.', examples: ['refused'] }),
  facts: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'The parameters of the sentence.',
      examples: [{ answer: 403 }],
    },
  ),
}

const condition = {
  state: oneOf(TRUNK_STATES, {
    description:
      '`reachable` is the best state of a trunk that does not register. A trunk that is `heldBack` has refused calls: it gets none for up to a ' +
      'minute, and then one at a time until one gets through.',
  }),
  code: orNull(trunkOutcomeFields.code),
  facts: trunkOutcomeFields.facts,
  message: orNull(Type.String({ description: 'Why, and what to change if it is `down`.' })),
}

const rate = (description: string) => orNull(Type.Number({ description, examples: [0.1234] }))

const mediaFields = (whose: string) => ({
  calls: count(whose),
  loss: Type.Number({
    description: 'Share of the packets that did not arrive, from 0 to 1.',
    examples: [0.01],
  }),
  jitterMs: Type.Number({ description: 'Milliseconds.', examples: [4.2] }),
  mes: orNull(
    Type.Number({
      description: "Asterisk's media experience score, from 0 to 100; from 80 on the sound is good.",
      examples: [92],
    }),
  ),
})

const media = Type.Object(mediaFields('Live calls that were looked at.'), {
  description: 'How the sound of some of its live calls arrives, on average; null without such calls.',
})

const calls = {
  calls: count('Calls that ended.'),
  answered: count('Calls that were answered, also by machines.'),
  shortCalls: count(`Answered calls with less than ${SHORT_CALL_MS / 1000} seconds of talk.`),
  answerRate: orNull(
    Type.Number({
      description: '`answered` / `calls`, the answer-seizure ratio; null without calls.',
      examples: [0.375],
    }),
  ),
  talkSeconds: Type.Number({ examples: [1200.5] }),
  media: orNull(
    Type.Object(mediaFields('Calls whose sound was measured.'), {
      description: 'How the sound of its calls has arrived, on average; null if none was measured.',
    }),
  ),
}

const TrunkCondition = named(
  'TrunkCondition',
  Type.Object({
    id: Id,
    ...condition,
    nodes: Type.Array(
      Type.Object({
        node: Type.String({ description: 'The name of the node.', examples: ['dialer-1 4711'] }),
        ...condition,
        registration: orNull(
          oneOf(['registered', 'rejected', 'waiting'], {
            description: 'Null for a trunk that does not register.',
          }),
        ),
        roundTripMs: orNull(
          Type.Number({
            description: 'How long the carrier took to answer the last time, in milliseconds.',
            examples: [12.5],
          }),
        ),
        liveCalls: orNull(count('Live calls on this trunk.')),
        media: orNull(media),
      }),
      { description: 'How each node that runs an Asterisk sees it. The state above is the worst of them.' },
    ),
    isAtDailyLimit: Type.Boolean({
      description:
        'Whether all of its caller IDs have reached `callerIdDailyLimit`: until tomorrow it takes only calls of tasks with caller IDs of their own.',
    }),
    callerIds: Type.Array(
      Type.Object({
        callerId: Type.String({ examples: ['+4930901820'] }),
        calls: count('Calls of today that show it, by all trunks.'),
        restUntil: {
          ...TimestampOrNull,
          description:
            'It is not shown before this time, because its calls were answered clearly less often than those of the others of its pool.',
        },
        answerRate: rate('If it rests: answered calls per call, of the day before.'),
        poolAnswerRate: rate('If it rests: the same of the others of its pool.'),
      }),
      { description: 'Caller IDs of the trunk that were shown today, or rest; of all nodes.' },
    ),
    lastHour: Type.Object(calls, {
      description: 'Of the last hour, from the beginning of its first quarter of an hour on.',
    }),
  }),
)

const TrunkHistory = named(
  'TrunkHistory',
  Type.Object({
    step: Type.Integer({ description: 'Seconds a bucket.', examples: [900] }),
    buckets: Type.Array(Type.Object({ time: Timestamp, ...calls }), {
      description: 'The last 24 hours, the oldest first, one for every step, also without calls.',
    }),
    answers: Type.Array(
      Type.Object({
        sipStatus: Type.Integer({ examples: [486] }),
        calls: count('Calls that ended with it.'),
        lastTime: {
          ...Timestamp,
          description: 'The beginning of the quarter of an hour of the last of them.',
        },
        message: Type.String({ description: 'What it means and, if it is about the trunk, what to change.' }),
      }),
      { description: 'SIP answers that ended calls in this time, the most frequent first.' },
    ),
  }),
)

interface TrunkHealthRouteDependencies {
  trunkHealth: TrunkHealth
  callerIdStates: CallerIdStates
  timestamps: Timestamps
}

export function addTrunkHealthRoutes(
  app: Api,
  { trunkHealth: health, callerIdStates, timestamps }: TrunkHealthRouteDependencies,
): void {
  for (const schema of [TrunkCondition, TrunkHistory]) app.addSchema(schema)
  const tag = 'Trunks'

  app.get(
    '/api/trunk/states',
    operation({
      id: 'listTrunkStates',
      tag,
      summary:
        'Read whether the trunks are registered or reachable, what came of their calls, and which caller IDs rest',
      description: 'The state is as the Asterisk of each node sees it.',
      needs: 'see',
      bound: 'none',
      data: Type.Object({ rows: Type.Array(ref(TrunkCondition)) }),
    }),
    async () => {
      const [states, callerIds] = await Promise.all([health.states(), callerIdStates()])
      const rows = states.map(({ id, nodes, lastHour, ...state }) => ({
        id,
        ...worded(state),
        ...timestamps.formatAll(callerIds.get(id) ?? { isAtDailyLimit: false, callerIds: [] }),
        nodes: nodes.map(({ node, registration, roundTripMs, liveCalls, media: sound, ...seen }) => ({
          ...{ node, ...worded(seen), registration, roundTripMs, liveCalls },
          media: sound && { ...sound, mes: sound.mes ?? null },
        })),
        lastHour: present(lastHour),
      }))
      return success({ rows })
    },
  )

  app.get(
    '/api/trunk/:id/health',
    readOperation({
      id: 'getTrunkHealth',
      needs: 'see',
      bound: 'none',
      tag,
      summary: 'Read what came of the calls of a trunk in the last 24 hours',
      description: 'It may be half a minute old.',
      data: ref(TrunkHistory),
    }),
    async (request) => {
      const { quarters, answers } = await health.history(request.params.id)
      return success({
        step: SUM_BUCKET_MS / 1000,
        buckets: quarters.map(({ start, ...sums }) => ({
          time: timestamps.format(start),
          ...present(sums),
        })),
        answers: answers.map(({ sipStatus, calls: times, lastQuarter }) => ({
          ...{ sipStatus, calls: times, lastTime: timestamps.format(lastQuarter) },
          message: explainAnswer(sipStatus),
        })),
      })
    },
  )
}

function worded({ state, code, facts }: Condition) {
  const message = code === null ? null : (outcomeSentence(code, facts) ?? null)
  return { state, code, facts: { ...facts }, message }
}

function present({ calls, answered, shortCalls, talkMs, media: sound }: TrunkCalls) {
  const answerRate = calls === 0 ? null : answered / calls
  const heard = sound && { ...sound, mes: sound.mes ?? null }
  return { calls, answered, shortCalls, answerRate, talkSeconds: talkMs / 1000, media: heard }
}
