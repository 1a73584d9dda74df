import { type Static, Type } from 'typebox'
import { FlowDocument } from '../../../conversations/flows/flow.schema.ts'
import { requireFlow } from '../../../conversations/flows/read-flow.schema.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdParams,
  named,
  operation,
  optional,
  ref,
  success,
  Timestamp,
} from '../../../platform/http/schemas/route-schema.ts'
import { InvalidInput } from '../../../platform/kernel/errors.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { settingSchemas } from '../task-settings.schema.ts'
import { TASKS_TAG as tag } from '../tasks.routes.ts'
import type { FlowVersions, GivenFlow } from './flow-versions.ts'

const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [2] })

const FlowVersion = named(
  'FlowVersion',
  Type.Object({
    version,
    actor: Type.String({ description: 'The name of the token that published it.', examples: ['console'] }),
    time: Timestamp,
    isCurrent: Type.Boolean({ description: 'Calls that start now follow it.' }),
    calls: Type.Integer({
      description:
        'Calls that were answered, followed it and have ended; they are counted some seconds after their end.',
      examples: [51],
    }),
    flow: ref(FlowDocument),
  }),
)

const ChangeFlowRequest = named(
  'ChangeFlowRequest',
  Type.Object(
    {
      id: Id,
      flow: Type.Optional({
        ...settingSchemas.flow,
        description: 'The flow. Either it or `version` is required.',
      }),
      version: optional({
        ...version,
        description: 'An earlier version of the flow, which is brought back as a new one.',
      }),
    },
    { examples: [{ id: EXAMPLE_ID, version: 1 }] },
  ),
)

export function addFlowVersionRoutes(app: Api, versions: FlowVersions, timestamps: Timestamps): void {
  for (const each of [FlowVersion, ChangeFlowRequest]) app.addSchema(each)

  app.get(
    '/api/task/:id/flow/versions',
    operation({
      id: 'listFlowVersions',
      tag,
      summary: "List the versions of a task's flow, newest first",
      description:
        'Publishing a task makes version 1 of its flow. A draft has no versions, nor has a task without a flow.',
      needs: 'see',
      bound: 'task',
      params: IdParams,
      data: Type.Object({ rows: Type.Array(ref(FlowVersion)) }),
      errors: [404],
    }),
    async (request) => {
      const rows = await versions.list(request.params.id)
      return success({
        rows: rows.map((row) => ({
          version: row.version,
          actor: row.actor,
          time: timestamps.format(row.version_time),
          isCurrent: row.is_current,
          calls: row.calls,
          flow: row.document as Static<typeof FlowDocument>,
        })),
      })
    },
  )

  app.post(
    '/api/task/changeFlow',
    operation({
      id: 'changeTaskFlow',
      tag,
      summary: 'Give a published task another flow, for calls that start from now on',
      description:
        'The flow becomes a new version, checked as when a task is published. Live calls go on with the version that they began with. With `version` an earlier ' +
        'one is brought back, as a new version. The flow that the task has already changes nothing.',
      needs: 'operate',
      bound: 'task',
      body: ref(ChangeFlowRequest),
      data: Type.Object({ id: Id, version }),
      errors: [404, 405],
    }),
    async (request) => {
      const { id } = request.body
      return success({ id, version: await versions.change(id, givenFlow(request.body)) })
    },
  )
}

function givenFlow({ flow, version }: { flow?: unknown; version?: number | undefined }): GivenFlow {
  const read = requireFlow(flow ?? undefined)
  if (read && version !== undefined)
    throw new InvalidInput('flow and version cannot be given together', {
      fault: 'excluded',
      field: 'version',
      params: { other: 'flow' },
    })
  if (read) return { flow: read }
  if (version !== undefined) return { version }
  throw new InvalidInput('flow or version is required', { fault: 'required', field: 'flow' })
}
