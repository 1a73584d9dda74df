// The pictures: one entry a page. `prepare` does what has to be done on the page first.
import type { Page } from 'playwright-core'
import type { DemoData } from './demo-data.ts'

export interface Shot {
  name: string
  path(data: DemoData): string
  prepare?(page: Page): Promise<void>
  language?: 'en' | 'zh'
  viewport?: { width: number; height: number }
  isSignedOut?: boolean
}

const PHONE = { width: 390, height: 844 }

export const shots: Shot[] = [
  { name: 'sign-in', path: () => '/', isSignedOut: true },
  { name: 'overview', path: () => '/?hours=1' },
  { name: 'overview-zh', path: () => '/?hours=1', language: 'zh' },
  { name: 'overview-phone', path: () => '/', viewport: PHONE },
  { name: 'tasks', path: () => '/tasks' },
  { name: 'task', path: ({ runningTaskId }) => `/tasks/${runningTaskId}` },
  { name: 'task-zh', path: ({ runningTaskId }) => `/tasks/${runningTaskId}?tab=contacts`, language: 'zh' },
  { name: 'task-phone', path: ({ runningTaskId }) => `/tasks/${runningTaskId}`, viewport: PHONE },
  { name: 'task-new', path: ({ dataSourceId }) => `/tasks/new?dataSource=${dataSourceId}` },
  {
    name: 'task-recall',
    path: ({ completedTaskId }) => `/tasks/${completedTaskId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Recall' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'data-sources', path: () => '/data-sources' },
  { name: 'data-source', path: ({ dataSourceId }) => `/data-sources/${dataSourceId}` },
  { name: 'settings', path: () => '/settings' },
]
