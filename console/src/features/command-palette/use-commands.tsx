import {
  IconDatabase,
  IconDeviceTv,
  IconHistory,
  IconKey,
  IconLogout,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { FailedAction } from '../../parts/errors/failed-actions.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useSignOut } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useRights } from '../../session/use-rights.ts'
import { sectionPath, useSectionNames } from '../settings/sections.ts'
import { settingsMessages } from '../settings/settings.messages.ts'
import { isAllowed } from '../tasks/task-state.ts'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import type { Command, CommandGroup } from './command.ts'
import { commandPaletteMessages } from './command-palette.messages.ts'

const MAX_FOUND = 6
const ICON = { size: 16, 'aria-hidden': true } as const

/** The pages that the navigation does not name: those of the settings, and the wall. */
export function usePageCommands(): Command[] {
  const { title, sections, hints } = useMessages(settingsMessages)
  const [, navigate] = useLocation()
  const { wall } = useMessages(commandPaletteMessages)
  const { maySee } = useRights()
  const pages = useSectionNames().map((name) => ({
    id: `settings-${name}`,
    title: `${title}: ${sections[name]}`,
    hint: hints[name],
    icon: <IconSettings {...ICON} />,
    run: () => navigate(sectionPath(name)),
  }))
  return [
    ...pages,
    ...(maySee({ isForAll: true })
      ? [{ id: 'wall', title: wall, icon: <IconDeviceTv {...ICON} />, run: () => navigate('/wall') }]
      : []),
  ]
}

/** What belongs to no single thing. */
export function useActionCommands(): Command[] {
  const t = useMessages(commandPaletteMessages)
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const rightReason = useRightReason()
  const { maySee } = useRights()
  const add = (id: string, title: string, path: string): Command => ({
    id,
    title,
    icon: <IconPlus {...ICON} />,
    run: () => navigate(path),
  })
  return [
    ...(rightReason('operate') === undefined ? [add('new-task', t.newTask, '/tasks/new')] : []),
    ...(maySee({ needs: 'operate', isForAll: true })
      ? [
          {
            ...add('pause-all', t.pauseAll, '/?pause=all'),
            icon: <IconPlayerPause {...ICON} />,
          },
        ]
      : []),
    ...(maySee({ needs: 'operate', isForAll: true })
      ? [add('new-data-source', t.newDataSource, '/data-sources?new=1')]
      : []),
    ...(rightReason('administer') === undefined
      ? [
          {
            ...add('new-token', t.newToken, '/settings/tokens'),
            icon: <IconKey {...ICON} />,
          },
        ]
      : []),
    { id: 'sign-out', title: t.signOut, icon: <IconLogout {...ICON} />, run: signOut },
  ]
}

/** Tasks, data sources and numbers that match; without a query the newest ones. */
export function useFoundCommands(query: string, isEnabled: boolean): CommandGroup[] {
  const t = useMessages(commandPaletteMessages)
  return [
    { title: t.tasks, commands: useTaskCommands(query, isEnabled) },
    { title: t.dataSources, commands: useDataSourceCommands(query, isEnabled) },
    { title: t.numbers, commands: useNumberCommands(query) },
  ]
}

function useTaskCommands(query: string, isEnabled: boolean): Command[] {
  const t = useMessages(commandPaletteMessages)
  const { statuses, done } = useMessages(tasksMessages)
  const [, navigate] = useLocation()
  const notify = useNotify()
  const canWrite = useRightReason()('operate') === undefined
  const pause = useApiMutation('/api/task/pause')
  const resume = useApiMutation('/api/task/resume')
  const { data } = useApiQuery(
    '/api/task/list',
    { params: { query: { pageSize: MAX_FOUND, ...(query !== '' && { taskName: query }) } } },
    { isEnabled, keepsPrevious: true },
  )
  async function move(change: typeof pause | typeof resume, id: string, said: string, failed: FailedAction) {
    try {
      await change.mutateAsync({ body: { id } })
      notify.done(said)
    } catch (error) {
      notify.failed(error, failed)
    }
  }
  const tasks = data?.rows ?? []
  return [
    ...tasks.map(({ id, taskName, status }) => ({
      id: `task-${id}`,
      title: taskName,
      hint: statuses[status] ?? '',
      icon: <IconPhoneOutgoing {...ICON} />,
      run: () => navigate(`/tasks/${id}`),
    })),
    ...tasks.flatMap(({ id, taskName, status }): Command[] => {
      if (!canWrite || query === '') return []
      if (isAllowed('pause', status)) {
        return [
          {
            id: `pause-${id}`,
            title: t.pause(taskName),
            icon: <IconPlayerPause {...ICON} />,
            run: () => move(pause, id, done.pause, 'pauseTask'),
          },
        ]
      }
      return isAllowed('resume', status)
        ? [
            {
              id: `resume-${id}`,
              title: t.resume(taskName),
              icon: <IconPlayerPlay {...ICON} />,
              run: () => move(resume, id, done.resume, 'resumeTask'),
            },
          ]
        : []
    }),
  ]
}

function useDataSourceCommands(query: string, isEnabled: boolean): Command[] {
  const t = useMessages(commandPaletteMessages)
  const format = useFormat()
  const [, navigate] = useLocation()
  const { data } = useApiQuery(
    '/api/dataSource/list',
    { params: { query: { pageSize: MAX_FOUND, ...(query !== '' && { dataSourceName: query }) } } },
    { isEnabled, keepsPrevious: true },
  )
  return (data?.rows ?? []).map(({ id, dataSourceName, contactCount }) => ({
    id: `data-source-${id}`,
    title: dataSourceName,
    hint: t.contacts(format.number(contactCount)),
    icon: <IconDatabase {...ICON} />,
    run: () => navigate(`/data-sources/${id}`),
  }))
}

/** Anything that looks like a phone number can be looked up. */
function useNumberCommands(query: string): Command[] {
  const t = useMessages(commandPaletteMessages)
  const [, navigate] = useLocation()
  const { maySee } = useRights()
  if (!/^\+?[\d\s().-]{3,30}$/.test(query) || !maySee({ needs: 'seeNumbers', isForAll: true })) return []
  return [
    {
      id: 'number',
      title: t.number(query),
      icon: <IconHistory {...ICON} />,
      run: () => navigate(`/numbers?number=${encodeURIComponent(query)}`),
    },
  ]
}
