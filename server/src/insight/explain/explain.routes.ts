import { Type } from 'typebox'
import { presentDenial } from '../../campaigns/permission/denials.schema.ts'
import { TASKS_TAG } from '../../campaigns/tasks/tasks.routes.ts'
import { presentResult } from '../../conversations/flows/call-result.schema.ts'
import { presentCall } from '../../dialing/calls/calls.schema.ts'
import {
  type Api,
  Id,
  IdParams,
  oneOf,
  operation,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { explanationSchemas as schema } from './explain.schema.ts'
import type { Explanations } from './explain.service.ts'

export function addExplanationRoutes(app: Api, explanations: Explanations, timestamps: Timestamps): void {
  for (const each of Object.values(schema)) app.addSchema(each)

  app.get(
    '/api/task/:id/explain',
    readOperation({
      id: 'explainTask',
      needs: 'see',
      bound: 'task',
      tag: TASKS_TAG,
      summary: 'What a task is doing now, and why it does no more',
      query: Type.Object({
        include: Type.Optional(
          oneOf(['results'], {
            description: '`results`: what came of the calls, too, counted at the same moment.',
          }),
        ),
      }),
      data: ref(schema.TaskExplanation),
    }),
    async (request) => {
      const { id } = request.params
      const explanation =
        request.query.include === 'results'
          ? await explanations.taskWithResults(id)
          : await explanations.task(id)
      return success(timestamps.formatAll(explanation))
    },
  )

  app.get(
    '/api/task/:id/denials',
    operation({
      id: 'getTaskDenials',
      tag: TASKS_TAG,
      summary: 'How often contacts of a task could not be called, by reason',
      needs: 'see',
      bound: 'task',
      params: IdParams,
      data: ref(schema.TaskDenials),
      errors: [404],
      // Counts contacts of the whole list.
      work: 'largeReads',
    }),
    async (request) => success(timestamps.formatAll(await explanations.denials(request.params.id))),
  )

  app.get(
    '/api/task/:id/contact/:contactId',
    operation({
      id: 'explainContact',
      tag: TASKS_TAG,
      summary: 'A contact in a task: its calls, and why it is not being called now',
      needs: 'seeNumbers',
      bound: 'task',
      params: Type.Object({ id: Id, contactId: Id }),
      data: ref(schema.ContactInTask),
      errors: [404],
    }),
    async (request) => {
      const { id, contactId } = request.params
      const { task, calls, denials, result, ...contact } = await explanations.contactInTask(id, contactId)
      const presentedCalls = calls.map((row) => presentCall(row, timestamps))
      return success({
        ...timestamps.formatAll(contact),
        taskState: task.state,
        taskMessage: task.message,
        result: presentResult(result, timestamps),
        lastCall: presentedCalls[0] ?? null,
        calls: presentedCalls,
        denials: denials.map((row) => presentDenial(row, timestamps)),
      })
    },
  )
}
