// What is selected in a table, and what becomes of it.
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { operationsMessages } from '../src/features/tasks/operations.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask, numbers } from './support/story.ts'

describeConsole('a selection', (console) => {
  it('says which tasks could not be changed, and why', async () => {
    const [t, more, parts] = [tasksMessages.en, operationsMessages.en, partsMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'batch', ['13800138000'])
    const ids = new Map<string, string>()
    for (const name of ['alpha', 'beta', 'gamma']) {
      const id = await addTask(service, {
        taskName: name,
        dataSourceId,
        ...closedWindow(),
      })
      await moveTask(service, 'publish', id)
      ids.set(name, id)
    }
    const page = await console.open('/tasks?group=active')
    const toolbar = page.getByRole('toolbar', { name: more.batch })
    const alert = page.getByRole('alert')
    await expect.poll(() => page.getByRole('table').locator('tbody tr a').count()).toBe(3)
    await page.getByLabel(parts.selectAll).check()
    await toolbar.getByText(parts.selected('3')).waitFor()

    // Another user stops one of them in the moment in which it is to be paused.
    await page.route('**/api/task/pause', async (route) => {
      if (route.request().postDataJSON().id === ids.get('beta'))
        await moveTask(service, 'stop', ids.get('beta') ?? '')
      await route.continue()
    })
    await toolbar.getByRole('button', { name: more.counted(t.operations.pause, '3') }).click()
    await alert.getByText(`${more.batchDone.pause(2)}${more.separator}${more.batchFailed.pause(1)}`).waitFor()
    const reason = await alert.getByRole('listitem').innerText()
    expect(reason).toContain(more.reason(more.quoted('beta'), ''))
    expect(reason.length).toBeGreaterThan(more.reason(more.quoted('beta'), '').length + 5)
    expect(reason).not.toContain('alpha')
    expect(await page.getByRole('status').getByText(more.batchDone.pause(2)).count()).toBe(0)
    await expectAccessible(page)
    await alert.getByRole('button', { name: parts.dismiss }).click()
    await toolbar.waitFor({ state: 'detached' })

    // No further task is tried when the service cannot be reached, and all of them are named.
    await page.getByLabel(parts.selectRow('alpha')).check()
    await page.getByLabel(parts.selectRow('gamma')).check()
    let tries = 0
    await page.route('**/api/task/resume', async (route) => {
      tries += 1
      await route.abort()
    })
    await toolbar.getByRole('button', { name: more.counted(t.operations.resume, '2') }).click()
    await alert.getByText(more.batchFailed.resume(2), { exact: true }).waitFor()
    await alert.getByText(parts.unreachable).waitFor()
    expect(await alert.getByRole('listitem').innerText()).toMatch(/alpha.*gamma|gamma.*alpha/)
    expect(tries).toBe(1)
    // Nothing was changed, so they stay selected and can be tried again.
    await toolbar.getByText(parts.selected('2')).waitFor()
    await page.unroute('**/api/task/resume')
    await toolbar.getByRole('button', { name: more.counted(t.operations.resume, '2') }).click()
    await page.getByText(more.batchDone.resume(2)).waitFor()
  })

  it('is used by keyboard from the row that was selected', async () => {
    const [t, more, parts] = [tasksMessages.en, operationsMessages.en, partsMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'keys', ['13800138000'])
    let lastId = ''
    for (const name of ['first', 'second', 'third']) {
      const taskName = `${name} by keys`
      lastId = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
      await moveTask(service, 'publish', lastId)
    }
    const page = await console.open('/tasks?name=by keys')
    const row = page.getByLabel(parts.selectRow('third by keys'))
    const toolbar = page.getByRole('toolbar', { name: more.batch })
    const pause = toolbar.getByRole('button', { name: more.counted(t.operations.pause, '1') })
    const hasFocus = (it: Locator) =>
      expect.poll(() => it.evaluate((element) => element === document.activeElement)).toBe(true)
    await row.focus()
    await page.keyboard.press('Space')
    await page
      .getByRole('status')
      .getByText(parts.selectedWithKeys(parts.selected('1')))
      .waitFor()
    await page.keyboard.press('Enter')
    await hasFocus(pause)
    await page.keyboard.press('Escape')
    await hasFocus(row)
    expect(await row.isChecked()).toBe(true)

    await page.keyboard.press('Enter')
    await hasFocus(pause)
    await page.keyboard.press('Enter')
    await page.getByText(more.batchDone.pause(1)).waitFor()
    await toolbar.waitFor({ state: 'detached' })
    await hasFocus(row)
    expect(await row.isChecked()).toBe(false)

    // Another user leaves nothing to do.
    await page.keyboard.press('Space')
    await toolbar.getByRole('button', { name: more.counted(t.operations.resume, '1') }).waitFor()
    await moveTask(service, 'stop', lastId)
    await moveTask(service, 'close', lastId)
    await toolbar.getByText(more.batchNone).waitFor()
  })

  it('moves no row, counts those on other pages, and is cleared', async () => {
    const parts = partsMessages.en
    const service = console.service()
    const dataSourceId = await addList(service, 'paged', numbers(60))
    const id = await addTask(service, { taskName: 'paged', dataSourceId, maxDialCount: 1, callInterval: 0 })
    await moveTask(service, 'publish', id)
    await expect
      .poll(async () => (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status)
      .toBe(4)
    const page = await console.open(`/tasks/${id}?tab=contacts`)
    const rows = page.getByRole('table', { name: tasksMessages.en.contacts.label }).locator('tbody tr')
    const toolbar = page.getByRole('toolbar')
    await expect.poll(() => rows.count()).toBe(50)
    const before = await rows.nth(2).boundingBox()
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(1).getByRole('checkbox').check()
    await toolbar.getByText(parts.selected('2')).waitFor()
    expect(await rows.nth(2).boundingBox()).toEqual(before)
    await page.getByRole('button', { name: parts.page(2), exact: true }).click()
    await toolbar.getByText(parts.selectedElsewhere('2')).waitFor()
    await expectAccessible(page)
    await toolbar.getByRole('button', { name: 'Recall (2)' }).click()
    await page.getByRole('dialog').getByText(operationsMessages.en.recallUpTo('2')).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: parts.cancel }).click()
    await toolbar.getByRole('button', { name: parts.clearSelection }).click()
    await toolbar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: parts.page(1), exact: true }).click()
    await expect.poll(() => rows.count()).toBe(50)
    expect(await rows.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })
})
