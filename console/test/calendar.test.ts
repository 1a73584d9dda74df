import { expect, it } from 'vitest'
import { calendarMessages } from '../src/features/calendar/calendar.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('the calendar', (console) => {
  it('shows when each task may dial, week by week, with the present as a line', async () => {
    const t = calendarMessages.en
    const service = console.service()
    const source = await addList(service, 'customers', numbers(2))
    const always = await addTask(service, { taskName: 'always', dataSourceId: source })
    await addTask(service, {
      ...{ taskName: 'mornings', dataSourceId: source, windowZone: 'recipient' },
      ...{ dailyStartTime: '09:00', dailyEndTime: '12:30', weekdays: [1, 2, 3, 4, 5] },
    })
    await moveTask(service, 'publish', always)
    await moveTask(service, 'pause', always)
    const page = await console.open('/')
    await page.getByRole('link', { name: t.title, exact: true }).click()
    const rows = page.getByRole('table', { name: t.label }).getByRole('row')
    const mornings = rows.filter({ hasText: 'mornings' })
    await mornings.getByText(t.atRecipient).waitFor()
    expect(await mornings.getByRole('cell').allTextContents()).toEqual([
      ...Array(5).fill('09:00–12:30'),
      ...Array(2).fill(t.closed),
    ])
    // Half past twelve is a little more than half of the day, and the present is in one column alone.
    const bar = mornings.locator('.calendar-bar').first()
    expect(await bar.evaluate(({ style }) => [style.left, Number.parseFloat(style.width)])).toEqual([
      '37.5%',
      expect.closeTo(14.58, 1),
    ])
    expect(await rows.filter({ hasText: 'always' }).locator('td[data-today]').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: t.next }).click()
    await expect.poll(() => page.locator('[data-today]').count()).toBe(0)
    const always7 = rows.filter({ hasText: 'always' }).getByRole('cell')
    expect(await always7.allTextContents()).toEqual(Array(7).fill(t.allDay))
    await page.getByRole('button', { name: t.thisWeek }).click()
    await rows.getByText(/now \d\d:\d\d/).waitFor()
    await rows.getByRole('link', { name: 'mornings' }).click()
    await page.getByRole('heading', { level: 1, name: 'mornings' }).waitFor()
  })
})
