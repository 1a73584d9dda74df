import type { Schemas } from '@carillon/client'
import { Anchor, Code, Skeleton, Stack } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { type PermissionSettings, usePermissionRows } from '../permission/permission-texts.ts'
import { tasksMessages } from '../tasks.messages.ts'

/** The settings of a task. */
export function SettingsTab({ task }: { task: Schemas['TaskDetail'] }) {
  const { settings: t, form, priorities } = useMessages(tasksMessages)
  const format = useFormat()
  const settings = useApiQuery('/api/task/{id}/settings', { params: { path: { id: task.id } } }).data
  const source = useApiQuery('/api/dataSource/detail/{id}', { params: { path: { id: task.dataSourceId } } })
  const continuesId = settings?.continuesTaskId
  const continues = useApiQuery(
    '/api/task/detail/{id}',
    { params: { path: { id: continuesId ?? '' } } },
    { isEnabled: continuesId !== undefined },
  )
  const window =
    settings?.dailyStartTime || settings?.dailyEndTime
      ? `${settings.dailyStartTime ?? '00:00'} – ${settings.dailyEndTime ?? '00:00'}`
      : t.anyTime
  const rules: [string, ReactNode][] = [
    [
      t.dataSource,
      <Anchor key="source" component={Link} href={`/data-sources/${task.dataSourceId}`} size="sm">
        {nameOf(source, source.data?.dataSourceName, task.dataSourceId)}
      </Anchor>,
    ],
    ...(continuesId === undefined
      ? []
      : [
          [
            t.continues,
            <Anchor key="continues" component={Link} href={`/tasks/${continuesId}`} size="sm">
              {nameOf(continues, continues.data?.taskName, continuesId)}
            </Anchor>,
          ] as [string, ReactNode],
        ]),
    [t.priority, priorities[task.priority - 1]],
    [t.attempts, format.number(task.maxDialCount)],
    [t.interval, settings && format.duration(settings.callInterval)],
    [t.window, settings && window],
    ...(settings?.flow
      ? [[form.listenNotice, settings.listenNotice || t.nothingSaid] as [string, ReactNode]]
      : []),
    ...(settings?.needsRecordingNotice
      ? [[form.recording, form.needsRecordingNotice] as [string, ReactNode]]
      : []),
  ]
  const facts: [string, ReactNode][] = [
    [t.listMode, form[task.listMode]],
    [t.description, task.taskDesc || '–'],
    [t.created, format.dateTime(task.createTime)],
    [t.started, format.dateTime(task.startTime)],
    [t.ended, format.dateTime(task.endTime)],
    [t.updated, format.dateTime(task.updateTime)],
    [t.id, <Code key="id">{task.id}</Code>],
  ]
  if (!settings) return <SettingsSkeleton />
  return (
    <dl className="settings-list">
      <Rows rows={rules} />
      {settings && <PermissionRows settings={settings} />}
      <Rows rows={facts} />
    </dl>
  )
}

/** Its id only if the name cannot be read: nobody knows it. */
function nameOf({ error }: { error: unknown }, name: string | undefined, id: string): ReactNode {
  return name ?? (error ? id : <Skeleton component="span" display="inline-block" w={120} h={14} />)
}

/** As many lines as the settings of most tasks have. */
function SettingsSkeleton() {
  return (
    <Stack gap="sm" aria-busy maw={680}>
      {Array.from({ length: 16 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <Skeleton key={index} h={18} />
      ))}
    </Stack>
  )
}

function PermissionRows({ settings }: { settings: PermissionSettings }) {
  return <Rows rows={usePermissionRows(settings)} />
}

function Rows({ rows }: { rows: [label: string, value: ReactNode][] }) {
  return rows.map(([label, value]) => (
    <Fragment key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </Fragment>
  ))
}
