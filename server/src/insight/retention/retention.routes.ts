import { Type } from 'typebox'
import {
  type Api,
  named,
  oneOf,
  operation,
  ref,
  success,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { KEPT_THINGS, type KeptThing, MAX_DAYS, MIN_CALL_DAYS } from './kept-things.ts'
import type { KeptView, Retention } from './retention.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [12_000] })

const KeptThingSchema = named(
  'KeptThing',
  Type.Object({
    what: oneOf<KeptThing>([...KEPT_THINGS], {
      description:
        '`calls`: call records; `heard`: transcripts, summaries and what callees keyed in; `recordings`; `denials`: decisions that a number may not ' +
        'be called; `deliveries` of webhooks; `lines`: samples of the lines in use; `audit`: the audit trail.',
    }),
    days: Type.Integer({ description: 'After how many days it is deleted; 0: never.', examples: [90] }),
    defaultDays: Type.Integer({ description: 'What holds if nothing is set.', examples: [90] }),
    isDefault: Type.Boolean({ description: 'Whether nothing is set.' }),
    lastRunTime: { ...TimestampOrNull, description: 'When the last run came to its end; null: never.' },
    rows: count('Rows that the last run has freed, or the present one up to now.'),
    bytes: count('The size of these rows. The database uses the space again.'),
    totalRows: count('Rows that all runs have freed.'),
    totalBytes: count('The size of these rows.'),
    nextRunTime: { ...TimestampOrNull, description: 'When the next run begins; null: never.' },
    isRunning: Type.Boolean({ description: 'A run goes on.' }),
    isLate: Type.Boolean({ description: 'It should have run a day ago.' }),
  }),
)

const days = (what: string) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: MAX_DAYS,
      description: `After how many days ${what} are deleted; 0: never; null: the default.`,
      examples: [365],
    }),
  )

const RetentionChange = named(
  'RetentionChange',
  Type.Object(
    {
      calls: days(`call records (0, or at least ${MIN_CALL_DAYS})`),
      heard: days('transcripts, summaries and keys'),
      recordings: days('recordings'),
      denials: days('denials'),
      deliveries: days('deliveries of webhooks'),
      lines: days('samples of lines in use'),
      audit: days('changes in the audit trail'),
    },
    { examples: [{ calls: 730, heard: 30 }] },
  ),
)

export function addRetentionRoutes(app: Api, retention: Retention, timestamps: Timestamps): void {
  for (const schema of [KeptThingSchema, RetentionChange]) app.addSchema(schema)
  const tag = 'Service'
  const data = Type.Array(ref(KeptThingSchema))

  app.get(
    '/api/retention',
    operation({
      id: 'getRetention',
      tag,
      summary: 'Read how long things are kept, and what was deleted',
      needs: 'see',
      bound: 'all',
      data,
    }),
    async () => success((await retention.list()).map(present)),
  )

  app.post(
    '/api/retention',
    operation({
      id: 'changeRetention',
      tag,
      summary: 'Change how long things are kept',
      description:
        'Only the given fields are changed. A shorter age applies within a minute: what is older is deleted for good, in steps, while calls go on. Sums of ' +
        'tasks and reports stay as they are.',
      needs: 'administer',
      bound: 'all',
      body: ref(RetentionChange),
      data,
    }),
    async (request) => success((await retention.change(request.body)).map(present)),
  )

  function present({ lastTime, nextTime, ...view }: KeptView) {
    return {
      ...view,
      lastRunTime: timestamps.formatOrNull(lastTime),
      nextRunTime: timestamps.formatOrNull(nextTime),
    }
  }
}
