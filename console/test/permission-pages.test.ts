// Every page about permission, in both colour schemes and from a phone to a large screen.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, numbers } from './support/story.ts'

describeConsole('the pages about permission', (console) => {
  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)(
    'fit a %s screen of %i pixels without serious accessibility problems',
    async (colorScheme, width) => {
      const service = console.service()
      const name = `${colorScheme} ${width}`
      const added = await service.call<{ id: string }>(
        '/api/doNotCall/add',
        jsonBody({ name: `${name} ${'with a long name '.repeat(4)}`, isGlobal: true }),
      )
      const listId = added?.data.id ?? ''
      await service.call(
        `/api/doNotCall/${listId}/entry/add`,
        jsonBody({
          phoneNumbers: numbers(60),
          note: 'asked not to be called any more, by letter and by phone',
        }),
      )
      await service.call(
        '/api/calendar/add',
        jsonBody({ name, isGlobal: true, days: [{ date: '2027-01-01', name: 'New Year' }] }),
      )
      const source = await addList(service, name, [...numbers(3), '911'])
      const id = await addTask(service, { taskName: name, dataSourceId: source })
      const page = await console.open('/do-not-call', {
        colorScheme,
        viewport: { width, height: 900 },
      })
      async function check(path: string, open?: () => Promise<void>): Promise<void> {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await page.locator('[aria-busy="true"], .mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
        await open?.()
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, path).toBeLessThanOrEqual(0)
      }

      await check('/')
      await check('/do-not-call')
      await check(`/do-not-call/${listId}`)
      await check(`/numbers?number=${numbers(1)[0]}`)
      await check('/settings')
      await check(`/tasks/new?dataSource=${source}`, async () => {
        await page.locator('[aria-expanded][aria-controls]').last().click()
        // At its end, where the footer stands below the form and covers nothing.
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('*')) each.scrollTop = each.scrollHeight
        })
      })
      await check(`/tasks/${id}?tab=settings`, async () => {
        await page.locator('.page-actions button').first().click()
        await page.getByRole('dialog').locator('dl').waitFor()
      })
    },
  )
})
