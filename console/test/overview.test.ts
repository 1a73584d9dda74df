import { expect, it } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('the overview', (console) => {
  it('guides a new user from an empty service to the first calls, and shows them live', async () => {
    const service = console.service()
    const page = await console.open('/')
    await page.getByRole('heading', { name: 'Make your first calls' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create a data source' }).waitFor()

    const source = await addList(service, 'customers', numbers(20))
    const id = await addTask(service, { taskName: 'first calls', dataSourceId: source, maxDialCount: 1 })
    await page.getByRole('link', { name: 'Publish it and watch' }).waitFor()
    await moveTask(service, 'publish', id)
    await page.getByRole('heading', { name: 'Make your first calls' }).waitFor({ state: 'hidden' })
    await page.getByRole('img', { name: /^Calls per second over time; 20 calls in total$/ }).waitFor()
    await page.getByRole('img', { name: /^Success rate over time; \d+/ }).waitFor()
    await page.getByText('Healthy').waitFor()
    await expectAccessible(page)
  })

  it('puts tasks that need attention first', async () => {
    const service = console.service()
    const source = await addList(service, 'waiting', numbers(5))
    const id = await addTask(service, { taskName: 'waits for lines', dataSourceId: source })
    await service.call('/api/dialer/limits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lines: 0 }),
    })
    await moveTask(service, 'publish', id)
    const page = await console.open('/')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByRole('link', { name: 'waits for lines' }).waitFor()
    await attention.getByText('The dialer is limited to 0 lines: nothing is dialed.').waitFor()
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.indexOf('Needs attention')).toBeLessThan(headings.indexOf('Running tasks'))
  })
})
