// How a preview looks on the wire.
import { Type } from 'typebox'
import { denialReason } from '../../../campaigns/permission/denials.schema.ts'
import { taskStatus as status } from '../../../campaigns/tasks/task-fields.schema.ts'
import { Id, named, orNull, Timestamp, TimestampOrNull } from '../../../platform/http/schemas/route-schema.ts'
import { codes } from '../explain.schema.ts'
import { DEFAULT_ATTEMPTS, DEFAULT_SECONDS_PER_CALL } from '../forecast.ts'
import { previewWarnings } from './preview-warnings.ts'

const count = (description: string) => Type.Integer({ description, examples: [120] })
const reason = Type.Unsafe<string>(denialReason)

export const TaskPreview = named(
  'TaskPreview',
  Type.Object(
    {
      taskId: Id,
      status,
      contacts: Type.Object(
        {
          total: count('Contacts of the task.'),
          done: count('Already done; 0 of a draft.'),
          rung: count('To be called, some of them after a wait.'),
          waiting: count('Of those to be called: they must wait for permission first.'),
          countryUnknown: count(
            'Of those to be called: the hours are those of the called person, but the country of the number is not known, so the clock of the service decides.',
          ),
          severalZones: count(
            'Of those to be called: the hours are those of the called person, who may be in several time zones, so the hours must be open in all of them.',
          ),
          skipped: count('They may never be called.'),
        },
        { description: 'done + rung + skipped is total, unless contacts change meanwhile.' },
      ),
      checkedContacts: count('Contacts that were decided about.'),
      isEstimate: Type.Boolean({
        description:
          'True if the list was too long to check it all in 5 seconds: the rest is assumed to be similar.',
      }),
      skipped: Type.Array(Type.Object({ reason, contacts: count('Contacts.') }), {
        description: 'By reason, the most frequent first.',
      }),
      waiting: Type.Array(
        Type.Object({
          reason,
          contacts: count('Contacts.'),
          firstTime: { ...Timestamp, description: 'When the first of them may be called.' },
        }),
        { description: 'By reason, the most frequent first.' },
      ),
      firstCallTime: {
        ...TimestampOrNull,
        description:
          'When the first call would start if the task were published now; null if there would be none.',
      },
      expectedEndTime: {
        ...TimestampOrNull,
        description: 'When it would be done, by the assumptions; null if nothing can be said.',
      },
      assumptions: Type.Object({
        lines: count('Lines; the task is taken to have them to itself.'),
        callsPerSecond: Type.Integer({
          description: 'Max calls started per second; 0 is no limit.',
          examples: [10],
        }),
        secondsPerCall: Type.Number({
          description: 'From the start of a call to its end.',
          examples: [38.5],
        }),
        attemptsPerContact: Type.Number({ description: 'Calls until a contact is done.', examples: [1.7] }),
        isMeasured: Type.Boolean({
          description:
            'True if these two are those of recent calls of the service. Otherwise there were too few, and the defaults are ' +
            `${DEFAULT_SECONDS_PER_CALL} seconds and ${DEFAULT_ATTEMPTS} attempts, at most maxDialCount.`,
        }),
        place: orNull(
          Type.String({
            description:
              'Whose clock the calling hours are taken to follow, if they are those of the recipients: where most of them are.',
            examples: ['CN'],
          }),
        ),
      }),
      warnings: Type.Array(
        Type.Object({
          code: codes(previewWarnings),
          message: Type.String({
            description: 'The same in a sentence.',
            examples: ['No dialer is running.'],
          }),
          taskId: Type.Optional(Id),
          taskName: Type.Optional(Type.String({ description: 'The task that dials the same data source.' })),
          time: Type.Optional(Timestamp),
          field: Type.Optional(Type.String({ description: 'The field that contacts lack.' })),
          contacts: Type.Optional(count('How many contacts it is about; of `field_empty` up to 1000.')),
          attempts: Type.Optional(
            count('The calls to a number in 24 hours that the task gets as its budget.'),
          ),
          isMore: Type.Optional(Type.Boolean({ description: 'True if more contacts lack the field.' })),
        }),
        { description: 'What a person should know before the task is published.' },
      ),
    },
    { description: 'What a task would do if it were published now.' },
  ),
)
