import { Type } from 'typebox'
import { type Api, Id, IdParams, operation, ref, success } from '../http/route-schema.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { TASKS_TAG } from '../tasks/tasks.routes.ts'
import { createMonitoringPresenter, monitoringSchemas as schema } from './monitoring.schema.ts'
import type { Monitoring } from './monitoring.service.ts'

export function addMonitoringRoutes(app: Api, monitoring: Monitoring, timestamps: Timestamps): void {
  for (const each of Object.values(schema)) app.addSchema(each)
  const present = createMonitoringPresenter(timestamps)

  app.get(
    '/api/task/:id/explain',
    operation({
      id: 'explainTask',
      tag: TASKS_TAG,
      summary: 'What a task is doing now, and why it does no more',
      scope: 'read',
      params: IdParams,
      data: ref(schema.TaskExplanation),
      errors: [404],
    }),
    async (request) => success(present.task(await monitoring.task(request.params.id))),
  )

  app.get(
    '/api/task/:id/contact/:contactId',
    operation({
      id: 'explainContact',
      tag: TASKS_TAG,
      summary: 'A contact in a task: its calls, and why it is not being called now',
      scope: 'read',
      params: Type.Object({ id: Id, contactId: Id }),
      data: ref(schema.ContactInTask),
      errors: [404],
    }),
    async (request) => {
      const { id, contactId } = request.params
      return success(present.contactInTask(await monitoring.contactInTask(id, contactId)))
    },
  )
}
