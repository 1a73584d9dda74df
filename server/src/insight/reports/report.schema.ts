import { type Static, Type } from 'typebox'
import { ending, endingCounts } from '../../conversations/flows/call-ending.schema.ts'
import { cause, outcome } from '../../dialing/calls/calls.schema.ts'
import { Id, named, orNull, ref, Timestamp } from '../../platform/http/schemas/route-schema.ts'

const count = (description: string) => Type.Integer({ description, examples: [120] })
const seconds = (description: string) => Type.Number({ description, examples: [42.5] })
const rate = (description: string) => Type.Number({ description, examples: [0.375] })

const reached = {
  calls: count('Calls that ended.'),
  answered: count('Calls that somebody answered, successful or not; without those that a machine took.'),
  successes: count('Successful calls.'),
}

const totals = {
  ...reached,
  failures: count(
    'Failed calls: busy, rejected, invalid numbers, congestion and errors, and answered ones that failed.',
  ),
  noAnswers: count('Rang out, unreachable or switched off, and answered by a machine.'),
  contactRate: rate('`answered` / `calls`'),
  successRate: rate('`successes` / `calls`'),
  talkSeconds: seconds('Seconds talked.'),
  averageTalkSeconds: seconds('Seconds talked per call that was picked up, by a person or a machine.'),
  endings: endingCounts,
  attemptsPerSuccess: {
    ...orNull(Type.Number({ examples: [2.1] })),
    description: '`calls` / `successes`; null without a success.',
  },
}

const money = (description: string) => Type.Number({ description, examples: [1.25] })

/** A list of costs, one for each currency. */
const costs = (amount: string, perCall: string) =>
  Type.Array(
    Type.Object({
      currency: Type.String({ examples: ['USD'] }),
      amount: money(amount),
      perCall: money(perCall),
      perSuccess: orNull(money('For each successful call of the period; null without one.')),
    }),
  )

const lineCosts = {
  ...costs('What the trunks charge, by the prices that they have now.', 'For each call that has a price.'),
  description: 'What lines cost, by currency; empty if no trunk has a currency and a price.',
}

/** What voice agents did; null if no call had one. */
export const AgentFigures = named(
  'AgentFigures',
  Type.Object(
    {
      calls: count('Calls in which an agent talked.'),
      turns: count('How often a callee waited for an answer.'),
      p50Seconds: orNull(
        seconds('Half of the answers came within this time after the callee had finished talking.'),
      ),
      p95Seconds: orNull(seconds('95 of 100 answers came within this time.')),
      talkedOverCalls: count('Calls in which the agent began while the callee talked.'),
      silentCalls: count('Calls in which the callee waited for 3 seconds.'),
      costs: costs('As the agents have told it.', 'For each call of which the agent has told a cost.'),
    },
    { description: 'What voice agents have done, in calls that began in the period.' },
  ),
)

const agents = Type.Unsafe<Static<typeof AgentFigures> | null>({
  anyOf: [ref(AgentFigures), { type: 'null' }],
  description: 'Of the voice agents; null if none talked.',
})

export const Report = named(
  'Report',
  Type.Object({
    from: { ...Timestamp, description: 'Included; a full quarter of an hour.' },
    to: { ...Timestamp, description: 'Excluded; a full quarter of an hour.' },
    totals: Type.Object(totals),
    agents,
    lineCosts,
    heatMap: Type.Array(
      Type.Object({
        weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.', examples: [1] }),
        hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Of the wall clock.', examples: [9] }),
        ...reached,
      }),
      { description: 'Hours of the week in which calls ended, Monday first.' },
    ),
    causes: Type.Array(Type.Object({ outcome, ending, cause, calls: count('Calls with this cause.') }), {
      description: 'Most frequent first.',
    }),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ description: 'Of the round, from 1.', examples: [1] }),
        calls: count('Calls that were this attempt.'),
        successes: count('Those of them that succeeded.'),
      }),
      { description: 'How often each attempt of a round succeeded, up to the last attempt that was made.' },
    ),
    talkTimes: Type.Array(
      Type.Object({
        fromSeconds: Type.Integer({ description: 'Included.', examples: [5] }),
        toSeconds: orNull(Type.Integer({ description: 'Excluded; null in the last one.', examples: [10] })),
        calls: count('Calls that were picked up and lasted this long.'),
      }),
      { description: 'How long the calls were that were picked up, shortest first.' },
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: '`YYYY-MM-DD`', examples: ['2026-03-02'] }),
        ...reached,
      }),
      { description: 'Days on which calls ended, oldest first.' },
    ),
    tasks: Type.Array(
      Type.Object({
        id: Id,
        taskName: Type.String({ examples: ['Spring campaign'] }),
        ...totals,
        agents,
        lineCosts,
      }),
      { description: 'The requested tasks, or the 100 with the most calls.' },
    ),
  }),
)
