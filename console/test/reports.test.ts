// Reports: what came of calls, compared and exported.
import { expect, it } from 'vitest'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

const COMPLETED = 4

describeConsole('reports', (console) => {
  /** A task whose calls have all ended: 2 of 20 are answered, by their last digits. */
  async function addDialedTask(taskName: string, first: number): Promise<string> {
    const service = console.service()
    const dataSourceId = await addList(service, taskName, numbers(20, first))
    const id = await addTask(service, { taskName, dataSourceId, maxDialCount: 1 })
    await moveTask(service, 'publish', id)
    await expect
      .poll(async () => (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status)
      .toBe(COMPLETED)
    return id
  }

  it('tell when people answered and why others did not', async () => {
    const spring = await addDialedTask('spring', 13_800_138_000)
    const summer = await addDialedTask('summer', 13_900_139_000)

    const page = await console.open(`/tasks/${spring}?tab=report`)
    await page.getByRole('main').getByRole('link', { name: tasksMessages.en.detail.report }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    const heatMap = page.getByRole('table', { name: 'Contact rate by weekday and hour' })
    await heatMap.getByRole('cell', { name: /^\d+$/ }).first().waitFor()
    // Its values are there on demand: at the focus, and all of them by a switch.
    const value = heatMap.locator('[data-filled] span').first()
    const isShown = () => value.evaluate((it) => getComputedStyle(it).opacity)
    expect(await isShown()).toBe('0')
    await heatMap.locator('[data-filled][tabindex="0"]').focus()
    expect(await isShown()).toBe('1')
    await page.getByText(/^\w{3} \d\d:00: [\d.]+% of \d+ calls answered$/).waitFor()
    await page.getByRole('switch', { name: 'Show values' }).focus()
    expect(await isShown()).toBe('0')
    await page.keyboard.press('Space')
    expect(await isShown()).toBe('1')
    await page.getByRole('img', { name: /^Calls over time: \d+ of \d+ answered$/ }).waitFor()
    const causes = page.getByRole('table', { name: 'Causes' })
    await causes.getByRole('rowheader', { name: /^Busy/ }).waitFor()
    await page.getByRole('table', { name: 'Which attempt succeeded' }).waitFor()
    await expectAccessible(page)

    await page
      .getByRole('combobox', { name: 'Compare with' })
      .or(page.getByLabel('Compare with', { exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: 'The period before' }).click()
    await causes.getByRole('columnheader', { name: 'Compared' }).waitFor()

    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^report_\d{14}\.csv$/)

    await page.goto(`/reports?taskIds=${spring},${summer}`)
    await page.getByRole('rowheader', { name: 'summer' }).waitFor()
    await page.getByText(/^What worked: .*calls per success$/).waitFor()
    const rank = page.getByRole('columnheader', { name: 'Attempts per success' })
    await rank.getByRole('button').click()
    expect(await rank.getAttribute('aria-sort')).toBe('descending')
    await expectAccessible(page)
  })

  it('fit a phone, also in the dark', async () => {
    const page = await console.open('/reports', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.getByRole('table', { name: 'Talk times' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
