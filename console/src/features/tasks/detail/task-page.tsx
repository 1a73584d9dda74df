import { TaskStatus } from '@carillon/client/task-states'
import { Skeleton, Tabs } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { PartBoundary } from '../../../parts/errors/error-boundary.tsx'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { PageHeader } from '../../../parts/page-header.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useRights } from '../../../session/use-rights.ts'
import { useSystem } from '../../../session/use-system.ts'
import { hasCalledNobody, TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { HeadlineSkeleton } from './headline.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { TaskActions } from './task-actions.tsx'
import { type Tab, tabOf, tabs } from './task-tabs.ts'

const CallsTab = lazyPart(async () => (await import('./calls/calls-tab.tsx')).CallsTab, <TabSkeleton />)
const ReportTab = lazyPart(async () => (await import('./report-tab.tsx')).ReportTab, <TabSkeleton />)
const AuditTab = lazyPart(async () => (await import('./audit-tab.tsx')).AuditTab, <TabSkeleton />)
const SettingsTab = lazyPart(async () => (await import('./settings-tab.tsx')).SettingsTab)
const ContactsTab = lazyPart(
  async () => (await import('./contacts/contacts-tab.tsx')).ContactsTab,
  <TabSkeleton />,
)

/** Those in which there are phone numbers. */
const OF_NUMBERS: readonly Tab[] = ['contacts', 'calls']

/** The tabs are below the title, so that whatever leads to one of them shows it without scrolling. */
export function TaskPage({ params: { id = '' } }: { params: { id?: string | undefined } }) {
  const t = useMessages(tasksMessages)
  const [params, setParams] = useSearchParams()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const task = useApiQuery('/api/task/detail/{id}', { params: { path: { id } } })
  const isDraft = task.data?.status === TaskStatus.DRAFT
  const tab = tabOf(params, isDraft)
  const list = useShownTab(tab)
  const { maySee } = useRights()
  const offered = tabs.filter(
    (name) =>
      (!OF_NUMBERS.includes(name) || maySee({ needs: 'seeNumbers' })) && (name !== 'report' || !isDraft),
  )
  const areCallsReal = useSystem()?.gateway.isSimulated === false

  // The parts of the page ask for more about the task, and each of them would say that it does not exist.
  if (!task.data) {
    return (
      <>
        <PageHeader title={task.error ? t.title : '…'} backTo="/tasks" />
        {task.error ? <ErrorState error={task.error} onRetry={task.refetch} /> : <TaskSkeleton />}
      </>
    )
  }
  const contacts = { task: task.data, selected, onSelect: setSelected }
  return (
    <>
      <PageHeader
        title={task.data.taskName}
        backTo="/tasks"
        beside={
          <>
            <TaskStatusBadge status={task.data.status} hasCalledNobody={hasCalledNobody(task.data)} />
            {areCallsReal && task.data.isSimulated && (
              <span className="simulator-mark" title={t.simulatedHint}>
                <span>{t.simulated}</span>
              </span>
            )}
          </>
        }
        actions={
          <TaskActions task={task.data} selected={selected} onRecalled={() => setSelected(new Set())} />
        }
      />
      <Tabs
        className="tabs-fill"
        value={tab}
        keepMounted={false}
        onChange={(next) => setParams(next && next !== 'overview' ? { tab: next } : {}, { replace: true })}
      >
        <Tabs.List className="page-tabs" ref={list} aria-label={t.detail.tabsLabel}>
          {offered.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.detail.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <PartBoundary key={tab}>
            {tab === 'overview' && <OverviewTab task={task.data} />}
            {tab === 'contacts' && <ContactsTab {...contacts} />}
            {tab === 'calls' && <CallsTab {...contacts} />}
            {tab === 'audit' && <AuditTab taskId={id} />}
            {tab === 'report' && <ReportTab task={task.data} />}
            {tab === 'settings' && (
              <div className="page-scroll">
                <SettingsTab task={task.data} />
              </div>
            )}
          </PartBoundary>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The rows of a table. */
function TabSkeleton() {
  return (
    <div className="page-scroll" aria-busy>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <Skeleton key={row} h={14} mb="lg" />
      ))}
    </div>
  )
}

/** The tabs, the sentence and the figures. */
function TaskSkeleton() {
  return (
    <div aria-busy>
      <div className="page-tabs" style={{ height: 31 }} />
      <Skeleton h={64} radius={0} />
      <div className="page-scroll">
        <HeadlineSkeleton />
      </div>
    </div>
  )
}

/**
 * Another tab begins at its top. If what led to it is gone, a link in the tab before, the keyboard goes on from the name of the tab,
 * which a screen reader says.
 */
function useShownTab(tab: Tab) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    const title = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!list.current?.contains(document.activeElement)) title?.focus({ preventScroll: true })
    title?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return list
}
