import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { may } from '../../platform/http/access/auth.ts'
import { boundTo } from '../../platform/http/access/bounds.ts'
import {
  type Api,
  named,
  oneOf,
  operation,
  orNull,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { PERMISSIONS, type Permission, type Scope } from '../../platform/kernel/access/permissions.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { VERSION } from '../../platform/kernel/version.ts'
import type { ReplicaState } from '../../platform/storage/replica/read-replica.ts'
import { reasonFields } from '../explain/explain.schema.ts'
import type { System, SystemView } from './system.service.ts'
import { TaskAttention } from './task-attention.schema.ts'

/** The settings of this node. */
interface NodeSettings {
  role: 'api' | 'dialer' | 'all'
  gatewayKind(): string
  /** How many are enabled. */
  trunkCount(): number
  /** The country of numbers that name none. */
  country(): string | undefined
}

const count = (description: string) => Type.Integer({ description, examples: [12] })
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const SystemState = named(
  'SystemState',
  Type.Object({
    version: Type.String({ examples: ['0.2.0'] }),
    time: Timestamp,
    timeZone: Type.String({
      description: 'Of all timestamps and daily windows.',
      examples: ['Asia/Shanghai'],
    }),
    defaultCountry: textOrNull(
      'The country whose local phone numbers are understood; null if it is not set.',
    ),
    role: oneOf(['api', 'dialer', 'all'], { description: 'The role of the node that answers.' }),
    token: Type.Object(
      {
        name: Type.String(),
        scope: oneOf(['read', 'write', 'admin']),
        mayListen: Type.Boolean({ description: 'Whether it may listen in on live calls.' }),
        permissions: Type.Array(oneOf(Object.keys(PERMISSIONS) as Permission[])),
        isBound: Type.Boolean({ description: 'To some data sources: what is about all is refused.' }),
      },
      { description: 'The token or the person of this request.' },
    ),
    gateway: Type.Object({
      kind: Type.String({ description: 'What places the calls.', examples: ['simulator'] }),
      isSimulated: Type.Boolean({
        description: 'No real phone rings. Tasks that are published now stay on the simulator.',
      }),
      trunks: count('Enabled trunks.'),
    }),
    nodes: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Its machine and process.', examples: ['calls-1 4711'] }),
        alive: Type.Boolean({ description: 'It sent a heartbeat in the last 10 seconds.' }),
        since: { ...Timestamp, description: 'When it was started.' },
        lastSeen: { ...Timestamp, description: 'When it sent its last heartbeat.' },
        gatewayFault: textOrNull('Why it cannot place calls; null if it can.'),
        faultSince: TimestampOrNull,
      }),
      { description: 'Nodes that dial.' },
    ),
    limits: Type.Object({
      lines: count('Max live calls.'),
      callsPerSecond: count('Max calls started per second; 0 is no limit.'),
    }),
    linesInUse: count('Live calls.'),
    callsPerSecond: Type.Number({
      description: 'Calls that ended per second, over the last minute.',
      examples: [3.4],
    }),
    runningTasks: count('Tasks that are RUNNING.'),
    failedTasks: count('Tasks that are FAILED.'),
    readReplica: Type.Unsafe<ReplicaState | null>({
      type: ['object', 'null'],
      description:
        'The replica of the database from which the node that answers reads reports, charts, lists of calls and exports; null if DATABASE_READ_URL is not set.',
      required: ['inUse', 'lagSeconds', 'reason'],
      properties: {
        inUse: {
          type: 'boolean',
          description: 'Whether a standby is read from. Otherwise a primary answers.',
        },
        lagSeconds: {
          type: ['number', 'null'],
          description: 'How far it is behind the primary; null if it is not known.',
        },
        reason: {
          type: ['string', 'null'],
          enum: ['unreachable', 'lagging', 'no_standby', null],
          description: 'Why it is not read from.',
        },
      },
    }),
    backup: orNull(
      Type.Object(
        {
          lastTime: {
            ...TimestampOrNull,
            description: 'The moment whose state the last one has; null if there is none.',
          },
          lastFile: textOrNull('Its name in `BACKUP_DIR` of the node that made it.'),
          lastBytes: orNull(Type.Integer({ description: 'Its size.', examples: [8_000_000] })),
          late: Type.Boolean({ description: 'There was none for a day and a half.' }),
          failTime: {
            ...TimestampOrNull,
            description: 'When one failed after the last good one; null if none did.',
          },
          failure: textOrNull('Why it failed.'),
        },
        { description: 'Nightly backups; null if nobody makes them.' },
      ),
    ),
    recordings: Type.Object(
      {
        store: Type.Unsafe<'folder' | 's3'>({
          type: 'string',
          enum: ['folder', 's3'],
          description: 'A folder of the node that answers, or the S3 store of `RECORDINGS`.',
        }),
        days: count('After how many days they are deleted; 0: only by hand.'),
        waiting: count('Recordings that could not be stored yet.'),
      },
      { description: 'Where recordings are kept, and for how long.' },
    ),
    problems: Type.Array(Type.Object(reasonFields), {
      description:
        'Why no task can dial now, why some nodes cannot, or what else needs attention; empty if all is well.',
    }),
    attention: Type.Array(ref(TaskAttention), {
      description:
        'Tasks that need a person, at most 25 of each kind, newest first: those that are FAILED, those that are RUNNING ' +
        'while no node can dial, and for a day those that are COMPLETED without having called anybody (`nobody_called`). Empty for a token that is bound to data sources.',
    }),
  }),
)

