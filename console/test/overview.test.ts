import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask, numbers } from './support/story.ts'

describeConsole('the overview', (console) => {
  it('guides a new user from an empty service to the first calls, and shows them live', async () => {
    const service = console.service()
    const page = await console.open('/')
    await page.getByRole('heading', { name: 'Hear what your customers will hear' }).waitFor()
    await page.getByRole('link', { name: 'Import your list' }).waitFor()

    const source = await addList(service, 'customers', numbers(20))
    const id = await addTask(service, { taskName: 'first calls', dataSourceId: source, maxDialCount: 1 })
    await page.getByRole('link', { name: 'Publish “first calls”' }).waitFor()
    await moveTask(service, 'publish', id)
    await page
      .getByRole('heading', { name: 'Hear what your customers will hear' })
      .waitFor({ state: 'hidden' })
    await page.getByRole('img', { name: /^Calls per second over time; now \d/ }).waitFor()
    await page.getByRole('img', { name: /^Success rate over time; \d+/ }).waitFor()
    await page.getByText('Healthy').waitFor()
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
    await attention.getByText('The dialer is limited to 0 lines: no calls are placed.').waitFor()
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.indexOf('Needs attention')).toBeLessThan(headings.indexOf('Running tasks'))
    const topOf = async (text: string) =>
      (await page.getByText(text, { exact: true }).first().boundingBox())?.y
    expect(await topOf('Needs attention')).toBeLessThan((await topOf('People reached today')) ?? 0)
  })

  it('shows how far each task is and why it waits, and leads to its details', async () => {
    const service = console.service()
    await service.call('/api/dialer/limits', jsonBody({ lines: 10 }))
    const source = await addList(service, 'regulars', numbers(3, 13_900_000_000))
    const waits = await addTask(service, { taskName: 'evening', dataSourceId: source, ...closedWindow() })
    await moveTask(service, 'publish', waits)
    const halted = await addTask(service, { taskName: 'halted', dataSourceId: source })
    await moveTask(service, 'publish', halted)
    await moveTask(service, 'pause', halted)

    const page = await console.open('/')
    await page.getByRole('banner').getByText('Simulator: no real calls', { exact: true }).waitFor()
    const row = page
      .getByRole('table', { name: 'Running tasks' })
      .getByRole('row')
      .filter({ hasText: 'evening' })
    await row.getByText(/^\d+ of 3 contacts$/).waitFor()
    await row.getByText('Waiting for calling hours', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Paused tasks' }).getByRole('link', { name: 'halted' }).waitFor()
    // Lines come from the service, so the chart is there at once.
    await page.locator('.chart canvas').first().waitFor()
    await page.getByRole('img', { name: /^People reached in the course of the day: \d+ so far/ }).waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('link', { name: 'People reached today' }).getAttribute('href')).toMatch(
      /^\/reports\?from=/,
    )
    await row.getByRole('link', { name: 'evening' }).click()
    await page.getByRole('heading', { level: 1, name: 'evening' }).waitFor()
  })

  it('pauses everything with a reason, also from the palette, and resumes exactly that', async () => {
    const service = console.service()
    const source = await addList(service, 'night', numbers(3, 13_700_000_000))
    const hidden = await addTask(service, { taskName: 'night', dataSourceId: source, ...closedWindow() })
    await moveTask(service, 'publish', hidden)
    const statusOf = async (id: string) =>
      (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status

    const page = await console.open('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pause every')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause everything' }).click()
    const dialog = page.getByRole('dialog', { name: /^Pause (all \d+|the) running tasks?\?$/ })
    await expectAccessible(page)
    await dialog.getByLabel('Reason').fill('The hotline is down')
    await dialog.getByRole('button', { name: 'Pause everything' }).click()
    const line = page.locator('.banner', { hasText: 'Reason: The hotline is down' })
    await line.waitFor()
    await expectAccessible(page)
    expect(await statusOf(hidden)).toBe(2)
    await line.getByRole('button', { name: /^Resume (it|those \d+)$/ }).click()
    await line.waitFor({ state: 'detached' })
    expect(await statusOf(hidden)).toBe(1)
  })

  it('fits a phone, also in the dark', async () => {
    const page = await console.open('/', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await page.getByRole('link', { name: 'evening' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
