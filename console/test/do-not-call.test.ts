import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { doNotCallMessages } from '../src/features/do-not-call/do-not-call.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { csv, downloaded, dropFile } from './support/files.ts'

describeConsole('do-not-call lists', (console) => {
  async function addDoNotCallList(name: string, phoneNumbers: string[] = []): Promise<string> {
    const service = console.service()
    const added = await service.call<{ id: string }>('/api/doNotCall/add', jsonBody({ name, isGlobal: true }))
    const id = added?.data.id ?? ''
    if (phoneNumbers.length > 0)
      await service.call(`/api/doNotCall/${id}/entry/add`, jsonBody({ phoneNumbers }))
    return id
  }

  it('are created, filled by pasting, searched, exported, emptied and deleted', async () => {
    const t = doNotCallMessages.en
    const page = await console.open('/do-not-call')
    await page.getByText(t.emptyHint).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.newList }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t.form.create }).click()
    expect(await dialog.getByLabel(t.form.name).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel(t.form.name).fill('opt-outs')
    await dialog.getByLabel(t.form.isGlobal).uncheck()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.form.create }).click()

    await page.getByRole('heading', { name: 'opt-outs', level: 1 }).waitFor()
    await page.getByText(t.scopes.chosen).waitFor()
    await page.getByRole('button', { name: t.edit, exact: true }).click()
    await dialog.getByLabel(t.form.isGlobal).check()
    await dialog.getByRole('button', { name: t.form.save }).click()
    await page.getByText(t.scopes.global, { exact: true }).waitFor()

    await page.getByRole('button', { name: t.entries.add }).first().click()
    await dialog.getByRole('button', { name: t.addForm.action, exact: true }).click()
    await dialog.getByText(t.addForm.none).waitFor()
    await dialog.getByLabel(t.addForm.numbers).fill('138-0013-8000, 13900139000\n12')
    await dialog.getByText(t.addForm.found('3')).waitFor()
    await dialog.getByLabel(t.addForm.note).fill('asked by e-mail')
    await dialog.getByLabel(t.addForm.expires).fill('2999-12-31T18:00')
    await dialog.getByRole('button', { name: t.addForm.action, exact: true }).click()
    // 12 is no phone number: nothing is added, and all input stays.
    await expect.poll(() => dialog.getByLabel(t.addForm.numbers).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText(/^12\D/).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel(t.addForm.numbers).fill('138-0013-8000, 13900139000')
    await dialog.getByRole('button', { name: t.addForm.action, exact: true }).click()
    await page.getByText(t.addForm.done('2', '0')).waitFor()
    await page.getByText(t.entryCount('2'), { exact: true }).waitFor()

    const rows = page.getByRole('table', { name: t.entries.label }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.getByText('asked by e-mail').first().waitFor()
    await page.getByLabel(t.entries.search).fill('139')
    await expect.poll(() => rows.count()).toBe(1)
    expect(page.url()).toContain('phone=139')
    await page.getByLabel(t.entries.search).fill('+139')
    await rows.getByText(t.entries.otherSpelling).waitFor()
    await page.getByLabel(t.entries.search).fill('3800')
    await page.getByText(t.entries.noMatchHint).waitFor()
    await page.getByRole('button', { name: partsMessages.en.clearSearch }).last().click()
    await expect.poll(() => rows.count()).toBe(2)
    await expectAccessible(page)

    await page.getByRole('button', { name: partsMessages.en.export }).click()
    const file = await downloaded(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
    expect(file.content.toString('utf8')).toMatch(/138-0013-8000,asked by e-mail/)
    await page.getByRole('button', { name: partsMessages.en.export }).click()
    const workbook = await downloaded(page, () => page.getByRole('menuitem', { name: 'Excel' }).click())
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK')

    // A list with numbers cannot be deleted, and the button says why.
    await page.getByRole('button', { name: t.delete }).hover()
    await page.getByRole('tooltip', { name: t.deleteNotEmpty }).waitFor()
    await page.getByRole('button', { name: t.entries.remove('138-0013-8000') }).click()
    await expect.poll(() => rows.count()).toBe(1)
    // It can be undone, by keyboard too: the service was not told yet.
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const kept = () => console.service().call<{ total: number }>(`/api/doNotCall/${id}/entries`)
    await page.keyboard.press('Control+z')
    await expect.poll(() => rows.count()).toBe(2)
    expect((await kept())?.data.total).toBe(2)
    await page.getByRole('button', { name: t.entries.remove('138-0013-8000') }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await expectAccessible(page)
    await page.getByLabel(partsMessages.en.selectAll).check()
    await page.getByRole('button', { name: t.entries.removeSelected('1') }).click()
    await page.getByText(t.entries.emptyHint).waitFor()
    // The first one was sent when the second one began; that one is sent when the page is left.
    await expect.poll(async () => (await kept())?.data.total).toBe(1)
    await page.reload()
    await expect.poll(async () => (await kept())?.data.total).toBe(0)
    await page.reload()
    await page.getByText(t.entries.emptyHint).waitFor()
    await page.getByRole('button', { name: t.delete }).click()
    await dialog.getByRole('button', { name: t.deleteQuestion.action }).click()
    await page.getByRole('heading', { name: t.title, level: 1 }).waitFor()
    await page.getByText(t.deleteQuestion.done).waitFor()
  })

  it('take at most 1,000 pasted numbers, and say so before they are sent', async () => {
    const id = await addDoNotCallList('many')
    const page = await console.open(`/do-not-call/${id}`)
    await page.getByRole('button', { name: 'Add numbers' }).first().click()
    const numbers = Array.from({ length: 1001 }, (_, index) => String(13_800_000_000 + index))
    await page.getByRole('dialog').getByLabel('Phone numbers').fill(numbers.join('\n'))
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('These are 1,001 numbers; at most 1,000 can be added at once').waitFor()
    await page.getByRole('dialog').getByLabel('Phone numbers').fill(numbers.slice(1).join('\n'))
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    // The dialog, which is closing, has these words too.
    await page.locator('#content').getByText('1,000 numbers', { exact: true }).waitFor()
    await page.getByText('1–50 of 1,000').waitFor()
  })

  it('take a file with the steps of any import', async () => {
    const t = importMessages.en
    const words = { ...t, ...t.doNotCall }
    const id = await addDoNotCallList('imported', ['13800138000'])
    const page = await console.open(`/do-not-call/${id}`)
    await page.getByRole('link', { name: '13800138000' }).waitFor()
    await dropFile(page, {
      name: 'opt-outs.csv',
      content: csv(
        ['Mobile', 'note', 'Remark', 'until'],
        ['13800138000', 'known', 'x', ''],
        ['13900139000', 'new', 'by letter', '2999-12-31'],
        ['13700137000', 'new', 'by phone', 'soon'],
      ),
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words.title('imported')).waitFor()
    await dialog.getByText(t.leftOut.unknown_field(`Remark${t.comma}until`)).waitFor()
    // A list has two fields, and each column can be one of them.
    await dialog.getByRole('checkbox', { name: 'until' }).check()
    expect(await dialog.getByRole('button', { name: t.start }).isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: t.fieldOf('until') }).click()
    await page.getByRole('option', { name: words.fieldChoices?.['expireTime'] ?? '' }).click()
    await dialog.getByText(words.skip).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.start }).click()
    await dialog.getByText(t.results.completed).waitFor()
    await dialog.getByText(t.failures.already_listed({})).waitFor()
    await dialog.getByText(t.failures.expire_time_invalid({})).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.close, exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: '13900139000' })
    await row.getByText(/2999/).waitFor()
    await row.getByText('new').waitFor()
    await page.getByText(doNotCallMessages.en.entryCount('2'), { exact: true }).waitFor()
  })

  it('lead from a number to its history, which names the list', async () => {
    const id = await addDoNotCallList('national register', ['+44 20 7946 0000'])
    const page = await console.open(`/do-not-call/${id}`)
    await page.getByRole('link', { name: '+44 20 7946 0000' }).click()
    await page.getByText('Is never called').waitFor()
    await page.getByText('On a do-not-call list', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Do-not-call lists' }).getByText('national register').waitFor()
    await page.getByText('Added to a do-not-call list').filter({ visible: true }).waitFor()
    await expectAccessible(page)
  })

  it('are read-only with a token of scope read', async () => {
    const service = console.service()
    const id = await addDoNotCallList('only to read', ['13800138000'])
    const created = await service.call<{ token: string }>(
      '/api/token/create',
      jsonBody({ name: `reader ${randomUUID()}`, scope: 'read' }),
    )
    const page = await console.open(`/do-not-call/${id}`, {
      service: { ...service, token: created?.data.token ?? '' },
    })
    await page.getByRole('link', { name: '13800138000' }).waitFor()
    const add = page.getByRole('button', { name: 'Add numbers' })
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'Remove 13800138000' }).count()).toBe(0)
  })
})
