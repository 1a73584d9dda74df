// Every dialog gives the focus back to the control that opened it, and a page takes it with its heading.
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow, moveTask } from './support/story.ts'

describeConsole('the focus', (console) => {
  async function openWithEnter(path: string, name: string | RegExp) {
    const page = await console.open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const opener = page.getByRole('button', { name }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog').first()
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    return { page, opener, dialog }
  }

  it.each([
    ['/data-sources', 'New data source'],
    ['/do-not-call', 'New list'],
    ['/audio', /Upload/],
    ['/settings', 'New token'],
    ['/settings', 'New calendar'],
  ])('on %s goes back to %s', async (path, name) => {
    const { page, opener, dialog } = await openWithEnter(path, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it.each(['Edit', 'Import', 'Add contact'])('on a data source goes back to %s', async (name) => {
    const id = await addDataSource(console.service(), `focus ${name}`)
    const { page, opener, dialog } = await openWithEnter(`/data-sources/${id}`, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it.each(['Stop', 'Reschedule', 'Recall'])('on a task goes back to %s', async (name) => {
    const service = console.service()
    const dataSourceId = await addList(service, `focus ${name}`, ['13800138000'])
    const id = await addTask(service, { taskName: `focus ${name}`, dataSourceId, ...closedWindow() })
    await moveTask(service, 'publish', id)
    await moveTask(service, 'pause', id)
    const { page, opener, dialog } = await openWithEnter(`/tasks/${id}`, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('goes to the heading when the control has disappeared, and to the drawer below a question', async () => {
    const service = console.service()
    const id = await addDataSource(service, 'focus of a row')
    await service.call(`/api/dataSource/${id}/contact/add`, jsonBody({ phoneNumber: '13800138000' }))
    const { page, dialog } = await openWithEnter(`/data-sources/${id}`, 'Calls to 13800138000')
    const remove = dialog.getByRole('button', { name: 'Delete' })
    await remove.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog').filter({ hasText: 'no task dials it again' })
    const isAsked = () =>
      expect
        .poll(() =>
          question.evaluate((it) => it.querySelector('[data-autofocus]') === document.activeElement),
        )
        .toBe(true)
    await isAsked()
    await page.keyboard.press('Escape')
    await expect.poll(() => remove.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await isAsked()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('stays where a click on nothing has left it', async () => {
    const page = await console.open('/settings')
    await page.getByRole('button', { name: 'New token' }).focus()
    await page
      .locator('.shell-header, header')
      .first()
      .click({ position: { x: 400, y: 5 } })
    await page.evaluate(() => document.body.append(document.createElement('i')))
    await page.waitForTimeout(0)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})
