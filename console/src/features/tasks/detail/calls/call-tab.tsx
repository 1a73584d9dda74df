import type { Schemas } from '@carillon/client'
import { Skeleton } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { CallOutline } from '../../../flows/call-outline.tsx'
import { tasksMessages } from '../../tasks.messages.ts'

/** What people hear who answer, and what counts as success. */
export function CallTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { causes } = useMessages(tasksMessages)
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path: { id: task.id } } }).data
  if (!settings) return <Skeleton h={320} aria-busy />
  return <CallOutline taskId={task.id} dataSourceId={task.dataSourceId} settings={settings} causes={causes} />
}
