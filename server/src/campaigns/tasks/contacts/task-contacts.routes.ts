import { Type } from 'typebox'
import { ending } from '../../../conversations/flows/call-ending.schema.ts'
import { searchedName } from '../../../lists/contacts/contacts.routes.ts'
import {
  type Api,
  largeReads,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { TASKS_TAG } from '../tasks.routes.ts'
import {
  cause,
  presentTaskContact,
  resultQuery,
  state,
  TaskContact,
  TaskContactCounts,
  wayQuery,
} from './task-contacts.schema.ts'
import { resultFilter, type TaskContacts, wayFilter } from './task-contacts.ts'

export function addTaskContactRoutes(app: Api, contacts: TaskContacts, timestamps: Timestamps): void {
  for (const each of [TaskContact, TaskContactCounts]) app.addSchema(each)

  app.get(
    '/api/task/:id/contacts',
    readOperation({
      id: 'listTaskContacts',
      needs: 'seeNumbers',
      bound: 'task',
      tag: TASKS_TAG,
      summary: 'List the contacts of a task with their state in it, newest first',
      description:
        'Contacts that were deleted after they were dialed are included. A draft has the contacts of its data source, or those that ' +
        'remain of the task that it continues.',
      query: Type.Object({
        ...PageQuery,
        state: Type.Optional(state),
        cause: Type.Optional(cause),
        ending: Type.Optional(ending),
        minAttempts: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 10,
            description: 'Only contacts with at least this many attempts in their round.',
          }),
        ),
        phoneNumber: Type.Optional(
          text({ maxLength: 100, description: 'Part of the number; separators do not matter.' }),
        ),
        name: Type.Optional(searchedName),
        ...resultQuery,
        ...wayQuery('contacts whose last answered call'),
      }),
      data: pageOf(ref(TaskContact)),
      work: largeReads,
    }),
    async (request) => {
      const { phoneNumber = '', name = '', result, resultName, resultValue, ...rest } = request.query
      const { fromStep, exit, toStep, flowVersion, ...filter } = rest
      const { total, rows } = await contacts.list(request.params.id, {
        ...filter,
        phoneNumber,
        name,
        result: resultFilter({ result, resultName, resultValue }),
        way: wayFilter({ fromStep, exit, toStep, flowVersion }),
      })
      return success({ total, rows: rows.map((row) => presentTaskContact(row, timestamps)) })
    },
  )

  app.get(
    '/api/task/:id/contacts/counts',
    readOperation({
      id: 'countTaskContacts',
      needs: 'see',
      bound: 'task',
      tag: TASKS_TAG,
      summary: 'Count the contacts of a task by state and by cause',
      data: ref(TaskContactCounts),
    }),
    async (request) => success(await contacts.counts(request.params.id)),
  )
}
