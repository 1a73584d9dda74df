import { expect, it } from 'vitest'
import { calledContacts } from './called-contacts.ts'

const event = (kind: 'call' | 'denial', taskId: string | null, contactId: string | null) => ({
  kind,
  taskId,
  taskName: taskId && `name of ${taskId}`,
  contactId,
})

it('a number is called back by the tasks that have called it, the latest first', () => {
  const events = [
    event('denial', 'c', '3'),
    event('call', 'b', '2'),
    event('call', 'a', '1'),
    event('call', 'b', '9'),
    event('call', 'd', null),
  ]
  expect(calledContacts(events)).toEqual([
    { taskId: 'b', taskName: 'name of b', contactId: '2' },
    { taskId: 'a', taskName: 'name of a', contactId: '1' },
  ])
})
