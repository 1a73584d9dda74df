import { Type } from 'typebox'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  largeReads,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { PartOfName } from '../../platform/http/schemas/text-schema.ts'
import { DoNotCallList, DoNotCallListChange, NewDoNotCallList, presentList } from './do-not-call.schema.ts'
import { addEntryRoutes, DO_NOT_CALL_TAG, type DoNotCallRouteDependencies } from './entries.routes.ts'

export function addDoNotCallRoutes(app: Api, dependencies: DoNotCallRouteDependencies): void {
  for (const schema of [DoNotCallList, NewDoNotCallList, DoNotCallListChange]) app.addSchema(schema)
  addListRoutes(app, dependencies)
  addEntryRoutes(app, dependencies)
}

function addListRoutes(app: Api, { doNotCall, timestamps }: DoNotCallRouteDependencies): void {
  const tag = DO_NOT_CALL_TAG
  app.get(
    '/api/doNotCall/list',
    operation({
      id: 'listDoNotCallLists',
      tag,
      summary: 'List do-not-call lists, newest first',
      needs: 'see',
      bound: 'all',
      query: Type.Object({ ...PageQuery, name: PartOfName }),
      data: pageOf(ref(DoNotCallList)),
      work: largeReads,
    }),
    async (request) => {
      const { total, rows } = await doNotCall.list(request.query)
      return success({ total, rows: rows.map((list) => presentList(list, timestamps)) })
    },
  )

  app.get(
    '/api/doNotCall/detail/:id',
    readOperation({
      id: 'getDoNotCallList',
      needs: 'see',
      bound: 'all',
      tag,
      summary: 'Read a do-not-call list',
      data: ref(DoNotCallList),
    }),
    async (request) => success(presentList(await doNotCall.detail(request.params.id), timestamps)),
  )

  app.post(
    '/api/doNotCall/add',
    operation({
      id: 'addDoNotCallList',
      tag,
      summary: 'Create a do-not-call list',
      needs: 'operate',
      bound: 'all',
      body: ref(NewDoNotCallList),
      data: ref(DoNotCallList),
      errors: [409],
    }),
    async (request) => {
      const { name, description = '', isGlobal = false } = request.body
      return success(presentList(await doNotCall.add({ name, description, isGlobal }), timestamps))
    },
  )

  app.post(
    '/api/doNotCall/update',
    operation({
      id: 'updateDoNotCallList',
      tag,
      summary: 'Change a do-not-call list',
      description: 'Takes effect from the next claim on.',
      needs: 'operate',
      bound: 'all',
      body: ref(DoNotCallListChange),
      data: ref(DoNotCallList),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, name, description, isGlobal } = request.body
      const changed = await doNotCall.update(id, { name, description, isGlobal })
      return success(presentList(changed, timestamps))
    },
  )

  addDeletion(app, '/api/doNotCall/delete', doNotCall.remove, {
    id: 'deleteDoNotCallList',
    tag,
    summary: 'Delete a do-not-call list',
    description:
      'Only a list without entries that no task in the state DRAFT, RUNNING, PAUSED or FAILED names.',
    needs: 'operate',
    bound: 'all',
    errors: [404, 409],
  })
}
