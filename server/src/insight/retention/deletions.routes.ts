import { Type } from 'typebox'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  IdParams,
  named,
  operation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Deletions } from './deletions.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [1200] })

const TaskDeletion = named(
  'TaskDeletion',
  Type.Object({
    contacts: count('Contacts whose outcome is forgotten.'),
    calls: count('Calls whose records go.'),
  }),
)
const DataSourceDeletion = named(
  'DataSourceDeletion',
  Type.Object({
    contacts: count('Contacts that go.'),
    tasks: count('Tasks that go with it.'),
    calls: count('Calls whose records go.'),
  }),
)

export function addDeletionRoutes(app: Api, deletions: Deletions): void {
  for (const schema of [TaskDeletion, DataSourceDeletion]) app.addSchema(schema)
  const shared = { needs: 'operate', errors: [404, 409] as (404 | 409)[] } as const

  app.get(
    '/api/task/:id/deletion',
    operation({
      ...{ id: 'measureTaskDeletion', tag: 'Tasks', summary: 'Read what goes with a task if it is deleted' },
      ...{ needs: 'see', bound: 'task', params: IdParams, data: ref(TaskDeletion), errors: [404] },
    }),
    async (request) => success(await deletions.measureTask(request.params.id)),
  )

  addDeletion(app, '/api/task/delete', deletions.deleteTask, {
    ...{ id: 'deleteTask', tag: 'Tasks', bound: 'task', ...shared },
    summary: 'Delete a task that is CLOSED or was never published, with its calls',
    description:
      'It is gone at once, its calls, recordings and outcomes in the minutes after that. Sums over all tasks, such as reports and charts, keep its calls; ' +
      'decisions that a number may not be called, and the audit trail, stay until their age. 409 while it can still dial or has live calls.',
  })

  app.get(
    '/api/dataSource/:id/deletion',
    operation({
      ...{ id: 'measureDataSourceDeletion', tag: 'Data sources', bound: 'dataSource', needs: 'see' },
      summary: 'Read what goes with a data source if it is deleted',
      ...{ params: IdParams, data: ref(DataSourceDeletion), errors: [404] },
    }),
    async (request) => success(await deletions.measureDataSource(request.params.id)),
  )

  addDeletion(app, '/api/dataSource/delete', deletions.deleteDataSource, {
    ...{ id: 'deleteDataSource', tag: 'Data sources', bound: 'dataSource', ...shared },
    summary: 'Delete a data source with its contacts and its tasks',
    description:
      'All its tasks have to be CLOSED or drafts, and go with it. 409 names the tasks that are not, or the file that is being imported.',
  })
}
