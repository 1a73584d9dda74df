// The screenshots to take. `prepare` brings the page into the state to show.
import type { Page } from 'playwright-core'
import type { DemoData } from './demo-data.ts'

export interface Shot {
  name: string
  path(data: DemoData): string
  prepare?(page: Page): Promise<void>
  viewport?: { width: number; height: number }
  isSignedOut?: boolean
  /** Of a service that has no data yet. */
  isEmpty?: boolean
}

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
      await page.getByText('Waiting for you to press a key.').waitFor()
    },
  },
  { name: 'sign-in', path: () => '/', isSignedOut: true },
  { name: 'overview', path: () => '/?hours=1' },
  {
    name: 'wall',
    path: () => '/wall',
    viewport: { width: 1920, height: 1080 },
    // A picture without lines says nothing.
    prepare: (page) =>
      page.locator('.still-picture .react-flow__edge').first().waitFor({ state: 'attached' }),
  },
  { name: 'reports', path: () => '/reports' },
  { name: 'tasks', path: () => '/tasks' },
  { name: 'task', path: ({ runningTaskId }) => `/tasks/${runningTaskId}` },
  {
    name: 'task-picture',
    path: ({ appointmentTaskId }) => `/tasks/${appointmentTaskId}?tab=call`,
    viewport: { width: 1280, height: 1040 },
    prepare: async (page) => {
      await page.locator('.picture-count').first().waitFor()
    },
  },
  {
    name: 'task-call',
    path: ({ dataSourceId }) => `/tasks/new?dataSource=${dataSourceId}`,
    viewport: OWN_PAGE,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Use “Appointment confirmation”' }).click()
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
      const pressed = page.getByRole('row').filter({ hasText: /Confirmed/ })
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
  { name: 'data-source', path: ({ dataSourceId }) => `/data-sources/${dataSourceId}` },
  {
    name: 'import',
    path: ({ dataSourceId }) => `/data-sources/${dataSourceId}`,
    viewport: OWN_PAGE,
    prepare: chooseFile,
  },
  { name: 'settings', path: () => '/settings' },
]

/** Chooses a file with valid rows and with rows that fail. */
async function chooseFile(page: Page): Promise<void> {
  const rows = [
    'Name,Mobile,City,Order',
    'Grace Miller,+1 202-555-0140,Washington,299.50',
    'Ann Parker,+1 202-555-0110,Washington,35.90',
    'Lee Turner,,Seattle,12.00',
    'Nora Collins,+1 (206) 555-0163,Seattle,88.00',
    'Max Warren,12,Denver,7.50',
    'Ann Parker again,+1 202 555 0110,Washington,41.00',
  ]
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('File with contacts').setInputFiles({
    name: 'autumn customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByText('The first rows').waitFor()
}
