// All pages and their paths. A page is loaded on its first visit; after the first page, all others are preloaded.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withErrorWords } from './parts/errors/error-text.ts'
import { lazyPart } from './parts/lazy-part.tsx'

interface PageRoute {
  /** A wouter pattern; its parameters become the page's `params`. */
  path: string
  Page: LazyExoticComponent<ComponentType<{ params: Record<string, string | undefined> }>>
  load: () => Promise<unknown>
}

type PageComponent = ComponentType<{ params: Record<string, string | undefined> }>

function page(path: string, load: () => Promise<PageComponent>): PageRoute {
  return { path, load, Page: lazy(async () => ({ default: await withErrorWords(load()) })) }
}

/** Loaded when it is opened for the first time. */
export const loadCommandPalette = async () =>
  (await import('./features/command-palette/command-palette.tsx')).CommandPalette

export const CommandPalette = lazy(async () => ({ default: await loadCommandPalette() }))

/** Loaded when there is a problem. */
export const ProblemBanner = lazyPart(
  async () => (await import('./features/overview/problem-banner.tsx')).ProblemBanner,
)

/** A page without the frame of the others. */
export const WALL = '/wall'
export const WallPage = lazyPart(
  async () => (await withErrorWords(import('./features/overview/wall/wall-page.tsx'))).WallPage,
)

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
  page(
    '/do-not-call',
    async () => (await import('./features/do-not-call/lists-page.tsx')).DoNotCallListsPage,
  ),
  page(
    '/do-not-call/:id',
    async () => (await import('./features/do-not-call/list-page.tsx')).DoNotCallListPage,
  ),
  page('/calendar', async () => (await import('./features/calendar/calendar-page.tsx')).CalendarPage),
  page('/reports', async () => (await import('./features/reports/reports-page.tsx')).ReportsPage),
  page('/audio', async () => (await import('./features/audio/audio-page.tsx')).AudioPage),
  page('/numbers', async () => (await import('./features/numbers/numbers-page.tsx')).NumbersPage),
  page(
    '/settings/:section?',
    async () => (await import('./features/settings/settings-page.tsx')).SettingsPage,
  ),
]
