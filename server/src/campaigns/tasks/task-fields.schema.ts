// Fields that several JSON forms of tasks have.
import { Type } from 'typebox'
import { Id, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'

export const taskName = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Spring call-back'],
})
export const taskDesc = text({ maxLength: 2000, examples: ['Ask how the order went'] })

export const taskStatus = Type.Integer({
  minimum: 0,
  maximum: 6,
  description: '0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.',
  examples: [1],
})

export const count = (description: string) => Type.Integer({ description, examples: [120] })
export const contactCount = count('Contacts in the task.')

export const addedFields = {
  id: Id,
  taskName: Type.String(),
  taskDesc: Type.String(),
  status: taskStatus,
  dataSourceId: Id,
  contactCount,
  createTime: Timestamp,
}
