// One click on an empty service starts a demo campaign, and a guide leads through it.
import { expect, it } from 'vitest'
import { demoMessages } from '../src/features/overview/demo.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'

for (const language of ['en'] as const) {
  describeConsole(`the first run, in ${language}`, (console) => {
    it('starts a demo campaign, whose guide is made of links', async () => {
      const t = demoMessages[language]
      const page = await console.open('/', { language })
      await page.getByRole('button', { name: t.start }).click()
      // The task's page, where the calls come in; the guide is on the overview.
      await page.waitForURL(/\/tasks\/[0-9a-f-]+$/)
      await page.goto('/')
      const title = page
        .getByRole('heading', { name: t.title })
        .or(page.getByRole('heading', { name: /^Your demo is over|^演示已结束/ }))
      await title.waitFor()
      await expectAccessible(page)

      const service = console.service()
      const tasks = await service.call<{ rows: { id: string; contactCount: number; status: number }[] }>(
        '/api/task/list',
      )
      expect(tasks?.data.rows).toHaveLength(1)
      expect(tasks?.data.rows[0]).toMatchObject({ taskName: t.taskName, contactCount: 60 })
      expect([1, 4]).toContain(tasks?.data.rows[0]?.status)

      for (const [step, place] of [
        [t.watch, '/tasks/'],
        [t.contacts, '?tab=contacts'],
        [t.call, '?tab=call'],
        [t.list, '/data-sources/'],
      ] as const) {
        await page.getByRole('link', { name: step }).click()
        await page.waitForURL((url) => url.href.includes(place))
        await page.goto('/')
      }
      await page.getByRole('button', { name: t.hide }).click()
      await title.waitFor({ state: 'hidden' })
    })
  })
}
