import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

describeConsole('the list of tasks', (console) => {
  it('says what to do when there are no tasks', async () => {
    const page = await console.open('/tasks')
    await page.getByText('No tasks yet').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New task' }).first().click()
    await page.getByText('No data sources yet').waitFor()
    await page.getByRole('link', { name: 'Go to data sources' }).waitFor()
    await expectAccessible(page)
    // The order is no filter.
    await page.goto('/tasks?sort=taskName&order=desc')
    await page.getByText('No tasks yet').waitFor()
  })

  it('offers no new task to a token that cannot change anything', async () => {
    const service = console.service()
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `reader ${randomUUID()}`, scope: 'read' }),
    )
    const page = await console.open('/tasks', { service: { ...service, token: created?.data.token ?? '' } })
    const button = page.getByRole('button', { name: 'New task' }).first()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
    expect(new URL(page.url()).pathname).toBe('/tasks')
    expect(await page.getByRole('link', { name: 'New task' }).count()).toBe(0)
  })

  it('searches, filters and pages in the address bar', async () => {
    const service = console.service()
    const source = await addList(service, 'customers', ['13800138000'])
    for (let number = 1; number <= 55; number += 1) {
      await addTask(service, { taskName: `campaign ${number}`, dataSourceId: source })
    }
    const closed = await addTask(service, { taskName: 'closed long ago', dataSourceId: source })
    await moveTask(service, 'close', closed)

    const page = await console.open('/tasks')
    const rows = page.getByRole('table').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByText('1–50 of 56').waitFor()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(6)
    expect(page.url()).toMatch(/\?page=2$/)
    await page.reload()
    await expect.poll(() => rows.count()).toBe(6)
    await page.goto('/tasks?page=7')
    await expect.poll(() => page.url()).toMatch(/\?page=2$/)
    await expect.poll(() => rows.count()).toBe(6)

    await page.getByLabel('Search by name').fill('CAMPAIGN 5')
    await expect.poll(() => rows.count()).toBe(7)
    expect(page.url()).toMatch(/\?name=CAMPAIGN\+5$/)
    await page.getByLabel('Search by name').fill('')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await page.getByRole('link', { name: 'closed long ago' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Search by name').fill('nothing like it')
    await page.getByText('No matching tasks').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows.count()).toBe(50)
    await expectAccessible(page)
  })

  it('works on a phone, in dark mode and in Chinese', async () => {
    const page = await console.open('/tasks', {
      language: 'zh',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('table').locator('tbody tr a').first().waitFor()
    await expectAccessible(page)
    // The page does not scroll sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: '打开导航' }).click()
    await page.getByRole('link', { name: '总览' }).click()
    await page.getByRole('heading', { name: '总览', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
