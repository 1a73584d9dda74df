import { TaskStatus } from '@carillon/client/task-states'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('a chart', (console) => {
  it('marks what happened to the task, and says its values by pointer and keyboard', async () => {
    const service = console.service()
    const source = await addList(service, 'list', numbers(20))
    const id = await addTask(service, {
      taskName: 'marked',
      dataSourceId: source,
      maxDialCount: 1,
    })
    await service.call('/api/dialer/limits', jsonBody({ lines: 0 }))
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    await moveTask(service, 'resume', id)
    await service.call('/api/dialer/limits', jsonBody({ lines: 10 }))
    const statusOf = async () =>
      (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status
    await expect.poll(statusOf).toBe(TaskStatus.COMPLETED)
    await service.call(`/api/task/${id}/recall`, jsonBody({}))

    const page = await console.open(`/tasks/${id}?tab=report`)
    const chart = page.getByRole('img', { name: /successful/i }).and(page.locator('.chart'))
    await chart.locator('canvas').waitFor()
    const times = String.raw`\d\d:\d\d `
    await expect
      .poll(() => chart.getAttribute('aria-description'))
      .toMatch(new RegExp(['Paused', 'Resumed', 'Recalled'].map((mark) => times + mark).join(', ')))

    // Totals while nothing is pointed at; the values of a time with the arrow keys; totals again afterwards.
    const legend = chart
      .locator('.u-legend tr')
      .filter({ has: page.getByText('Successful calls', { exact: true }) })
      .locator('.u-value')
    // They come with an answer of their own, which may be later than that of the chart.
    await expect.poll(async () => Number(await legend.innerText())).toBeGreaterThan(0)
    const total = Number(await legend.innerText())
    const time = chart.locator('.u-legend tr').first().locator('.u-value')
    expect(await time.innerText()).toBe('')
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time.innerText()).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(Number(await legend.innerText())).toBeLessThanOrEqual(total)
    await page.getByRole('heading', { level: 1 }).focus()
    await expect.poll(() => time.innerText()).toBe('')
    expect(await legend.innerText()).toBe(String(total))

    const box = await chart.locator('.u-over').boundingBox()
    if (!box) throw new Error('the chart has no plot')
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
    await expect.poll(() => time.innerText()).toMatch(/^\d\d:\d\d:\d\d$/)
    await expectAccessible(page)
  })

  it('has a line for the limit, and its value in the legend', async () => {
    await console.service().call('/api/dialer/limits', jsonBody({ lines: 7 }))
    const page = await console.open('/')
    const limit = page.locator('.chart .u-legend tr').filter({ hasText: 'Limit' }).locator('.u-value')
    await expect.poll(() => limit.innerText()).toBe('7')
  })
})
