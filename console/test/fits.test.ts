// Nothing is cut off: no page is wider than the screen, and no text is clipped unless its title says it in full.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask, numbers } from './support/story.ts'

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
    const task = await addTask(service, { taskName: name, dataSourceId: source, maxDialCount: 1 })
    await moveTask(service, 'publish', task)
    const later = { taskName: `${name}, later`, dataSourceId: source, ...closedWindow() }
    await moveTask(service, 'publish', await addTask(service, later))

    const page = await console.open('/', { language, viewport: { width, height: 800 } })
    // Each with something that is there once the page is.
    const places = [
      ['/', '.task-rows'],
      ['/tasks', 'tbody a'],
      [`/tasks/${task}`, '.chart canvas'],
      [`/tasks/${task}?tab=contacts`, '[role="tabpanel"] tbody td'],
      [`/tasks/${task}?tab=audit`, '[role="tabpanel"] tbody td'],
      [`/tasks/${task}?tab=settings`, '[role="tabpanel"] .settings-list'],
      [`/tasks/new?dataSource=${source}`, '.flow-examples li'],
      ['/reports', '.heat-map'],
      ['/data-sources', 'tbody a'],
      [`/data-sources/${source}`, 'tbody td'],
      ['/audio', '.settings-columns .card'],
      ['/do-not-call', 'h1'],
      ['/numbers?number=13800138000', '.figures'],
      ['/settings/numbers', '.card'],
      ['/settings/trunks', '.card'],
      ['/settings/speech', '.settings-list'],
      ['/settings/system', '.settings-list'],
      ['/wall', '.wall-figures'],
    ] as const
    for (const [path, sign] of places) {
      await visit(page, path, sign)
      expect(await findCutOff(page), path).toEqual([])
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

/** Goes there without loading everything anew, and waits until nothing is loading. */
async function visit(page: Page, path: string, sign: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.locator(sign).first().waitFor()
  await page
    .locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
    .first()
    .waitFor({ state: 'hidden' })
}

function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tooWide = document.documentElement.scrollWidth - innerWidth
    const clipped = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, visibility, position } = getComputedStyle(element)
      // One pixel wide: only for screen readers.
      const isSeen = element.clientWidth > 1 && visibility !== 'hidden' && position !== 'absolute'
      const isCut = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1
      return isSeen && isCut && element.innerText?.trim() !== '' && !element.closest('[title]')
    })
    return [
      ...(tooWide > 0 ? [`the page is ${tooWide} px too wide`] : []),
      ...clipped.map((element) => `${element.className}: ${element.innerText.slice(0, 60)}`),
    ]
  })
}
