// What is sent to webhooks: the body of each event.
import { type TSchema, Type } from 'typebox'
import { Recording } from '../../conversations/recordings/recordings.schema.ts'
import { Call } from '../../dialing/calls/calls.schema.ts'
import { DoNotCallEntry } from '../../lists/do-not-call/do-not-call.schema.ts'
import { ImportJob } from '../../lists/imports/imports.schema.ts'
import { Id, named, orNull, ref } from '../../platform/http/schemas/route-schema.ts'
import { DoneContactEvent, TaskChanged, withContactFields } from '../events/events.schema.ts'
import { TaskAttention } from '../overview/task-attention.schema.ts'
import { TEST_EVENT, type WEBHOOK_EVENTS } from './webhook-events.ts'

const EndedCall = named(
  'EndedCall',
  Type.Object(
    {
      ...Call.properties,
      isLastAttempt: Type.Boolean({
        description: 'The contact is done in its task: no other attempt follows, unless it is recalled.',
      }),
      ...withContactFields,
    },
    { description: 'A call that has ended.' },
  ),
)

const AddedEntry = named(
  'AddedDoNotCallEntry',
  Type.Object(
    {
      listId: Id,
      listName: orNull(
        Type.String({ description: 'Null if the list was deleted.', examples: ['Opted out'] }),
      ),
      count: Type.Integer({ description: 'How many numbers: 1, or those of a file.', examples: [1] }),
      importId: {
        ...orNull(Id),
        description:
          'The import, if the numbers came from a file. Then there is one event for all of them, which has none of the fields below but `actor`; `exportDoNotCallEntries` has the numbers.',
      },
      ...Type.Partial(DoNotCallEntry).properties,
    },
    { description: 'Numbers that may no longer be called.' },
  ),
)

const TestNote = named(
  'WebhookTest',
  Type.Object({ webhookId: Id }, { description: 'Says only that the webhook works.' }),
)

interface Told {
  summary: string
  data: TSchema & { $id: string }
}

export const TOLD: Record<(typeof WEBHOOK_EVENTS)[number] | typeof TEST_EVENT, Told> = {
  'call.ended': {
    summary: 'A call of a task or one that was asked for has ended, or somebody has called in',
    data: EndedCall,
  },
  'contact.done': {
    summary:
      'A contact is done: a call was successful, no attempt is left, it may never be called, or the goal of the task is met',
    data: DoneContactEvent,
  },
  'task.status': {
    summary: 'A task was published, paused, resumed, recalled, stopped, closed, completed or failed',
    data: TaskChanged,
  },
  'task.attention': {
    summary: 'A task does not continue until a person acts, or has called nobody',
    data: TaskAttention,
  },
  'import.finished': { summary: 'An import is completed, has failed or was canceled', data: ImportJob },
  'doNotCall.added': {
    summary:
      'A number was put on a do-not-call list: in a call, by a person or by the API; or the numbers of a file were, which is one event',
    data: AddedEntry,
  },
  'recording.ready': { summary: 'A recording can be listened to', data: Recording },
  [TEST_EVENT]: { summary: 'Sent by the button of the console, or POST /api/webhook/test', data: TestNote },
}

/** CallEnded, DoNotCallAdded and so on. */
export const nameOf = (event: string) =>
  `${event.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}Event`

const bodies = Object.entries(TOLD).map(([event, { summary, data }]) =>
  named(
    nameOf(event),
    Type.Object(
      {
        type: Type.Literal(event),
        timestamp: Type.String({
          format: 'date-time',
          description: 'When it happened, in UTC.',
          examples: ['2026-03-02T01:30:00.000Z'],
        }),
        data: ref(data),
      },
      { description: `${summary}.` },
    ),
  ),
)

/** The schemas that no route has. */
export const webhookEventSchemas = [EndedCall, AddedEntry, TestNote, ...bodies]
