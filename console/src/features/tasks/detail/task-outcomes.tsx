import type { AnswerOf, Schemas } from '@carillon/client'
import { Skeleton, Stack } from '@mantine/core'
import { ContactStates } from './contacts/contact-states.tsx'
import { DenialReasons } from './denial-reasons.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { TaskAgents } from './task-agents.tsx'
import { TaskResults } from './task-results.tsx'

interface TaskOutcomesProps {
  task: Schemas['TaskDetail']
  explained: AnswerOf<'get', '/api/task/{id}/explain'> | undefined
}

/** What came of the calls of a task, and where its contacts stand. */
export function TaskOutcomes({ task, explained }: TaskOutcomesProps) {
  return (
    <div className="columns">
      <Stack gap="sm">
        <OutcomeChart task={task} calls={explained?.calls} />
        {explained && <TaskResults taskId={task.id} explained={explained} />}
        <TaskAgents taskId={task.id} />
      </Stack>
      <Stack gap="sm">
        {explained ? (
          <>
            <ContactStates task={task} contacts={explained.contacts} />
            <DenialReasons taskId={task.id} reasons={explained.reasons} />
          </>
        ) : (
          <Skeleton h={272} />
        )}
      </Stack>
    </div>
  )
}
