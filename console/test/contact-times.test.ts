import { expect, it } from 'vitest'
import { contactsMessages } from '../src/features/contacts/contacts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList } from './support/story.ts'

describeConsole('times of contacts', (console) => {
  it('are set, shown, and a contact is withdrawn and restored', async () => {
    const t = contactsMessages.en
    const id = await addList(console.service(), 'appointments', ['13800138000'])
    const page = await console.open(`/data-sources/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.edit('13800138000') }).click()
    await dialog.getByLabel(t.form.callTime).fill('2030-03-02 09:30')
    await dialog.getByLabel(t.form.callUntil).fill('2030-03-02 18:00')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.form.save }).click()
    await page.getByText(t.form.saved).waitFor()
    await page.getByRole('columnheader', { name: t.columns.callTime }).waitFor()
    const contact = async () =>
      (await console.service().call<{ rows: object[] }>(`/api/dataSource/${id}/contacts`))?.data.rows[0]
    const times = { callTime: '2030-03-02 09:30:00', callUntil: '2030-03-02 18:00:00' }
    expect(await contact()).toMatchObject({ ...times, withdrawTime: null })

    await page.getByRole('button', { name: t.open('13800138000') }).click()
    await dialog.getByRole('button', { name: t.drawer.withdraw }).click()
    await dialog.getByRole('button', { name: t.drawer.restore }).waitFor()
    expect(await contact()).toMatchObject({ ...times, withdrawTime: expect.any(String) })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.drawer.restore }).click()
    await dialog.getByRole('button', { name: t.drawer.withdraw }).waitFor()
    expect(await contact()).toMatchObject({ ...times, withdrawTime: null })
  })
})
