// The screenshots to take. `prepare` brings the page into the state to show.
import type { Page } from 'playwright-core'
import type { DemoData } from './demo-data.ts'

export interface Shot {
  name: string
  path(data: DemoData): string
  prepare?(page: Page): Promise<void>
  language?: 'en' | 'zh'
  viewport?: { width: number; height: number }
  isSignedOut?: boolean
  /** Of a service that has no data yet. */
  isEmpty?: boolean
}

const PHONE = { width: 390, height: 844 }
/** The default size. Setting it opens a new page, so that a dialog does not stay open for the next screenshot. */
const OWN_PAGE = { width: 1280, height: 800 }

export const shots: Shot[] = [
  {
    name: 'first-screen',
    path: () => '/',
    viewport: OWN_PAGE,
    isEmpty: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Answer the call' }).click()
      await page.getByText('The call waits for a key.').waitFor()
    },
  },
  { name: 'sign-in', path: () => '/', isSignedOut: true },
  { name: 'overview', path: () => '/?hours=1' },
  { name: 'overview-zh', path: () => '/?hours=1', language: 'zh' },
  { name: 'overview-phone', path: () => '/', viewport: PHONE },
  { name: 'wall', path: () => '/wall', viewport: OWN_PAGE },
  { name: 'reports', path: () => '/reports' },
  { name: 'reports-zh', path: () => '/reports', language: 'zh' },
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
  {
    name: 'task-picture',
    path: ({ appointmentTaskId }) => `/tasks/${appointmentTaskId}?tab=call`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await page.getByText('Picture', { exact: true }).click()
      await page.locator('.picture-count').first().waitFor()
    },
  },
  {
    name: 'task-call',
    path: ({ dataSourceId }) => `/tasks/new?dataSource=${dataSourceId}`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Use “Appointment confirmation”' }).click()
      await page.getByText('Picture', { exact: true }).click()
      await page.locator('[data-card]').nth(1).click()
      await page.getByRole('complementary').waitFor()
      await page.locator('.picture').evaluate((picture) => picture.scrollIntoView({ block: 'end' }))
    },
  },
  {
    name: 'conversation',
    path: ({ appointmentTaskId }) => `/tasks/${appointmentTaskId}?tab=calls`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      const pressed = page.getByRole('row').filter({ hasText: /Success/ })
      await pressed.first().getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'task-call-preview',
    path: ({ appointmentTaskId }) => `/tasks/${appointmentTaskId}?tab=call`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Hear the call' }).click()
      await page.getByLabel('Sound').uncheck()
      await page.getByRole('button', { name: 'Answer the call' }).click()
      await page.getByRole('button', { name: 'Key 1' }).click()
      await page.getByRole('log').getByText('Thank you').waitFor()
    },
  },
  { name: 'audio', path: () => '/audio' },
  { name: 'data-sources', path: () => '/data-sources' },
  { name: 'data-source', path: ({ dataSourceId }) => `/data-sources/${dataSourceId}` },
  {
    name: 'data-source-zh',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}?phone=138`,
    language: 'zh',
  },
  {
    name: 'data-source-phone',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}`,
    viewport: PHONE,
  },
  {
    name: 'contact',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}?phone=1380013800`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Calls to 13800138005' }).click()
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'import',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}`,
    viewport: OWN_PAGE,
    prepare: chooseFile,
  },
  {
    name: 'import-result',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await chooseFile(page)
      // Runs twice, in light and dark mode; the second run finds all contacts already imported.
      await page.getByLabel('Update the contact with the values of the row').check()
      await page.getByRole('button', { name: 'Start the import' }).click()
      await page.getByText('The import is done').waitFor()
    },
  },
  { name: 'settings', path: () => '/settings' },
  { name: 'settings-zh', path: () => '/settings', language: 'zh' },
]

/** Chooses a file with valid rows and with rows that fail. */
async function chooseFile(page: Page): Promise<void> {
  const rows = [
    'Name,Mobile,City,Order',
    '王小明,+86 138-0013-8000,北京,299.50',
    'Ann Example,+1 202-555-0110,Washington,35.90',
    'Lee Sample,,Leeds,12.00',
    '欧阳娜娜,139 0013 9000,上海,88.00',
    'Max Muster,12,Köln,7.50',
    'Ann Example again,+1 202 555 0110,Washington,41.00',
  ]
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('File with contacts').setInputFiles({
    name: 'autumn customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByText('The first rows').waitFor()
}
