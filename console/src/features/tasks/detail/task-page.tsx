import { Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { PageHeader } from '../../../parts/page-header.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { CallsTab } from './calls-tab.tsx'
import { ContactStates } from './contact-states.tsx'
import { DenialReasons } from './denial-reasons.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskFigures } from './task-figures.tsx'
import { TaskResults } from './task-results.tsx'

const CallTab = lazyPart(async () => (await import('./call-tab.tsx')).CallTab)
const AuditTab = lazyPart(async () => (await import('./audit-tab.tsx')).AuditTab)
const SettingsTab = lazyPart(async () => (await import('./settings-tab.tsx')).SettingsTab)
const ContactsTab = lazyPart(async () => (await import('./contacts-tab.tsx')).ContactsTab)

const tabs = ['calls', 'contacts', 'call', 'audit', 'settings'] as const

/** The explanation also changes without an event: a retry becomes due, a daily window opens. */
const EXPLAIN_INTERVAL_MS = 5000

export function TaskPage({ params: { id = '' } }: { params: { id?: string | undefined } }) {
  const t = useMessages(tasksMessages)
  const [params, setParams] = useSearchParams()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const init = { params: { path: { id } } }
  const task = useApiQuery('/api/task/detail/{id}', init)
  const explained = useApiQuery('/api/task/{id}/explain', init, { refetchEveryMs: EXPLAIN_INTERVAL_MS })
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'calls'

  // The parts of the page ask for more about the task, and each of them would say that it does not exist.
  if (!task.data) {
    return (
      <>
        <PageHeader title={task.error ? t.title : '…'} backTo="/tasks" />
        {task.error && <ErrorState error={task.error} onRetry={task.refetch} />}
      </>
    )
  }
  const contacts = { task: task.data, selected, onSelect: setSelected }
  return (
    <>
      <PageHeader
        title={task.data.taskName}
        backTo="/tasks"
        beside={<TaskStatusBadge status={task.data.status} />}
        actions={
          <TaskActions task={task.data} selected={selected} onRecalled={() => setSelected(new Set())} />
        }
      />
      <TaskExplanation task={task.data} explained={explained.data} />
      <div className="page-scroll">
        {explained.data && <TaskFigures task={task.data} explained={explained.data} />}
        <div className="columns">
          <Stack gap="sm">
            <OutcomeChart taskId={id} />
            <TaskResults taskId={id} />
          </Stack>
          {explained.data && (
            <Stack gap="sm">
              <ContactStates taskId={id} contacts={explained.data.contacts} />
              <DenialReasons taskId={id} reasons={explained.data.reasons} />
            </Stack>
          )}
        </div>
        <Tabs
          value={tab}
          mt="md"
          keepMounted={false}
          onChange={(next) => setParams(next && next !== 'calls' ? { tab: next } : {}, { replace: true })}
        >
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t.detail.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="calls">
            <CallsTab {...contacts} />
          </Tabs.Panel>
          <Tabs.Panel value="contacts">
            <ContactsTab {...contacts} />
          </Tabs.Panel>
          <Tabs.Panel value="call" pt="md">
            <CallTab task={task.data} />
          </Tabs.Panel>
          <Tabs.Panel value="audit">
            <AuditTab taskId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" pt="md">
            <SettingsTab task={task.data} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  )
}
