// The page of a task stays still while a hand is on it.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { numbersMessages } from '../src/features/numbers/numbers.messages.ts'
import { taskContactsMessages } from '../src/features/tasks/detail/contacts/task-contacts.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the page of a task', (console) => {
  it('keeps contacts in place while they are pointed at', async () => {
    const t = taskContactsMessages.en
    const { contacts: words } = tasksMessages.en
    const service = console.service()
    // All are busy, and a recall waits for a day.
    const source = await addList(service, 'calm', ['13800138001', '13800138011', '13800138021'])
    const settings = { dataSourceId: source, maxDialCount: 1, callInterval: 86_400 }
    const id = await addTask(service, { taskName: 'calm', ...settings })
    await moveTask(service, 'publish', id)
    const failed = async () =>
      (await service.call<{ total: number; rows: { id: string }[] }>(`/api/task/${id}/contacts?state=failed`))
        ?.data ?? { total: 0, rows: [] }
    await expect.poll(async () => (await failed()).total).toBe(3)

    const page = await console.open(`/tasks/${id}?tab=contacts&contact-state=failed`)
    const rows = page.getByRole('table', { name: words.label }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(3)
    await rows.first().hover()
    const before = await rows.first().boundingBox()
    const contactIds = [(await failed()).rows[0]?.id ?? '']
    await service.call(`/api/task/${id}/recall`, jsonBody({ contactIds }))
    await page.getByRole('button', { name: t.changed('1') }).waitFor()
    expect(await rows.count()).toBe(3)
    expect(await rows.first().boundingBox()).toEqual(before)
    await expectAccessible(page)
    await page.getByRole('button', { name: t.changed('1') }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  it.each([
    ['zh', 1280],
    ['en', 390],
  ] as const)('has a banner of one height, in %s at %i pixels', async (language, width) => {
    const t = tasksMessages[language]
    const service = console.service()
    const source = await addList(service, `banner ${language} ${width}`, ['13800138001', '13800138011'])
    const name = `banner ${language} ${width}`
    const id = await addTask(service, { taskName: name, dataSourceId: source, ...closedWindow() })
    const page = await console.open(`/tasks/${id}`, { language, viewport: { width, height: 844 } })
    const banner = page.getByRole('region', { name: t.detail.why })
    const heights = new Set<number>()
    const texts = new Set<string>()
    async function measure(status: number): Promise<void> {
      await page
        .locator('.page-title')
        .getByText(t.statuses[status] ?? '', { exact: true })
        .waitFor()
      await expect.poll(() => isNew(banner.innerText())).toBe(true)
      texts.add(await banner.innerText())
      heights.add((await banner.boundingBox())?.height ?? 0)
    }
    const isNew = async (text: Promise<string>) => (await text) !== '' && !texts.has(await text)
    await measure(0)
    await moveTask(service, 'publish', id)
    await measure(1)
    await moveTask(service, 'pause', id)
    await measure(2)
    await moveTask(service, 'stop', id, {
      reason: 'a reason that is so long that it needs more than one line '.repeat(5),
    })
    await measure(3)
    expect([...heights]).toHaveLength(1)
    // What does not fit is behind a button.
    await banner.getByRole('button', { name: t.detail.allReasons }).click()
    await page.getByRole('dialog').getByText('so long that it needs more').waitFor()
    await expectAccessible(page)
    await expectNothingSideways(page, width)
  })

  it('and the history of a number have names', async () => {
    const service = console.service()
    const source = await addDataSource(service, 'named')
    const contact = { phoneNumber: '13800138000', 姓名: '王小明' }
    await service.call(`/api/dataSource/${source}/contact/add`, jsonBody(contact))
    const id = await addTask(service, { taskName: 'named', dataSourceId: source })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}?tab=calls`)
    const call = page.getByRole('table', { name: tasksMessages.en.calls.label }).locator('tbody tr')
    await call.getByText('王小明').waitFor()
    await call.getByRole('link', { name: '13800138000' }).click()
    await page.getByRole('heading', { name: '13800138000', level: 1 }).waitFor()
    const events = page.getByRole('list', { name: numbersMessages.en.label })
    await events.getByText('王小明').first().waitFor()
    await expectAccessible(page)
    await page.goto(`/data-sources/${source}`)
    await page.getByRole('cell', { name: '王小明' }).click()
    await page.getByRole('dialog', { name: '王小明 · 13800138000' }).waitFor()
  })
})

async function expectNothingSideways(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
