// Tasks that continue another one: over a chain of them, a contact that one was done with is not called by the next, and every other
// one is a contact of the next. That the others are called to the end is what holds for every task.

import type { RealStatements } from './real-statements.ts'

interface WrongContact {
  task_id: string
  contact_id: string
  is_done_before: boolean
}

/** Contacts that were deleted in between are in neither. The mark of what was cut short is compared with the calls elsewhere. */
export async function checkContinued(look: RealStatements['look']): Promise<string[]> {
  const wrong = await look<WrongContact>(
    `select t.id as task_id, c.id as contact_id, not remains as is_done_before
     from task t
     join task old on old.id = t.continues_task_id
     join contact c on c.data_source_id = t.data_source_id and c.position <= t.list_end
     left join dial o on o.task_id = old.id and o.contact_id = c.id
     left join dial d on d.task_id = t.id and d.contact_id = c.id
     cross join lateral (
       select case when o.contact_id is null then c.position > old.list_start
         else o.outcome is null or o.is_cut_short end as remains
     ) judged
     where remains <> (d.contact_id is not null or c.position > t.list_start)`,
  )
  return wrong.map(({ task_id, contact_id, is_done_before }) =>
    is_done_before
      ? `task ${task_id} has contact ${contact_id}, which the task before it was done with`
      : `task ${task_id} lacks contact ${contact_id}, which the task before it was not done with`,
  )
}
