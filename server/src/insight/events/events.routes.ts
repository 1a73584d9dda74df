import { type Static, Type } from 'typebox'
import type { Tasks } from '../../campaigns/tasks/tasks.service.ts'
import { type Call, presentCall } from '../../dialing/calls/calls.schema.ts'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import { type Api, eventOperation, Id, named, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { sendEventStream } from '../../platform/http/send-stream.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { formatPosition, POSITION_PATTERN } from './event-position.ts'
import type { EventStreams } from './event-streams.ts'
import { DoneContactEvent, presentDoneContact, presentTaskChange, TaskChanged } from './events.schema.ts'
import { type EventType, isSummed, type ReadEvent } from './read-events.ts'

const TaskProgress = named(
  'TaskProgress',
  Type.Object(
    {
      taskId: Id,
      callCount: Type.Integer({ description: 'Calls that ended since the last progress of this task.' }),
      successCount: Type.Integer(),
      failCount: Type.Integer(),
      noAnswerCount: Type.Integer(),
      time: Timestamp,
    },
    { description: 'Calls of a task have ended. The counts of all such events add up to those of the task.' },
  ),
)

const DESCRIPTION = `An endless stream of server-sent events from all nodes. The \`data\` of \`event: task\` is a \`TaskChanged\`; that of
\`event: progress\` a \`TaskProgress\`, about once a second for each task whose calls end; that of \`event: call\` a \`Call\` that has
ended, and that of \`event: contact.done\` a \`DoneContact\`, if \`types\` includes them. The stream begins now, or after the id in the header \`Last-Event-ID\`, which browsers send when
they reconnect: no event is lost or sent twice. In a stream with \`progress\` an id follows each group of events; otherwise every
event has one. There is a comment at least every 15 seconds. A client that reads nothing for half a minute is disconnected, and
so is one whose token is revoked or expires.`

/** Each at most once, in any order. */
const LISTS = ['task', 'call', 'contact.done'].flatMap((first, _, all) => {
  const [second = '', third = ''] = all.filter((type) => type !== first)
  const rests = [[], [second], [third], [second, third], [third, second]]
  return rests.map((rest) => [first, ...rest].join(','))
})
const TYPES_PATTERN = `^(${[...LISTS, 'progress', 'task,progress', 'progress,task'].join('|').replaceAll('.', '[.]')})$`

interface EventRouteDependencies {
  streams: EventStreams
  tasks: Tasks
}

export function addEventRoutes(app: Api, { streams, tasks }: EventRouteDependencies): void {
  app.addSchema(TaskChanged)
  app.addSchema(TaskProgress)
  app.addSchema(DoneContactEvent)
  const query = Type.Object({
    taskId: Type.Optional(text({ ...Id, description: 'Only events of this task.' })),
    types: Type.Optional(
      Type.String({
        pattern: TYPES_PATTERN,
        'x-rules': {
          pattern: rule(
            'not_event_types',
            'must be a list of task, call and contact.done, with commas between them, or progress, alone or with task',
          ),
        },
        description: 'Only events of these types; `task,progress` by default.',
        default: 'task,progress',
        examples: ['task,call'],
      }),
    ),
  })
  const { schema, config } = eventOperation({
    id: 'followEvents',
    tag: 'Events',
    summary: 'Follow what happens to tasks and calls',
    description: DESCRIPTION,
    needs: 'seeNumbers',
    bound: 'all',
    query,
    errors: [404],
  })
  const headers = Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        description: 'Continue after the event with this id.',
        'x-documented': { pattern: POSITION_PATTERN },
      }),
    ),
  })

  app.get('/api/events', { schema: { ...schema, headers }, config }, async (request, reply) => {
    const { taskId, types = 'task,progress' } = request.query
    if (taskId !== undefined) await tasks.detail(taskId)
    const stream = await streams.open({
      filter: { taskId: taskId ?? null, types: types.split(',') as EventType[] },
      lastEventId: request.headers['last-event-id'],
    })
    return sendEventStream(request, reply, stream)
  })

  // Otherwise closing would wait forever for the streams.
  app.addHook('preClose', async () => streams.close())
}

/** Writes events in the format of server-sent events, for a feed with these types. */
export function createEventWriter(
  timestamps: Timestamps,
  types: readonly EventType[],
): (event: ReadEvent) => string {
  return (event) => {
    const data = JSON.stringify(presentEvent(event, timestamps))
    const id = isSummed(types) ? '' : `id: ${formatPosition(event.position)}\n`
    return `${id}event: ${event.type}\ndata: ${data}\n\n`
  }
}

function presentEvent(
  event: ReadEvent,
  timestamps: Timestamps,
): Static<typeof Call | typeof TaskChanged | typeof TaskProgress | typeof DoneContactEvent> {
  if (event.type === 'contact.done') return presentDoneContact(event.done, timestamps)
  if (event.type === 'call') return presentCall(event.row, timestamps)
  if (event.type === 'progress') {
    const { task_id, success_count, fail_count, no_answer_count, time } = event.row
    return {
      taskId: task_id,
      callCount: success_count + fail_count + no_answer_count,
      successCount: success_count,
      failCount: fail_count,
      noAnswerCount: no_answer_count,
      time: timestamps.format(time),
    }
  }
  return presentTaskChange(event.row, timestamps)
}
