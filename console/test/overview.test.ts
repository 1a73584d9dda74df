import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask, numbers } from './support/story.ts'

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
    await page.getByRole('img', { name: /^Calls per second over time; now \d/ }).waitFor()
    await page.getByRole('img', { name: /^Success rate over time; \d+/ }).waitFor()
    await page.getByText('Healthy').waitFor()
  })

  it.each([
    {
      calls: 150,
      rate: 0.5,
      figures: ['50% more than yesterday by this time', '1.2 points below yesterday'],
    },
    { calls: 100, rate: 0.5124, figures: ['same as yesterday', 'same as yesterday'] },
  ])('compares $calls calls today with 100 yesterday', async ({ calls, rate, figures }) => {
    const page = await console.open('/settings')
    await page.route('**/api/overview', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const { today } = answer.data
      Object.assign(today, { calls, contactRate: rate })
      Object.assign(today.previous, { calls: 100, contactRate: 0.512 })
      await route.fulfill({ response, json: answer })
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    for (const [place, label] of ['Calls today', 'Contact rate today'].entries()) {
      const figure = page.locator('.figure').filter({ has: page.getByRole('link', { name: label }) })
      await figure.getByText(figures[place] ?? '').waitFor()
    }
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
  })

  it.each([
    {
      language: 'en' as const,
      simulated: 'Simulator: no real calls',
      running: 'Running tasks',
      paused: 'Paused tasks',
      progress: /^\d+ of 3 contacts$/,
      waiting: 'Waiting for calling hours',
      callsToday: /^Calls today/,
    },
    {
      language: 'zh' as const,
      simulated: '模拟器：不会真的拨打电话',
      running: '进行中的任务',
      paused: '已暂停的任务',
      progress: /^\d+ \/ 3 个联系人$/,
      waiting: '等待呼叫时段',
      callsToday: /^今日呼叫/,
    },
  ])('shows in $language how far each task is and why it waits, and leads to its details', async (words) => {
    const { language, simulated, running, paused, progress, waiting, callsToday } = words
    const service = console.service()
    await service.call('/api/dialer/limits', jsonBody({ lines: 10 }))
    const source = await addList(service, `regulars ${language}`, numbers(3, 13_900_000_000))
    const waits = await addTask(service, {
      taskName: `evening ${language}`,
      dataSourceId: source,
      ...closedWindow(),
    })
    await moveTask(service, 'publish', waits)
    const halted = await addTask(service, { taskName: `halted ${language}`, dataSourceId: source })
    await moveTask(service, 'publish', halted)
    await moveTask(service, 'pause', halted)

    const page = await console.open('/', { language })
    await page.getByRole('banner').getByText(simulated, { exact: true }).waitFor()
    const row = page
      .getByRole('table', { name: running })
      .getByRole('row')
      .filter({ hasText: `evening ${language}` })
    await row.getByText(progress).waitFor()
    await row.getByText(waiting, { exact: true }).waitFor()
    await page
      .getByRole('table', { name: paused })
      .getByRole('link', { name: `halted ${language}` })
      .waitFor()
    // Lines come from the service, so the chart is there at once.
    await page.locator('.chart canvas').first().waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('link', { name: callsToday }).getAttribute('href')).toMatch(
      /^\/reports\?from=/,
    )
    await row.getByRole('link', { name: `evening ${language}` }).click()
    await page.getByRole('heading', { level: 1, name: `evening ${language}` }).waitFor()
  })

  it('fits a phone, also in the dark', async () => {
    const page = await console.open('/', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await page.getByRole('link', { name: 'evening en' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
