// A task's page has one truth: the counts of its panel are links to the contacts that they count, as this task knows them.

import { callWords } from '@carillon/server/words/calls'
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { taskContactsMessages } from '../src/features/tasks/detail/contacts/task-contacts.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

/** By their last digit: answered, answered, no such number, busy, not dialed because the number is an emergency number. */
const NUMBERS = ['13800138000', '13800138010', '13800138002', '13800138001', '110']

describeConsole('the contacts of a task', (console) => {
  it('are what its counts say', async () => {
    const t = taskContactsMessages.en
    const { contacts: words, causes, detail } = tasksMessages.en
    const service = console.service()
    const source = await addList(service, 'one truth', NUMBERS)
    const settings = { dataSourceId: source, maxDialCount: 2, callInterval: 86_400 }
    const id = await addTask(service, { taskName: 'first', ...settings })
    const other = await addTask(service, { taskName: 'second', ...settings })
    await moveTask(service, 'publish', id)
    const states = async () =>
      (await service.call<{ states: object }>(`/api/task/${id}/contacts/counts`))?.data.states
    await expect
      .poll(states)
      .toEqual({ notDialed: 0, dialing: 0, waiting: 1, success: 2, failed: 1, skipped: 1 })

    const page = await console.open(`/tasks/${id}`)
    const rows = page.getByRole('table', { name: words.label }).locator('tbody tr')
    await page.getByRole('link', { name: `${t.states.success} 2`, exact: true }).click()
    await rows.nth(1).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    expect(page.url()).toContain('contact-state=success')
    // They are seen without scrolling, and the keyboard goes on from the name of the tab.
    const { y = 0, height = 0 } = (await rows.last().boundingBox()) ?? {}
    expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
    const contacts = page.getByRole('tab', { name: detail.tabs.contacts, selected: true })
    expect(await contacts.evaluate((tab) => tab === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: detail.tabs.overview, selected: true }).waitFor()

    await page.getByRole('link', { name: `${t.states.waiting} 1`, exact: true }).click()
    await page.getByRole('button', { name: words.open('13800138001') }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText(t.states.waiting).waitFor()
    await rows.getByText(causes['busy'] ?? '').waitFor()
    await expectAccessible(page)

    await page.getByRole('tab', { name: detail.tabs.overview }).click()
    await page.getByRole('link', { name: `${callWords.en.endings.failed} 1`, exact: true }).click()
    await rows.getByText(causes['invalid_number'] ?? '').waitFor()
    // The filters are in the address, so the view can be reloaded.
    await page.getByRole('combobox', { name: t.state }).click()
    await page.getByRole('option', { name: t.states.skipped }).click()
    await page.getByRole('button', { name: words.open('110') }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: words.open('110') }).waitFor()
    await page.getByRole('combobox', { name: t.minAttempts }).click()
    await page.getByRole('option', { name: t.atLeast('1') }).click()
    await page.getByText(t.noMatch).waitFor()
    await page.getByRole('button', { name: tasksMessages.en.clearFilters }).click()
    await rows.nth(4).waitFor()

    // Another task of the same list knows nothing of these calls.
    await page.goto(`/tasks/${other}?tab=contacts`)
    await rows.nth(4).waitFor()
    await expect.poll(() => rows.getByText(t.states.notDialed).count()).toBe(5)
  })

  it('have their names, and are found by them', async () => {
    const t = taskContactsMessages.en
    const { contacts: words } = tasksMessages.en
    const service = console.service()
    const source = await addDataSource(service, 'names')
    for (const [phoneNumber, name] of [
      ['13800138000', 'Jürgen Groß'],
      ['13800138010', '王小明'],
    ])
      await service.call(`/api/dataSource/${source}/contact/add`, jsonBody({ phoneNumber, 姓名: name }))
    const id = await addTask(service, { taskName: 'names', dataSourceId: source })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}?tab=contacts`)
    const rows = page.getByRole('table', { name: words.label }).locator('tbody tr')
    await rows.getByText('王小明').waitFor()
    await page.getByLabel(t.search).fill('jürgen')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('Jürgen Groß').waitFor()
    await page.getByLabel(t.search).fill('138010')
    await rows.getByText('王小明').waitFor()
    expect(page.url()).not.toContain('contact-name')
    await page.getByRole('button', { name: words.open('13800138010') }).click()
    await page.getByRole('dialog').getByText('王小明 · 13800138010').waitFor()
    await expectAccessible(page)
    await page.goto(`/data-sources/${source}`)
    await page.getByRole('searchbox').fill('小明')
    await page.getByText('13800138010').waitFor()
    await expect.poll(() => page.getByText('13800138000').count()).toBe(0)
  })
})
