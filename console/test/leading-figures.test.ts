// The pages that belong to a table have one leading figure too: a count, its change against the period before, its course.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('a leading figure', (console) => {
  it('stands on each page with a table', async () => {
    const service = console.service()
    const phones = numbers(8)
    const source = await addList(service, 'figures', phones)
    const task = await addTask(service, {
      taskName: 'figures',
      dataSourceId: source,
      maxDialCount: 1,
    })
    await moveTask(service, 'publish', task)
    const made = await service.call<{ id: string }>(
      '/api/doNotCall/add',
      jsonBody({ name: 'figures', isGlobal: false }),
    )
    const list = made?.data.id ?? ''
    await service.call(`/api/doNotCall/${list}/entry/add`, jsonBody({ phoneNumbers: ['13700137000'] }))

    const page = await console.open('/tasks')
    const figure = page.locator('.trend-figure, .figure[data-leading]')
    for (const [path, label, before] of [
      ['/tasks', 'Answered calls, last 24 hours', 'none in the 24 hours before'],
      [`/data-sources/${source}`, 'Answered calls, last 7 days', 'none in the 7 days before'],
      ['/do-not-call', 'Added numbers, last 30 days', 'none in the 30 days before'],
      [`/do-not-call/${list}`, 'Added numbers, last 30 days', 'none in the 30 days before'],
      [`/numbers?number=${phones[0]}`, 'Attempts in 30 days', 'none in the 30 days before'],
    ]) {
      await page.goto(path ?? '')
      await figure.getByText(label ?? '', { exact: true }).waitFor()
      await figure.getByText(before ?? '').waitFor()
      expect(await figure.locator('.sparkline').count(), path).toBe(1)
    }
    await expectAccessible(page)
  })

  it.each([
    { total: 150, previousTotal: 100, text: '50% more than in the 7 days before' },
    { total: 75, previousTotal: 100, text: '25% fewer than in the 7 days before' },
    { total: 100, previousTotal: 100, text: 'as in the 7 days before' },
    { total: 90_000, previousTotal: 12, text: '12 in the 7 days before' },
  ])('says $text', async ({ total, previousTotal, text }) => {
    const page = await console.open('/settings')
    await page.route('**/api/trend/imported*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      Object.assign(answer.data, { total, previousTotal })
      await route.fulfill({ response, json: answer })
    })
    await page.getByRole('link', { name: 'Data sources' }).click()
    const figure = page.locator('.trend-figure')
    await figure.getByText('Imported contacts, last 7 days').waitFor()
    await figure.getByText(text, { exact: true }).waitFor()
  })

  it('is left out where nothing happened', async () => {
    const source = await addList(console.service(), 'nothing yet', numbers(1))
    const page = await console.open(`/data-sources/${source}`)
    await page.locator('tbody tr').first().waitFor()
    // Its place is kept.
    await expect.poll(() => page.locator('.trend-figure').isVisible()).toBe(false)
  })
})
