// Nothing is cut off: no page is wider than the screen, no text is clipped unless its title says it in full, and on a phone
// no table scrolls sideways.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import type { ServiceAccess } from '../../server/test/support/service-access.ts'
import { expectUniqueLandmarks } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, confirmFlow, moveTask, numbers } from './support/story.ts'

const LONG = 'A survey of the customers of the autumn collection, prepared by the team in Chengdu'

describeConsole('every page', (console) => {
  it.each([
    { width: 390, language: 'en' as const },
    { width: 390, language: 'zh' as const },
    { width: 1280, language: 'en' as const },
    { width: 1280, language: 'zh' as const },
  ])('fits $width pixels, in $language', async ({ width, language }) => {
    const service = console.service()
    const name = `${LONG} ${width} ${language}`
    const source = await addList(service, name, numbers(12))
    const settings = { taskName: name, dataSourceId: source, maxDialCount: 1, flow: confirmFlow }
    const task = await addTask(service, settings)
    await moveTask(service, 'publish', task)
    const list = await addToSettings(service, name)
    await importFile(service, source)
    const later = { taskName: `${name}, later`, dataSourceId: source, ...closedWindow() }
    await moveTask(service, 'publish', await addTask(service, later))

    const page = await console.open('/', { language, viewport: { width, height: 800 } })
    // Each with something that is there once the page is.
    const places = [
      ['/', '.task-rows'],
      ['/tasks', 'tbody a'],
      [`/tasks/${task}`, '.headline-value'],
      [`/tasks/${task}?tab=report`, '.chart canvas'],
      [`/tasks/${task}?tab=contacts`, '[role="tabpanel"] tbody td'],
      [`/tasks/${task}?tab=calls`, '[role="tabpanel"] tbody td'],
      [`/tasks/${task}?tab=audit`, '[role="tabpanel"] tbody td'],
      [`/tasks/${task}?tab=settings`, '[role="tabpanel"] .settings-list'],
      [`/tasks/new?dataSource=${source}`, '.flow-examples li'],
      ['/reports', '.heat-map'],
      ['/data-sources', 'tbody a'],
      [`/data-sources/${source}`, 'tbody td'],
      [`/data-sources/${source}?tab=imports`, 'tbody td'],
      ['/audio', '.settings-columns .card'],
      ['/do-not-call', 'tbody td'],
      [`/do-not-call/${list}`, 'tbody td'],
      ['/numbers?number=13800138000', '.figures'],
      ['/settings/numbers', 'tbody td'],
      ['/settings/trunks', 'tbody td'],
      ['/settings/speech', '.settings-list'],
      ['/settings/recordings', '.settings-list'],
      ['/settings/tokens', 'tbody td'],
      ['/settings/webhooks', 'tbody td'],
      ['/settings/system', '.settings-list'],
      ['/wall', '.wall-task'],
    ] as const
    for (const [path, sign] of places) {
      await visit(page, path, sign)
      expect(await findCutOff(page), path).toEqual([])
      if (width < 400) {
        expect(await findSideways(page), path).toEqual([])
        expect(await rowsOfActions(page), path).toBeLessThanOrEqual(1)
      }
      await expectUniqueLandmarks(page)
    }
  })

  it.each(['en', 'zh'] as const)(
    'has a list of tasks that does not scroll sideways, in %s',
    async (language) => {
      const service = console.service()
      const source = await addList(service, `${LONG}, listed ${language}`, numbers(2))
      await addTask(service, { taskName: `${LONG}, listed ${language}`, dataSourceId: source })
      for (const width of [1440, 1920]) {
        const page = await console.open('/settings', { language, viewport: { width, height: 800 } })
        // Dates of another year are the longest ones.
        await page.route('**/api/task/list*', async (route) => {
          const response = await route.fetch()
          const answer = await response.json()
          for (const row of answer.data.rows) {
            const time = '2019-12-28 23:59:59'
            Object.assign(row, { createTime: time, startTime: time, endTime: time, expectedEndTime: time })
          }
          await route.fulfill({ response, json: answer })
        })
        await visit(page, '/tasks', 'tbody a')
        await page.locator('tbody td').getByText('2019').first().waitFor()
        const hidden = () =>
          page.locator('.table-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
        await expect.poll(hidden, { message: `at ${width} pixels` }).toBe(0)
      }
    },
  )
})

/** One of each that is listed in the settings, with long names. The id of a do-not-call list with an entry. */
async function addToSettings(service: ServiceAccess, name: string): Promise<string> {
  const add = async (path: string, body: object) =>
    (await service.call<{ id: string }>(path, jsonBody(body)))?.data.id ?? ''
  await add('/api/calendar/add', { name, days: [{ date: '2027-01-01' }] })
  await add('/api/trunk/add', {
    name,
    host: 'sip.customers.of.the.autumn.collection.example.com',
    isEnabled: false,
  })
  await add('/api/token/create', { name, scope: 'read' })
  await add('/api/webhook/add', {
    url: `https://crm.example.com/${name.replaceAll(' ', '-')}`,
    events: ['call.ended'],
  })
  const list = await add('/api/doNotCall/add', { name })
  await service.call(
    `/api/doNotCall/${list}/entry/add`,
    jsonBody({ phoneNumbers: ['13700137000'], note: name }),
  )
  return list
}

/** Waits until its job is in the history of the data source. */
async function importFile(service: ServiceAccess, id: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob(['phone\n13900139000\n']), `${LONG}.csv`)
  const path = `/api/dataSource/${id}/import`
  const job = (await service.call<{ id: string }>(path, { method: 'POST', body }))?.data.id
  await service.call(`/api/import/${job}/start`, jsonBody({}))
  await expect
    .poll(async () => (await service.call<{ status: string }>(`/api/import/${job}`))?.data.status)
    .toBe('completed')
}

/** The tables that are wider than what scrolls them. */
function findSideways(page: Page): Promise<string[]> {
  return page.locator('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const scrolled: string[] = []
      for (let at: Element | null = table; at; at = at.parentElement) {
        const hidden = at.scrollWidth - at.clientWidth
        if (hidden > 0)
          scrolled.push(`${table.ariaLabel}: ${hidden} px are hidden in ${at.className || at.tagName}`)
      }
      return scrolled
    }),
  )
}

/** Goes there without loading everything anew, and waits until nothing is loading. */
async function visit(page: Page, path: string, sign: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.locator(sign).first().waitFor()
  await page
    .locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
    .first()
    .waitFor({ state: 'hidden' })
}

/** In how many rows the buttons of the page are. */
function rowsOfActions(page: Page): Promise<number> {
  return page
    .locator('.page-actions > button')
    .evaluateAll((buttons) => new Set(buttons.map((each) => each.getBoundingClientRect().top)).size)
}

function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tooWide = document.documentElement.scrollWidth - innerWidth
    const clipped = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, visibility, position } = getComputedStyle(element)
      // One pixel wide: only for screen readers.
      const isSeen = element.clientWidth > 1 && visibility !== 'hidden' && position !== 'absolute'
      const isCut = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1
      // What is out of sight of a picture is seen when it is moved.
      const isMoved = element.closest('.react-flow') !== null
      return isSeen && isCut && !isMoved && element.innerText?.trim() !== '' && !element.closest('[title]')
    })
    return [
      ...(tooWide > 0 ? [`the page is ${tooWide} px too wide`] : []),
      ...clipped.map((element) => `${element.className}: ${element.innerText.slice(0, 60)}`),
    ]
  })
}