interface SystemRouteDependencies {
  system: System
  timestamps: Timestamps
  settings: NodeSettings
}

export function addSystemRoutes(app: Api, { system, timestamps, settings }: SystemRouteDependencies): void {
  app.addSchema(TaskAttention)
  app.addSchema(SystemState)

  app.get(
    '/api/system',
    operation({
      id: 'getSystem',
      tag: 'Service',
      summary: 'The service as a whole: who dials, how busy it is, what needs attention',
      needs: 'see',
      bound: 'filtered',
      data: ref(SystemState),
    }),
    async (request) => {
      const state = await system.read()
      const attention = boundTo(request) ? [] : state.attention
      return success({ ...present({ ...state, attention }), token: tokenOf(request) })
    },
  )

  function present({
    time,
    nodes,
    backup,
    problems,
    attention,
    ...figures
  }: SystemView): Omit<Static<typeof SystemState>, 'token'> {
    return {
      version: VERSION,
      time: timestamps.format(time),
      timeZone: timestamps.timeZone,
      defaultCountry: settings.country() ?? null,
      role: settings.role,
      gateway: {
        kind: settings.gatewayKind(),
        isSimulated: settings.gatewayKind() === 'simulator',
        trunks: settings.trunkCount(),
      },
      nodes: nodes.map((node) => ({
        name: node.name,
        alive: node.is_alive,
        since: timestamps.format(node.start_time),
        lastSeen: timestamps.format(node.heartbeat_time),
        gatewayFault: node.gateway_fault,
        faultSince: timestamps.formatOrNull(node.gateway_fault_time),
      })),
      ...figures,
      backup: backup
        ? {
            lastTime: timestamps.formatOrNull(backup.good_time),
            lastFile: backup.good_file,
            lastBytes: backup.good_bytes,
            late: backup.isLate,
            failTime: timestamps.formatOrNull(backup.fail_time),
            failure: backup.failure,
          }
        : null,
      problems: timestamps.formatAll(problems),
      attention: timestamps.formatAll(attention),
    }
  }
}

/** A person is shown with the scope that comes closest. */
function tokenOf(request: FastifyRequest) {
  const scope: Scope = may(request, 'administer') ? 'admin' : may(request, 'operate') ? 'write' : 'read'
  const { name = '', permissions = [] } = request.principal ?? {}
  const isBound = boundTo(request) !== null
  return { name, scope, mayListen: may(request, 'listen'), permissions: [...permissions], isBound }
}
