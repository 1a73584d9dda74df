// The dialogs that correct and repeat a task: they say what they will do before they do it.
import { expect, it } from 'vitest'
import { operationsMessages } from '../src/features/tasks/operations.messages.ts'
import { permissionMessages } from '../src/features/tasks/permission/permission.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { failedActions } from '../src/parts/errors/failed-actions.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the dialogs of a task', (console) => {
  it('reschedules the hours and dates of a task', async () => {
    const [t, more, permission] = [tasksMessages.en, operationsMessages.en, permissionMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'hours', ['13800138000'])
    const flow = { steps: [{ id: 'region', type: 'gather', text: 'Press 1 for the north.', keys: '12' }] }
    const id = await addTask(service, { taskName: 'hours', dataSourceId, flow, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: t.operations.reschedule }).click()
    await dialog.getByText(more.noChanges).waitFor()
    await dialog.getByRole('combobox', { name: permission.labels.zone }).click()
    await page.getByRole('option', { name: permission.zones.recipient }).click()
    for (const day of [6, 5]) {
      const name = permission.weekdays[day] ?? ''
      await dialog.getByRole('checkbox', { name, exact: true }).press('Space')
    }
    await dialog.getByLabel(permission.form.start).fill('2099-03-02T09:30')
    await dialog.getByLabel(permission.form.end).fill('2099-03-01T18:00')
    await dialog.getByText(permission.form.endBeforeStart).waitFor()
    await dialog.getByLabel(permission.form.end).fill('2099-03-09T18:00')

    await dialog.getByLabel(permission.form.goalSuccesses).fill('1.5')
    await dialog.getByText(permission.form.goalRange).waitFor()
    await dialog.getByLabel(permission.form.goalSuccesses).fill('500')
    await dialog.getByRole('button', { name: permission.form.goalAdd }).click()
    await dialog.getByLabel(permission.form.goalCount(1)).fill('100')
    await dialog.getByLabel(permission.form.goalName(1)).fill('digits.region')
    await dialog.getByLabel(permission.form.goalValue(1)).fill('1')

    const changes = dialog.getByRole('region', { name: more.changes })
    const workdays = permission.range(permission.weekdays[0] ?? '', permission.weekdays[4] ?? '')
    await changes.getByText(`${permission.everyDay} → ${workdays}`).waitFor()
    await changes.getByText(`→ ${permission.zones.recipient}`).waitFor()
    await changes.getByText(`${permission.noSchedule.end} →`).waitFor()
    expect(await changes.locator('dt').count()).toBe(5)
    await expectAccessible(page)

    await dialog.getByRole('button', { name: more.reschedule }).click()
    await page.getByText(more.rescheduled).waitFor()
    const settings = await service.call<object>(`/api/task/${id}/settings`)
    expect(settings?.data).toMatchObject({
      windowZone: 'recipient',
      weekdays: [1, 2, 3, 4, 5],
      scheduledStartTime: '2099-03-02 09:30:00',
      scheduledEndTime: '2099-03-09 18:00:00',
      stopWhen: { successes: 500, results: [{ name: 'digits.region', value: '1', count: 100 }] },
    })
    await page.goto(page.url().replace(/\?.*$|$/, '?tab=audit'))
    const rescheduled = page.getByRole('row', { name: t.audit.operations['reschedule'] ?? '' })
    await rescheduled
      .getByText(`${permission.labels.weekdays}: ${permission.everyDay} → ${workdays}`)
      .waitFor()
    expect(await rescheduled.innerText()).toMatch(/09:30:00/)
  })

  it('says how many contacts a recall dials again', async () => {
    const [t, more] = [tasksMessages.en, operationsMessages.en]
    const service = console.service()
    // Two answer, two are busy, one does not exist.
    const phones = ['13800138000', '13800138010', '13800138001', '13800138011', '13800138002']
    const dataSourceId = await addList(service, 'total', phones)
    const body = { taskName: 'total', dataSourceId, maxDialCount: 1, callInterval: 0 }
    const id = await addTask(service, body)
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    await page
      .locator('.page-title')
      .getByText(t.statuses[4] ?? '')
      .waitFor()
    await page.getByRole('button', { name: t.operations.recall, exact: true }).click()
    await dialog.getByText(more.recallTotal('3')).waitFor()
    await dialog.getByText(more.priorityAloud.last).waitFor()
    await dialog.getByLabel(more.byOutcome).first().check()
    await dialog.getByText(more.recallNone['causes'] ?? '').waitFor()

    const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
    const [failed, success] = [more.recallStates.failed, more.recallStates.success]
    await box(more.counted(failed, '3')).check()
    await dialog.getByText(more.recallTotal('3')).waitFor()
    expect(await box(more.counted(`${failed} – ${t.causes['busy']}`, '2')).isChecked()).toBe(true)
    await box(more.counted(`${failed} – ${t.causes['invalid_number']}`, '1')).uncheck()
    await dialog.getByText(more.recallTotal('2')).waitFor()
    expect(await box(more.counted(failed, '3')).isChecked()).toBe(false)
    await box(more.counted(success, '2')).check()
    await dialog.getByText(more.recallTotal('4')).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.recallDialog.action }).click()
    await page.getByText(t.recallDialog.done('4')).waitFor()
  })

  it('names what failed, says why, and keeps the input', async () => {
    const [t, more, failed, parts] = [
      tasksMessages.en,
      operationsMessages.en,
      failedActions.en,
      partsMessages.en,
    ]
    const service = console.service()
    const dataSourceId = await addList(service, 'failing', ['13800138000'])
    const id = await addTask(service, { taskName: 'failing', dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    const alert = dialog.getByRole('alert')
    for (const operation of ['stop', 'reschedule', 'recall', 'resume'])
      await page.route(`**/api/task/**${operation}`, (route) => route.abort())

    await page.getByRole('button', { name: t.operations.stop, exact: true }).click()
    await dialog.getByLabel(t.stopDialog.reason).fill('enough')
    await dialog.getByRole('button', { name: t.stopDialog.action }).click()
    await alert.getByText(failed.stopTask).waitFor()
    await alert.getByText(parts.unreachable).waitFor()
    expect(await dialog.getByLabel(t.stopDialog.reason).inputValue()).toBe('enough')
    await dialog.getByRole('button', { name: parts.cancel }).click()
    // It begins anew.
    await page.getByRole('button', { name: t.operations.stop, exact: true }).click()
    expect(await dialog.getByLabel(t.stopDialog.reason).inputValue()).toBe('')
    expect(await alert.count()).toBe(0)
    await dialog.getByRole('button', { name: parts.cancel }).click()

    await page.getByRole('button', { name: t.operations.reschedule, exact: true }).click()
    await dialog.getByLabel(t.form.maxDialCount).fill('5')
    await dialog.getByRole('button', { name: more.reschedule }).click()
    await alert.getByText(failed.rescheduleTask).waitFor()
    await dialog.getByRole('button', { name: parts.cancel }).click()

    await page.getByRole('button', { name: t.operations.recall, exact: true }).click()
    await dialog.getByRole('button', { name: t.recallDialog.action }).click()
    await alert.getByText(failed.recallContacts).waitFor()
    await dialog.getByRole('button', { name: parts.cancel }).click()

    await page.getByRole('button', { name: t.operations.resume, exact: true }).click()
    await page.getByRole('alert').getByText(failed.resumeTask).waitFor()
    await page.getByRole('alert').getByText(parts.unreachable).waitFor()
    const detail = await service.call<{ status: number }>(`/api/task/detail/${id}`)
    expect(detail?.data.status).toBe(2)
  })

  it.each([
    ['reschedule', 'settings', operationsMessages.en.noChanges],
    ['recall', 'contacts/counts', operationsMessages.en.recallNone['failed'] ?? ''],
  ] as const)('of %s says why it cannot be filled in, and tries again', async (operation, part, text) => {
    const service = console.service()
    const taskName = `unloaded ${operation}`
    const dataSourceId = await addList(service, taskName, ['13800138000'])
    const id = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const page = await console.open(`/tasks/${id}`)
    await page.route(`**/api/task/${id}/${part}`, (route) => route.abort())
    await page.getByRole('button', { name: tasksMessages.en.operations[operation], exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText(partsMessages.en.cannotLoad).waitFor()
    await page.unroute(`**/api/task/${id}/${part}`)
    // The page asks again by itself after some seconds.
    const filledIn = dialog.getByText(text).waitFor()
    await Promise.any([dialog.getByRole('button', { name: partsMessages.en.retry }).click(), filledIn])
    await filledIn
  })

  it('of publishing says that it ends before its first call', async () => {
    const [t, publish] = [tasksMessages.en, publishMessages.en]
    const service = console.service()
    const dataSourceId = await addList(service, 'ends first', ['13800138000'])
    const id = await addTask(service, {
      taskName: 'ends first',
      dataSourceId,
      dailyStartTime: '09:00',
      dailyEndTime: '10:00',
      scheduledStartTime: '2099-01-01 12:00:00',
      scheduledEndTime: '2099-01-01 13:00:00',
    })
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: t.operations.publish }).click()
    const [before, after] = publish.endBeforeFirst('|').split('|')
    const warning = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: after ?? '' })
    expect(await warning.innerText()).toMatch(new RegExp(`^${before}.*13:00`))
  })
})
