// The wall hangs for days: it follows the service and the date, says when it has no connection, and keeps nothing.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask, numbers } from './support/story.ts'

/** Answers as if it were another day, with nothing called yet. */
async function turnTheDay(page: Page): Promise<void> {
  for (const path of ['system', 'overview']) {
    await page.route(`**/api/${path}`, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      answer.data.time = '2031-05-04 00:00:03'
      if (path === 'overview') Object.assign(answer.data.today, { calls: 0, answered: 0, contactRate: 0 })
      await route.fulfill({ response, json: answer })
    })
  }
}

describeConsole('the wall', (console) => {
  it('shows one large figure, the running tasks and what needs attention, with nothing to click', async () => {
    const service = console.service()
    const source = await addList(service, 'wall', numbers(5))
    const waits = await addTask(service, {
      taskName: 'evening round',
      dataSourceId: source,
      ...closedWindow(),
    })
    await moveTask(service, 'publish', waits)
    const page = await console.open('/wall', { viewport: { width: 1920, height: 1080 } })
    const tasks = page.getByRole('region', { name: 'Running tasks' })
    await tasks.getByText('evening round').waitFor()
    await tasks.getByText('0 of 5').waitFor()
    for (const label of ['Lines in use', 'People reached today', '1 waiting', 'Nothing needs attention'])
      await page.getByText(label).first().waitFor()
    const heights = await page
      .locator('.wall-value')
      .evaluateAll((values) => values.map((it) => Number.parseFloat(getComputedStyle(it).fontSize)))
    expect(heights).toEqual([1080 / 5, 97.2, 97.2])
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.locator('a, button, input, nav').count()).toBe(0)
    await expectAccessible(page)

    await service.call('/api/dialer/limits', jsonBody({ lines: 0 }))
    await page.getByRole('region', { name: 'Needs attention' }).getByText('evening round:').waitFor()
    await service.call('/api/dialer/limits', jsonBody({ lines: 10 }))
    await page.getByText('Nothing needs attention').waitFor()
  })

  it('shows what people do in the calls of a task, only to be looked at', async () => {
    const service = console.service()
    const dataSourceId = await addList(service, 'wall picture', numbers(5))
    const flow = { steps: [{ id: 'greeting', type: 'say', text: 'Good morning.' }] }
    const task = await addTask(service, { taskName: 'greetings', dataSourceId, flow, ...closedWindow() })
    await moveTask(service, 'publish', task)
    const page = await console.open('/wall', { viewport: { width: 1920, height: 1080 } })
    const picture = page.locator('.wall-task', { hasText: 'greetings' }).locator('.still-picture')
    await picture.getByText('Good morning.').waitFor()
    await picture.getByText('Call answered').waitFor()
    // A task without a flow leaves no half of the screen empty: it is in the lines below.
    const plain = await addTask(service, { taskName: 'no flow', dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', plain)
    const line = page.locator('.wall-task', { hasText: 'no flow' })
    await line.waitFor()
    const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const drawn = await boxOf(picture)
    expect(drawn.width).toBeGreaterThan(1700)
    expect(drawn.height).toBeGreaterThan(300)
    expect((await boxOf(line)).y).toBeGreaterThanOrEqual(drawn.y + drawn.height)
    const lines = await page.locator('.wall-task:not([data-picture])').all()
    const ends = (await Promise.all(lines.map(boxOf))).map(({ x, width }) => x + width)
    expect(Math.max(...ends)).toBeGreaterThan(1850)
    await moveTask(service, 'stop', plain)
    expect(await page.locator(':not([inert] *):is(a, button, input, nav)').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await expectAccessible(page)
    await moveTask(service, 'stop', task)
    await picture.waitFor({ state: 'detached' })

    // The longest call is not cut either.
    const steps = Array.from({ length: 50 }, (_, index) => ({
      id: `s${index}`,
      type: 'say',
      text: 'Good morning.',
    }))
    const long = await addTask(service, {
      taskName: 'long',
      dataSourceId,
      flow: { steps },
      ...closedWindow(),
    })
    await moveTask(service, 'publish', long)
    await expect.poll(() => page.locator('.still-picture path.react-flow__edge-path').count()).toBe(51)
    const cut = () =>
      page.locator('.still-picture').evaluate((it) => {
        const room = it.getBoundingClientRect()
        return [...it.querySelectorAll('[data-card]')].filter((card) => {
          const { left, right, top, bottom } = card.getBoundingClientRect()
          return left < room.left || right > room.right || top < room.top || bottom > room.bottom
        }).length
      })
    await expect.poll(cut).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await moveTask(service, 'stop', long)
  })

  it('uses the whole screen, however many tasks are running, and cuts nothing', async () => {
    const service = console.service()
    const dataSourceId = await addList(service, 'wall room', numbers(5))
    const publish = async (taskName: string) => {
      const task = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
      await moveTask(service, 'publish', task)
    }
    for (const taskName of ['first', 'second', 'third']) await publish(taskName)
    const page = await console.open('/wall', { viewport: { width: 1920, height: 1080 } })
    const tasks = page.locator('.wall-task')
    await tasks.getByText('first').waitFor()
    const used = () =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.wall-task')].map((it) => it.getBoundingClientRect())
        return {
          width: Math.max(...boxes.map(({ right }) => right)) / innerWidth,
          height: Math.max(...boxes.map(({ bottom }) => bottom)) / innerHeight,
          below: document.documentElement.scrollHeight - innerHeight,
        }
      })
    const few = await used()
    expect(few.width).toBeGreaterThan(0.95)
    expect(few.height).toBeGreaterThan(0.75)
    expect(few.below).toBe(0)

    for (let count = 0; count < 8; count += 1)
      await publish(`A survey of the customers of the autumn collection, prepared by the team ${count}`)
    await page.getByText(/^and \d more$/).waitFor()
    expect(await tasks.count()).toBe(8)
    const many = await used()
    expect(many.width).toBeGreaterThan(0.95)
    expect(many.below).toBe(0)
  })

  it('fits a phone, and leaves the colours of the other pages as they were', async () => {
    const page = await console.open('/wall', { viewport: { width: 390, height: 844 }, language: 'zh' })
    await page.getByText('占用线路').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.goto('/settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
  })

  it('says since when it has no connection, reconnects, and follows the date', async () => {
    const page = await console.open('/wall')
    await page.getByText('Lines in use').waitFor()
    await page.getByText('Carillon · live', { exact: true }).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByText(/No connection since /).waitFor()
    // What was last known stays.
    await page.getByText('Lines in use').waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await turnTheDay(page)
    await page.getByText(/2031/).waitFor()
    await page.getByText('no calls yet').waitFor()
  })

  it('is live only while events arrive, and says since when they do not', async () => {
    const page = await console.open('/settings')
    await page.route('**/api/events*', (route) => route.abort())
    await page.goto('/wall')
    await page.getByText(/^Carillon · not live since \d\d:\d\d:\d\d$/).waitFor()
    await page.getByText('Lines in use').waitFor()
    expect(await page.getByText(/No connection since /).count()).toBe(0)
    await page.unroute('**/api/events*')
    await page.getByText('Carillon · live', { exact: true }).waitFor()
  })

  it('keeps nothing of what it showed', async () => {
    const page = await console.open('/wall')
    await page.getByText('Lines in use').waitFor()
    const nodes = () => page.locator('*').count()
    const before = await nodes()
    await page.clock.install()
    await page.reload()
    await page.getByText('Lines in use').waitFor()
    let answers = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/api/overview')) answers += 1
    })
    for (let round = 1; round <= 40; round += 1) {
      await page.clock.fastForward(3100)
      await expect.poll(() => answers).toBeGreaterThanOrEqual(round)
    }
    expect(await nodes()).toBe(before)
  })

  it('says plainly that somebody has to sign in', async () => {
    const service = console.service()
    const created = await service.call<{ token: string; id: string }>(
      '/api/token/create',
      jsonBody({ name: 'wall', scope: 'read' }),
    )
    const page = await console.open('/wall', { service: { ...service, token: created?.data.token ?? '' } })
    await page.getByText('Lines in use').waitFor()
    await service.call('/api/token/revoke', jsonBody({ id: created?.data.id }))
    await page.getByRole('dialog').getByLabel('Access token').waitFor()
  })
})
