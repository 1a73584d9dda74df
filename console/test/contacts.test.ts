import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { contactsMessages } from '../src/features/contacts/contacts.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

describeConsole('contacts', (console) => {
  it('are added, edited, found and deleted', async () => {
    const t = contactsMessages.en
    const id = await addList(console.service(), 'people', numbers(3))
    const page = await console.open(`/data-sources/${id}`)
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: t.add }).click()
    await dialog.getByLabel(t.form.phoneNumber).fill('+86 139-0013-9000')
    await dialog.getByLabel('customerName').fill('王小明')
    await dialog.getByRole('button', { name: t.form.addField }).click()
    await dialog.getByLabel(t.form.name(4)).fill('会员等级')
    await dialog.getByLabel(t.form.value('会员等级')).fill('金卡')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.add }).click()
    await page.getByText(t.form.added).waitFor()
    const row = page.getByRole('row').filter({ hasText: '+86 139-0013-9000' })
    await row.getByText('金卡').waitFor()
    await page.getByRole('columnheader', { name: '会员等级' }).waitFor()

    await page.getByRole('button', { name: t.edit('+86 139-0013-9000') }).click()
    await dialog.getByLabel('customerName').fill('')
    await dialog.getByLabel('会员等级').fill('银卡')
    await dialog.getByRole('button', { name: t.form.save }).click()
    await row.getByText('银卡').waitFor()
    const found = await console
      .service()
      .call<{ rows: object[] }>(`/api/dataSource/${id}/contacts?phoneNumber=139`)
    expect(found?.data.rows[0]).toMatchObject({ 会员等级: '银卡', customerName: '' })

    await page.getByLabel(t.search).fill('139 001')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('phone')).toBe('139 001')
    await expectAccessible(page)

    await page.getByRole('button', { name: t.delete('+86 139-0013-9000') }).click()
    await dialog.getByRole('button', { name: partsMessages.en.cancel }).click()
    await row.waitFor()
    await page.getByRole('button', { name: t.delete('+86 139-0013-9000') }).click()
    await dialog.getByRole('button', { name: t.deleteQuestion.action }).click()
    await page.getByText(t.noMatchHint).waitFor()
    await page.getByRole('button', { name: partsMessages.en.clearSearch }).last().click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
  })

  it('show API errors at their fields, and keep all input', async () => {
    const id = await addList(console.service(), 'refused', ['13800138000'])
    const page = await console.open(`/data-sources/${id}`)
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Add contact' })
    await page.getByRole('button', { name: 'Add contact' }).click()
    await save.click()
    await dialog.getByText('This is required').waitFor()

    await dialog.getByLabel('Phone number').fill('138 0013 8000')
    await dialog.getByLabel('customerName').fill('kept')
    await save.click()
    await dialog.getByText(/^Phone number "138 0013 8000" already belongs to contact/).waitFor()
    await dialog.getByLabel('Phone number').fill('not a number')
    await save.click()
    await dialog.getByText(/^Phone number must be an optional \+/).waitFor()

    await dialog.getByLabel('Phone number').fill('13800138001')
    await dialog.getByLabel('address').fill('x'.repeat(1001))
    await save.click()
    await dialog.getByText('address must have at most 1000 characters').waitFor()
    await dialog.getByLabel('address').fill('somewhere')
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Value', { exact: true }).fill('1')
    await save.click()
    await dialog.getByText('Enter a name for this value').waitFor()
    await dialog.getByLabel('Name of field 4').fill('callCount')
    await save.click()
    await dialog.getByText('callCount is set by the service and cannot be given').waitFor()
    await dialog.getByLabel('Name of field 4').fill('address')
    await save.click()
    await dialog.getByText('A field with this name already exists').waitFor()
    await dialog.getByRole('button', { name: 'Remove address' }).click()

    // The service does not answer: the form keeps its input.
    await page.route('**/contact/add', (route) => route.abort())
    await save.click()
    await dialog.getByText('The service is unreachable').waitFor()
    expect(await dialog.getByLabel('customerName').inputValue()).toBe('kept')
    await page.unroute('**/contact/add')
    await save.click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: 'kept' }).waitFor()
  })

  it('show their call history, updated live', async () => {
    const service = console.service()
    const id = await addList(service, 'called', ['13800138001'])
    const page = await console.open(`/data-sources/${id}`)
    await page.getByRole('button', { name: 'Calls to 13800138001' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('No calls to this contact yet').waitFor()
    const task = await addTask(service, {
      taskName: 'the caller',
      dataSourceId: id,
      maxDialCount: 2,
      callInterval: 0,
    })
    await moveTask(service, 'publish', task)
    const calls = drawer.getByRole('table', { name: 'Call history' }).locator('tbody tr')
    await expect.poll(() => calls.count()).toBe(2)
    await drawer.getByRole('link', { name: 'the caller' }).first().waitFor()
    await expect.poll(() => drawer.locator('dl').innerText()).toContain('Not successful')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  })

  it('are shown on the last page when the requested page is past the end', async () => {
    const id = await addList(console.service(), 'short', numbers(21))
    const page = await console.open(`/data-sources/${id}?size=20&page=9`)
    await page.getByText('21–21 of 21').waitFor()
    await page.getByRole('button', { name: 'Delete 13800138000' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(20)
  })

  it('keep the phone number visible while their fields scroll', async () => {
    const id = await addList(console.service(), 'wide', ['13800138000'])
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`field ${index}`, 'a long value']),
    )
    const body = { phoneNumber: '13900139000', ...fields }
    await console.service().call(`/api/dataSource/${id}/contact/add`, jsonBody(body))
    const page = await console.open(`/data-sources/${id}`)
    const cell = page.getByRole('rowheader', { name: 'Calls to 13900139000' })
    await cell.waitFor()
    const before = await cell.boundingBox()
    await page.getByRole('group', { name: 'Contacts' }).evaluate((element) => element.scrollBy(500, 0))
    await page.getByRole('cell', { name: 'a long value' }).nth(5).waitFor()
    expect((await cell.boundingBox())?.x).toBe(before?.x)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
