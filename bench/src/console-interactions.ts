// What a user does in the console: where, with which input, and what the page then shows.
import type { Page } from 'playwright-core'
import { until } from './support/page-clock.ts'

export interface Interaction {
  name: string
  path: string
  start: {
    /** An expression in the page. */
    isReady: string
    prepare?(page: Page, round: number): Promise<unknown>
  }
  act(page: Page, round: number): Promise<unknown>
  /** An expression in the page; `before` is the value of `state` before the input. */
  isShown(round: number): string
  state?: string
  /** What the page has to ask for. */
  request?(round: number): string
}

const ROWS = `document.querySelectorAll('table tbody tr:has([data-sticky], a, input)')`
const FIRST_ROW = `document.querySelector('table tbody tr')?.textContent`
const hasRows = { isReady: `${ROWS}.length > 1` }
const everyRowHas = (text: string) =>
  `${ROWS}.length > 0 && [...${ROWS}].every((row) => row.textContent.includes(${JSON.stringify(text)}))`
const isOpen = (text: string) =>
  `document.querySelector('[role=dialog]')?.textContent.includes(${JSON.stringify(text)})`

/** Type, then Enter: without it the page waits a quarter of a second for more keys. */
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').first().pressSequentially(text)
  await page.keyboard.press('Enter')
}
const openList = (label: string) => (page: Page) => page.getByRole('combobox', { name: label }).click()
const choose = (option: string) => (page: Page) => page.getByRole('option', { name: option }).first().click()

/** Between two keys: 240 words a minute. Keys that come all at once wait for each other, and nobody types so. */
const KEY_MS = 50

