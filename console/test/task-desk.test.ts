// Tasks that are corrected and repeated, and the list as a desk.
import { expect, it } from 'vitest'
import { operationsMessages } from '../src/features/tasks/operations.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { intervalMessages } from '../src/features/tasks/settings/interval.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the desk of a supervisor', (console) => {
  it('reschedules and copies a task', async () => {
    const [t, more] = [tasksMessages.en, operationsMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'again', ['13800138000'])
    const taskName = 'again'
    const id = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: t.operations.reschedule }).click()
    await dialog.getByLabel(t.form.callInterval).fill('2')
    await dialog.getByRole('combobox', { name: intervalMessages.en.unit }).click()
    await page.getByRole('option', { name: intervalMessages.en.units[3600] ?? '' }).click()
    await dialog.getByLabel(t.form.maxDialCount).fill('5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: more.reschedule }).click()
    await page.getByText(more.rescheduled).waitFor()
    const settings = await service.call<object>(`/api/task/${id}/settings`)
    expect(settings?.data).toMatchObject({ callInterval: 7200, maxDialCount: 5, priority: 3 })
    await page.goto(page.url().replace(/\?.*$|$/, '?tab=audit'))
    await page.getByText(`${t.form.maxDialCount}: 3 → 5`).waitFor()

    await page.getByRole('button', { name: partsMessages.en.more, exact: true }).click()
    await page.getByRole('menuitem', { name: t.operations.publish, exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: more.duplicate }).click()
    await page.getByRole('heading', { name: `${taskName} (2)`, level: 1 }).waitFor()
    // A draft has no calls to pause.
    expect(await page.getByRole('button', { name: t.operations.pause, exact: true }).count()).toBe(0)
  })

  it('recalls by cause', async () => {
    const [t, more] = [tasksMessages.en, operationsMessages.en]
    const service = console.service()
    // One answers, two are busy, one does not exist.
    const phones = ['13800138000', '13800138001', '13800138011', '13800138002']
    const dataSourceId = await addList(service, 'causes', phones)
    const body = { taskName: 'causes', dataSourceId, maxDialCount: 1, callInterval: 0 }
    const id = await addTask(service, body)
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    await page
      .locator('.page-title')
      .getByText(t.statuses[4] ?? '')
      .waitFor()
    await page.getByRole('button', { name: t.operations.recall, exact: true }).click()
    await dialog.getByText(more.priorityAloud.last).waitFor()
    await dialog.getByLabel(more.byOutcome).check()
    await dialog.getByLabel(more.counted(`${more.recallStates.failed} – ${t.causes.busy}`, '2')).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.recallDialog.action }).click()
    await page.getByText(t.recallDialog.done('2')).waitFor()
  })

  it('does not publish an empty list', async () => {
    const [t, more, parts] = [tasksMessages.en, operationsMessages.en, partsMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'soon empty', ['13800138000'])
    const found = await service.call<{ rows: { id: string }[] }>(`/api/dataSource/${dataSourceId}/contacts`)
    const id = await addTask(service, { taskName: 'empty', dataSourceId, dailyEndTime: '18:00' })
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.operations.publish }).click()
    await dialog
      .getByText(parts.named(more.window, parts.inBrackets('00:00 – 18:00', 'Asia/Shanghai')))
      .waitFor()
    await dialog.getByRole('button', { name: parts.cancel }).click()

    const contactId = found?.data.rows[0]?.id
    await service.call(`/api/dataSource/${dataSourceId}/contact/delete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contactId }),
    })
    await page.reload()
    await page.getByRole('button', { name: t.operations.publish }).click()
    await dialog.getByText(more.emptyList).first().waitFor()
    const publish = dialog.getByRole('button', { name: publishMessages.en.action })
    expect(await publish.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page)
    await publish.press('Enter')
    const detail = await service.call<{ status: number }>(`/api/task/detail/${id}`)
    expect(detail?.data.status).toBe(0)
  })

  it('names some of many tasks on the same list', async () => {
    const service = console.service()
    const dataSourceId = await addList(service, 'shared', ['13800138000'])
    const names = [1, 2, 3, 4].map((number) => `sharer ${number}`)
    for (const taskName of names)
      await moveTask(
        service,
        'publish',
        await addTask(service, { taskName, dataSourceId, ...closedWindow() }),
      )
    const id = await addTask(service, { taskName: 'sharing draft', dataSourceId })
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: tasksMessages.en.operations.publish }).click()
    const words = publishMessages.en.sharedList(['#'], true).split('#')
    const line = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: words[0] ?? '' })
    await line.waitFor()
    const text = await line.innerText()
    expect(names.filter((name) => text.includes(name))).toHaveLength(3)
    expect(text).toContain(words[1])
  })

  it('groups, sorts and moves tasks together', async () => {
    const [t, more, parts] = [tasksMessages.en, operationsMessages.en, partsMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'many', ['13800138000'])
    const names = ['delta', 'alpha', 'charlie'].map((name) => `${name} of many`)
    for (const taskName of names) {
      const id = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
      await moveTask(service, 'publish', id)
    }
    await addTask(service, { taskName: 'draft of many', dataSourceId })
    const page = await console.open('/tasks?name=of+many')
    const rows = page.getByRole('table').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(4)
    await page.getByText(more.counted(more.drafts, '1')).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByText(more.counted(more.active, '3')).click()
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: more.sortBy(t.columns.name) }).click()
    const listed = () => rows.locator('a').allTextContents()
    const byName = ['alpha', 'charlie', 'delta'].map((name) => `${name} of many`)
    await expect.poll(listed).toEqual(byName)
    await page.getByRole('button', { name: more.sortBy(t.columns.name) }).click()
    await expect.poll(listed).toEqual(byName.toReversed())
    expect(page.url()).toMatch(/sort=taskName&order=desc/)
    const header = page.getByRole('columnheader', { name: t.columns.name })
    expect(await header.getAttribute('aria-sort')).toBe('descending')

    await page.getByLabel(parts.selectAll).check()
    await page.getByRole('toolbar').getByText(parts.selected('3')).waitFor()
    await expectAccessible(page)
    // Another user is faster with one of them.
    const first = await service.call<{ rows: { id: string }[] }>('/api/task/list?taskName=alpha of')
    await moveTask(service, 'stop', first?.data.rows[0]?.id ?? '')
    const pause = page.getByRole('toolbar').getByRole('button', { name: t.operations.pause })
    await pause.click()
    await page.getByText(more.batchDone.pause(2)).waitFor()
    await expect.poll(() => page.getByRole('toolbar').count()).toBe(0)
    const paused = await service.call<{ total: number }>('/api/task/list?taskName=of&status=2')
    expect(paused?.data.total).toBe(2)

    await page.getByLabel(more.createdTo).fill('2020-01-01')
    await page.getByText(t.noMatch).waitFor()
  })
})
