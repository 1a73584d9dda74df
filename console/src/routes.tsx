// Every page and where it is. Each is loaded when it is first asked for, and all of them once the first one stands.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface PageRoute {
  /** As wouter reads it; parameters reach the page as `params`. */
  path: string
  Page: LazyExoticComponent<ComponentType<{ params: Record<string, string | undefined> }>>
  load: () => Promise<unknown>
}

type PageComponent = ComponentType<{ params: Record<string, string | undefined> }>

function page(path: string, load: () => Promise<PageComponent>): PageRoute {
  return { path, load, Page: lazy(async () => ({ default: await load() })) }
}

export const routes: PageRoute[] = [
  page('/', async () => (await import('./features/overview/overview-page.tsx')).OverviewPage),
  page('/tasks', async () => (await import('./features/tasks/list/task-list-page.tsx')).TaskListPage),
  page('/tasks/new', async () => (await import('./features/tasks/form/new-task-page.tsx')).NewTaskPage),
  page(
    '/tasks/:id/edit',
    async () => (await import('./features/tasks/form/edit-task-page.tsx')).EditTaskPage,
  ),
  page('/tasks/:id', async () => (await import('./features/tasks/detail/task-page.tsx')).TaskPage),
  page(
    '/data-sources',
    async () => (await import('./features/data-sources/data-sources-page.tsx')).DataSourcesPage,
  ),
  page(
    '/data-sources/:id',
    async () => (await import('./features/data-sources/data-source-page.tsx')).DataSourcePage,
  ),
  page('/settings', async () => (await import('./features/settings/settings-page.tsx')).SettingsPage),
]