export function interactions({
  taskId,
  dataSourceId,
}: {
  taskId: string
  dataSourceId: string
}): Interaction[] {
  const contacts = `/tasks/${taskId}?tab=contacts`
  const contactsOf = (query: string) => `/api/task/${taskId}/contacts?pageNum=1&pageSize=50&${query}`
  return [
    {
      name: 'tasks: open the list',
      path: '/settings',
      start: { isReady: `document.querySelector('h1')` },
      act: (page) => page.getByRole('link', { name: 'Tasks', exact: true }).first().click(),
      isShown: () => `${ROWS}.length >= 50`,
      request: () => '/api/task/list?pageNum=1&pageSize=50',
    },
    {
      name: 'tasks: search',
      path: '/tasks',
      start: hasRows,
      act: (page, round) => search(page, `campaign 2${round}`),
      isShown: (round) => everyRowHas(`campaign 2${round}`),
      request: (round) => `/api/task/list?pageNum=1&pageSize=50&taskName=campaign%202${round}`,
    },
    {
      name: 'tasks: filter by status',
      path: '/tasks',
      start: { ...hasRows, prepare: openList('Status') },
      act: choose('Completed'),
      isShown: () => everyRowHas('Completed'),
      request: () => '/api/task/list?pageNum=1&pageSize=50&status=4',
    },
    {
      name: 'tasks: sort by progress',
      path: '/tasks',
      start: hasRows,
      act: (page) => page.getByRole('columnheader', { name: 'Progress' }).getByRole('button').click(),
      state: FIRST_ROW,
      isShown: () => `${FIRST_ROW} !== before`,
      request: () => '/api/task/list?pageNum=1&pageSize=50&sort=progress&order=desc',
    },
    {
      name: 'tasks: select a row',
      path: '/tasks',
      start: hasRows,
      act: (page) => page.locator('tbody input[type=checkbox]').nth(2).click(),
      isShown: () => `document.querySelector('[role=toolbar]')`,
    },
    {
      name: 'tasks: select all rows',
      path: '/tasks',
      start: hasRows,
      act: (page) => page.locator('thead input[type=checkbox]').click(),
      isShown: () => `document.querySelectorAll('tbody input:checked').length >= 50`,
    },
    {
      name: 'palette: open with Ctrl-K',
      path: '/tasks',
      start: hasRows,
      act: (page) => page.keyboard.press('Control+k'),
      isShown: () => `document.querySelector('[role=dialog] input')`,
    },
    {
      name: 'palette: find a task',
      path: '/tasks',
      start: { ...hasRows, prepare: openPalette },
      act: (page, round) => page.keyboard.type(`campaign 15${round}`, { delay: KEY_MS }),
      isShown: (round) => isOpen(`campaign 15${round}`),
      request: (round) => `/api/task/list?pageNum=1&pageSize=5&taskName=campaign%2015${round}`,
    },
    {
      name: 'overview: open',
      path: '/tasks',
      start: hasRows,
      act: (page) => page.getByRole('link', { name: 'Overview', exact: true }).first().click(),
      isShown: () => `location.pathname === '/' && document.querySelector('main table tbody tr')`,
      request: () => '/api/overview',
    },
    {
      name: 'task: open from the list',
      path: '/tasks?name=a+long+task',
      start: { isReady: `document.querySelector('tbody a')` },
      act: (page) => page.locator('tbody a').first().click(),
      isShown: () =>
        `document.querySelector('h1')?.textContent.includes('a long task') && document.querySelector('[role=tab]')`,
      request: () => `/api/task/detail/${taskId}`,
    },
    {
      name: 'task: switch to its contacts',
      path: `/tasks/${taskId}?tab=settings`,
      start: { isReady: `document.querySelector('[role=tab]')` },
      act: (page) => page.getByRole('tab', { name: 'Contacts' }).click(),
      isShown: () => `${ROWS}.length >= 50`,
      request: () => contactsOf(''),
    },
    {
      name: 'contacts: search by name, 3,700 of a million',
      path: contacts,
      start: hasRows,
      act: (page, round) => search(page, `户 ${99 - round}9`),
      isShown: (round) => everyRowHas(`户 ${99 - round}9`),
      request: (round) => contactsOf(`name=${encodeURIComponent(`户 ${99 - round}9`)}`),
    },
    {
      name: 'contacts: search by number',
      path: contacts,
      start: hasRows,
      act: (page, round) => search(page, `138${20 + round}`),
      isShown: (round) => everyRowHas(`138${20 + round}`),
      request: (round) => contactsOf(`phoneNumber=138${20 + round}`),
    },
    {
      name: 'contacts: filter by state',
      path: contacts,
      start: { ...hasRows, prepare: openList('State') },
      act: choose('Failed'),
      isShown: () => everyRowHas('Failed'),
      request: () => contactsOf('state=failed'),
    },
    {
      name: 'contacts: filter by a cause of 180,000',
      path: contacts,
      start: { ...hasRows, prepare: openList('Last cause') },
      act: choose('Busy'),
      isShown: () => everyRowHas('Busy'),
      request: () => contactsOf('cause=busy'),
    },
    {
      name: 'contacts: open one',
      path: contacts,
      start: hasRows,
      act: (page, round) => page.locator('tbody button').nth(round).click(),
      isShown: () => isOpen('In this task'),
    },
    {
      name: 'contacts: select a row',
      path: contacts,
      start: hasRows,
      act: (page) => page.locator('tbody input[type=checkbox]').nth(2).click(),
      isShown: () => `document.querySelectorAll('tbody input:checked').length === 1`,
    },
    {
      name: 'contacts: last page of a million',
      path: contacts,
      start: hasRows,
      act: (page) =>
        page
          .getByRole('button', { name: /^Page \d{3,}$/ })
          .last()
          .click(),
      state: FIRST_ROW,
      isShown: () => `${FIRST_ROW} !== before`,
      request: () => `/api/task/${taskId}/contacts?pageNum=20000&pageSize=50`,
    },
    {
      name: 'data source: search by number',
      path: `/data-sources/${dataSourceId}`,
      start: hasRows,
      act: (page, round) => search(page, `138${20 + round}`),
      isShown: (round) => everyRowHas(`138${20 + round}`),
      request: (round) =>
        `/api/dataSource/${dataSourceId}/contacts?pageNum=1&pageSize=50&phoneNumber=138${20 + round}`,
    },
  ]
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await until(page, `document.activeElement?.matches('[role=dialog] input')`)
}
