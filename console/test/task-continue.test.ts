// A task goes on: one that was stopped as a new one, with the contacts that remain, and one that the first trunk paused where somebody says.
import { warningWords } from '@carillon/server/words/reasons'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { operationsMessages } from '../src/features/tasks/operations.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { trunkMessages } from '../src/features/trunks/trunks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

interface Counts {
  states: Record<string, number>
}

describeConsole('continuing a task', (console) => {
  it('with the contacts that remain', async () => {
    const [t, more] = [tasksMessages.en, operationsMessages.en]
    const service = console.service()
    const countsOf = async (id: string) =>
      (await service.call<Counts>(`/api/task/${id}/contacts/counts`))?.data.states
    // One answers, two are busy and wait for another attempt.
    const phones = ['13800138000', '13800138001', '13800138011']
    const taskName = 'stopped'
    const dataSourceId = await addList(service, taskName, phones)
    const id = await addTask(service, { taskName, dataSourceId, callInterval: 86_400 })
    await moveTask(service, 'publish', id)
    await expect.poll(() => countsOf(id)).toMatchObject({ success: 1, waiting: 2 })
    await moveTask(service, 'stop', id)
    const page = await console.open(`/tasks/${id}`)

    await page.getByRole('button', { name: partsMessages.en.more, exact: true }).click()
    const action = page.getByRole('menuitem', { name: more.continueWith('2') })
    await action.waitFor()
    await expectAccessible(page)
    await action.click()
    await page.getByText(more.continued(`${taskName} (2)`, '2')).waitFor()
    await page.getByRole('heading', { name: `${taskName} (2)`, level: 1 }).waitFor()
    const newId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await countsOf(newId)).toMatchObject({ waiting: 2, success: 0 })

    await page.goto(page.url().replace(/\?.*$|$/, '?tab=settings'))
    await page.getByText(t.settings.continues).waitFor()
    await page.locator(`dl a[href*="${id}"]`, { hasText: taskName }).waitFor()

    // Its contacts are fixed, and the form says so.
    await page.goto(`/tasks/${newId}/edit`)
    const listMode = page.getByRole('combobox', { name: t.form.listMode })
    expect(await listMode.isDisabled()).toBe(true)
    expect(await listMode.inputValue()).toBe(t.form.snapshot)
    await page.getByText(t.form.listModeOfContinued).waitFor()
    await page.getByRole('button', { name: t.form.save }).click()
    await page.getByText(t.done.saved).waitFor()
  })

  it('is not offered if none remains', async () => {
    const more = operationsMessages.en
    const service = console.service()
    const taskName = 'done'
    const dataSourceId = await addList(service, taskName, ['13800138000'])
    const id = await addTask(service, { taskName, dataSourceId })
    await moveTask(service, 'publish', id)
    const statusOf = async () =>
      (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status
    await expect.poll(statusOf).toBe(4)
    await moveTask(service, 'close', id)
    const page = await console.open(`/tasks/${id}`)
    await page.getByRole('button', { name: partsMessages.en.more, exact: true }).click()
    await page.getByText(more.nothingRemains).waitFor()
  })

  it('on the simulator, if somebody says so after the first trunk has paused it', async () => {
    const [t, trunks, parts] = [tasksMessages.en, trunkMessages.en, partsMessages.en]
    const service = console.service()
    const taskName = 'simulated so far'
    const dataSourceId = await addList(service, taskName, ['13800138000'])
    const id = await addTask(service, { taskName, dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    const page = await console.open('/settings/trunks')
    const dialog = page.getByRole('dialog')
    await page.getByText(parts.simulator, { exact: true }).waitFor()

    await page.getByRole('button', { name: trunks.add }).first().click()
    await dialog.getByRole('radiogroup', { name: trunks.simulated.question(1) }).waitFor()
    await dialog.getByText(taskName, { exact: true }).waitFor()
    const { pause, keep, move } = trunks.simulated.choices
    for (const choice of [move, keep, pause]) await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByLabel(trunks.form.presets.ip).check()
    await dialog.getByRole('textbox', { name: trunks.form.name, exact: true }).fill('Main carrier')
    await dialog.getByRole('textbox', { name: trunks.form.host }).fill('127.0.0.1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: trunks.form.create, exact: true }).click()
    await page.getByText(parts.realCalls(1), { exact: true }).waitFor()
    const second = { name: 'Second carrier', host: '127.0.0.1', isEnabled: true }
    await service.call('/api/trunk/add', jsonBody(second))
    await page.goto(`/tasks/${id}`)
    await page.getByText(parts.realCalls(2), { exact: true }).waitFor()

    await page
      .getByRole('region', { name: t.detail.why })
      .getByText(/its calls were simulated, and calls are real now/)
      .waitFor()
    await page.getByText(t.simulated, { exact: true }).waitFor()
    await page.getByRole('button', { name: t.operations.resume, exact: true }).click()
    await dialog.getByText(t.resumeDialog.text).waitFor()
    await dialog.getByLabel(t.resumeDialog.real).check()
    await dialog.getByLabel(t.resumeDialog.simulator).check()
    await expectAccessible(page)
    const sent = page.waitForRequest('**/api/task/resume')
    await dialog.getByRole('button', { name: t.resumeDialog.action, exact: true }).click()
    expect((await sent).postDataJSON()).toEqual({ id, isSimulated: true })
    await page.getByText(t.done.resume).waitFor()
    const resumed = await service.call<object>(`/api/task/detail/${id}`)
    expect(resumed?.data).toMatchObject({ status: 1, isSimulated: true })

    const copy = (await service.call<{ id: string }>('/api/task/duplicate', jsonBody({ id })))?.data.id
    await page.goto(`/tasks/${copy}`)
    await page.getByRole('button', { name: t.operations.publish, exact: true }).click()
    await dialog.getByText(warningWords.en.simulated_before({})).waitFor()
  })
})
