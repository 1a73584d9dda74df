import { type Static, Type } from 'typebox'
import { type Call, presentCall } from '../calls/calls.schema.ts'
import { type Api, Id, named, operation, Timestamp } from '../http/route-schema.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { statusName } from '../tasks/task-state.ts'
import { status } from '../tasks/tasks.schema.ts'
import type { Tasks } from '../tasks/tasks.service.ts'
import { formatPosition } from './event-position.ts'
import type { EventStreams } from './event-streams.ts'
import type { EventType, ReadEvent } from './read-events.ts'

const TaskChanged = named(
  'TaskChanged',
  Type.Object(
    {
      taskId: Id,
      operation: Type.String({ examples: ['pause'] }),
      status,
      statusName: Type.String({ examples: ['PAUSED'] }),
      time: Timestamp,
      actor: Type.String({ description: 'The name of the token, or "dialer".' }),
      reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    },
    { description: 'Something was done to a task.' },
  ),
)

const DESCRIPTION = `A stream of server-sent events that does not end. \`event: task\` has a \`TaskChanged\` as its \`data\`, \`event: call\` a
\`Call\` that has ended, on whatever node. It begins now, or behind the event whose id the header \`Last-Event-ID\` names, as
browsers send it when they connect again: nothing is lost and nothing comes twice. Every 15 seconds there is a comment at
least. A reader that takes nothing for half a minute is disconnected, and so is one whose token is
revoked or expires.`

/** What is left of an answer that nobody takes is not waited for. */
const LINGER_MS = 1000

export interface EventRouteDependencies {
  streams: EventStreams
  tasks: Tasks
}

export function addEventRoutes(app: Api, { streams, tasks }: EventRouteDependencies): void {
  app.addSchema(TaskChanged)
  const query = Type.Object({
    taskId: Type.Optional({ ...Id, description: 'Only events of this task.' }),
    types: Type.Optional(
      Type.String({
        pattern: '^(task|call)(,(task|call))?$',
        'x-form': 'task, call or both with a comma between them',
        description: 'Only events of these types: `task`, `call`, or `task,call`.',
        examples: ['task,call'],
      }),
    ),
  })
  const { schema, config } = operation({
    id: 'followEvents',
    tag: 'Events',
    summary: 'Follow what happens to tasks and calls',
    description: DESCRIPTION,
    scope: 'read',
    query,
    data: Type.Null(),
    errors: [404],
    work: 'eventStreams',
  })
  const described: unknown = {
    ...schema,
    headers: Type.Object({
      'last-event-id': Type.Optional(Type.String({ description: 'Go on behind the event with this id.' })),
    }),
    response: {
      ...schema.response,
      200: {
        description: 'The events.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
  }

  app.get(
    '/api/events',
    { schema: described as { querystring: typeof query }, config },
    async (request, reply) => {
      const { taskId, types = 'task,call' } = request.query
      if (taskId !== undefined) await tasks.detail(taskId)
      const lastEventId = request.headers['last-event-id']
      const { readable, ending, end } = await streams.open({
        filter: { taskId: taskId ?? null, types: types.split(',') as EventType[] },
        lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
      })
      request.endAnswer = end
      ending.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LINGER_MS).unref())
      return (
        reply
          .type('text/event-stream')
          // Whatever stands between us and the reader is to pass events on as they come.
          .header('x-accel-buffering', 'no')
          // Nothing follows on this connection: kept open, it would hold up the end of the service.
          .header('connection', 'close')
          .send(readable)
      )
    },
  )

  // A stream never ends by itself: closing would wait for it forever.
  app.addHook('preClose', async () => streams.close())
}

/** An event as text, as the standard for server-sent events wants it. */
export function createEventWriter(timestamps: Timestamps): (event: ReadEvent) => string {
  return (event) => {
    const data: Static<typeof Call> | Static<typeof TaskChanged> =
      event.type === 'call'
        ? presentCall(event.row, timestamps)
        : {
            taskId: event.row.task_id,
            operation: event.row.operation,
            status: event.row.status,
            statusName: statusName(event.row.status),
            time: timestamps.format(event.row.at),
            actor: event.row.actor,
            reason: event.row.reason,
          }
    return `id: ${formatPosition(event.position)}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
