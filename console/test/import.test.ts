// From a file to contacts, and back to a file.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDataSource, jsonBody } from '../../server/test/support/carillon-process.ts'
import { encodeGbk } from '../../server/test/support/encode-gbk.ts'
import { contactsMessages } from '../src/features/contacts/contacts.messages.ts'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { dataSourcesMessages } from '../src/features/data-sources/data-sources.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole, type OpenOptions } from './support/console-test.ts'
import { csv, downloaded, dropFile } from './support/files.ts'
import { addList } from './support/story.ts'

describeConsole('an import', (console) => {
  /** Opens the page of a new data source. */
  async function openDataSource(name: string, options?: OpenOptions, phoneNumbers: string[] = []) {
    const service = console.service()
    const id = await (phoneNumbers.length > 0
      ? addList(service, name, phoneNumbers)
      : addDataSource(service, name))
    const page = await console.open(`/data-sources/${id}`, options)
    await page.getByRole('heading', { name }).waitFor()
    return { id, page, dialog: page.getByRole('dialog') }
  }

  async function contactsOf(id: string) {
    return (await console.service().call<{ rows: object[] }>(`/api/dataSource/${id}/contacts`))?.data.rows
  }

  it('goes from a dropped file to failed rows, corrected, imported again and exported', async () => {
    const t = importMessages.en
    const sources = dataSourcesMessages.en
    const page = await console.open('/data-sources')
    await page.getByRole('button', { name: sources.newDataSource }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: sources.form.name, exact: true })
      .fill('imported')
    await page.getByRole('button', { name: sources.form.create }).click()
    await page.getByText(contactsMessages.en.emptyHint).waitFor()

    const rows = [
      ['13800138000', '王小明', '=1+1'],
      ['', 'nobody', ''],
      ['12', 'too short', "'=2"],
      ['138-0013-8000', 'again', ''],
    ]
    await dropFile(page, {
      name: '名单.csv',
      content: csv(['phoneNumber', 'customerName', 'note'], ...rows),
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('cell', { name: '王小明' }).waitFor()
    expect(await dialog.getByLabel(t.encoding).inputValue()).toBe(t.encodings['utf-8'])
    await dialog.getByText(t.separatedBy(',')).waitFor()
    await dialog.getByText(t.phoneReasons.field_name).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.start }).click()

    await dialog.getByText(t.results.completed).waitFor()
    const failed = dialog.getByRole('table', { name: t.failedRows }).locator('tbody tr')
    await expect.poll(() => failed.allInnerTexts()).toHaveLength(3)
    const texts = (await failed.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(texts).toEqual([
      `3 phoneNumber ${t.blank} ${t.failures.phone_missing({})}`,
      `4 phoneNumber 12 ${t.failures.phone_invalid({})}`,
      `5 phoneNumber 138-0013-8000 ${t.failures.duplicate({ row: 2 })}`,
    ])
    await expect
      .poll(() => figuresOf(page))
      .toEqual({
        [t.rows]: '4',
        [t.added]: '1',
        [t.updated]: '0',
        [t.skipped]: '1',
        [t.failed]: '2',
      })
    await expectAccessible(page)

    const file = await downloaded(page, () => dialog.getByRole('button', { name: t.download }).click())
    expect(file.name).toBe('名单-failed.csv')
    const listed = file.content.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n')
    expect(listed[0]).toBe('row,column,value,code,reason')
    expect(listed[1]).toBe('3,phoneNumber,,phone_missing,phoneNumber is required')
    expect(listed[2]).toMatch(/^4,phoneNumber,12,phone_invalid,/)

    // The whole file again, with the rows corrected as a user would do it.
    const corrected = rows.map(([phone = '', ...fields], index) => [
      index === 1 ? '13800138001' : index === 2 ? '13800138002' : phone,
      ...fields,
    ])
    await dialog.getByRole('button', { name: t.another }).click()
    await dialog.getByLabel(t.fileField).setInputFiles({
      name: 'corrected.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv(['phoneNumber', 'customerName', 'note'], ...corrected)),
    })
    await dialog.getByLabel(t.update).check()
    await dialog.getByRole('button', { name: t.start }).click()
    await dialog.getByText(t.allGood).waitFor()
    expect(await figuresOf(page)).toMatchObject({ [t.added]: '2', [t.updated]: '2', [t.failed]: '0' })
    await dialog.getByRole('button', { name: t.close, exact: true }).click()

    await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
    await page.getByText(sources.contactCount('3')).waitFor()
    await page.getByRole('button', { name: partsMessages.en.export }).click()
    const exported = await downloaded(page, () =>
      page.getByRole('menuitem', { name: `${sources.exportContacts} CSV` }).click(),
    )
    expect(exported.name).toMatch(/^contacts_\d{14}\.csv$/)
    const lines = exported.content.toString('utf8').replace('\ufeff', '').trimEnd().split(/\r?\n/)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('phoneNumber,customerName,note')
    // The row of the duplicate was merged.
    expect(lines[1]).toContain("13800138000,again,'=1+1,")
    await page.getByRole('button', { name: partsMessages.en.export }).click()
    const workbook = await downloaded(page, () =>
      page.getByRole('menuitem', { name: `${sources.exportContacts} Excel` }).click(),
    )
    expect(workbook.name).toMatch(/\.xlsx$/)
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK')
  })

  it('takes a file of more than 10,000 rows, after an upload that was interrupted', async () => {
    const { page, dialog } = await openDataSource('large')
    const rows = Array.from({ length: 20_005 }, (_, index) => [String(13_800_000_000 + index), `n${index}`])
    rows[15_000] = ['bad', 'in the second batch']
    let uploads = 0
    await page.route('**/import', (route) => {
      uploads += 1
      return uploads === 1 ? route.abort() : route.continue()
    })
    await dropFile(page, { name: 'many.csv', content: csv(['phoneNumber', 'name'], ...rows) })
    await dialog.getByText('The upload was interrupted').waitFor()
    await dialog.getByText('The file is still selected').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Upload again' }).click()
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('The import is done').waitFor()
    expect(uploads).toBe(2)
    const failed = dialog.getByRole('table', { name: 'Rows that were not imported' }).locator('tbody tr')
    await expect.poll(() => failed.count()).toBe(1)
    expect(await failed.innerText()).toContain('15,002')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('20,004 contacts').waitFor()

    // The export as a workbook can be imported into another data source.
    await page.getByRole('button', { name: 'Export' }).click()
    const workbook = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'Contacts Excel' }).click(),
    )
    const other = await addDataSource(console.service(), 'large workbook')
    await page.goto(`/data-sources/${other}`)
    await page.getByText('No contacts yet').waitFor()
    await dropFile(page, { name: 'many.xlsx', content: workbook.content })
    await dialog.getByText('sheet Sheet1').waitFor()
    await dialog.getByText('Left out (set by the service): id, status, callCount, createTime').waitFor()
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('Every row was imported.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('20,004 contacts').waitFor()
  })

  it('shows every failed row however many there are', async () => {
    const { page, dialog } = await openDataSource('all bad')
    const rows = Array.from({ length: 120 }, (_, index) => [`x${index}`, ''])
    await dropFile(page, { name: 'bad.csv', content: csv(['phoneNumber', 'name'], ...rows) })
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('1–50 of 120').waitFor()
    await dialog.getByRole('button', { name: 'Page 3' }).click()
    await dialog.getByRole('cell', { name: 'x119' }).waitFor()
  })

  it('finds titles below other rows, and reads them as the user chooses', async () => {
    const { id, page, dialog } = await openDataSource('below a title')
    const content = 'Customers of spring\nname,phone\nAnn,13800138000\n'
    await dropFile(page, { name: 'titled.csv', content })
    const headerRow = dialog.getByRole('combobox', { name: 'Row with the titles' })
    await dialog.getByRole('cell', { name: 'Ann' }).waitFor()
    expect(await headerRow.inputValue()).toBe('Row 2')
    await headerRow.click()
    await page.getByRole('option', { name: 'Row 1', exact: true }).click()
    await dialog.getByLabel('Field for Customers of spring').waitFor()
    await headerRow.click()
    await page.getByRole('option', { name: 'Row 2', exact: true }).click()
    await dialog.getByRole('cell', { name: 'Ann' }).waitFor()
    await dialog.getByText('Recognized by its title.').waitFor()
    expect(await headerRow.inputValue()).toBe('Row 2')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('Every row was imported.').waitFor()
    expect(await contactsOf(id)).toMatchObject([{ phoneNumber: '13800138000', name: 'Ann' }])
  })

  it('recognises Chinese titles in GB18030, and takes columns as the user chooses', async () => {
    const { id, page, dialog } = await openDataSource('chosen columns', {}, ['13900139000'])
    const text = '姓名;手机号码;;备用电话;编号\r\n王小明;13800138000;x;13900139000;7\r\n'
    await dropFile(page, { name: '名单.csv', content: encodeGbk(text) })
    expect(await dialog.getByLabel('Encoding').inputValue()).toContain('GB18030')
    await dialog.getByText('separated by semicolons').waitFor()
    await dialog.getByText('Recognized by its title.').waitFor()
    await dialog.getByText('Left out (no title): C').waitFor()
    expect(await dialog.getByLabel('Field for 手机号码').inputValue()).toBe('phoneNumber')

    await dialog.getByRole('combobox', { name: 'Column with the phone numbers' }).click()
    await page.getByRole('option', { name: '备用电话' }).click()
    await dialog.getByText('Chosen by you.').waitFor()
    await dialog.getByLabel('Field for 姓名').fill('编号')
    await dialog.getByText('Already used').waitFor()
    expect(await dialog.getByRole('button', { name: 'Start the import' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: '编号' }).uncheck()
    await dialog.getByLabel('Field for 姓名').fill('callCount')
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('callCount is set by the service and cannot be given').waitFor()
    await dialog.getByLabel('Field for 姓名').fill('customerName')
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: 'Update the contact' }).check()
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('Every row was imported.').waitFor()
    expect(await figuresOf(page)).toMatchObject({ Added: '0', Updated: '1' })
    const [contact] = (await contactsOf(id)) ?? []
    expect(contact).toMatchObject({
      phoneNumber: '13900139000',
      customerName: '王小明',
      手机号码: '13800138000',
    })
    expect(contact).not.toHaveProperty('编号')
  })

  it('names the field of the display name of a German file', async () => {
    const t = importMessages.en
    const { id, page, dialog } = await openDataSource('Kunden')
    const text =
      'Telefon;Firma;Name\r\n+49 30 123456;Große AG;Jürgen Groß\r\n+49 30 123457;Öl GmbH;Käthe Müller\r\n'
    await dropFile(page, { name: 'Kunden.csv', content: Buffer.from(text, 'latin1') })
    await dialog.getByText(t.whichEncoding).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: t.encoding }).click()
    await page.getByRole('option', { name: t.encodings['windows-1252'] }).click()
    await dialog.getByRole('cell', { name: 'Käthe Müller' }).waitFor()

    // Recognised by its title; the user knows better.
    const name = dialog.getByRole('combobox', { name: t.nameField })
    await expect.poll(() => name.inputValue()).toBe('Name')
    await name.click()
    await page.getByRole('option', { name: 'Firma' }).click()
    await dialog.getByText(t.onDuplicate).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.start }).click()
    await dialog.getByText(t.allGood).waitFor()
    await dialog.getByRole('button', { name: t.close, exact: true }).click()
    const source = await console.service().call<{ nameField?: string }>(`/api/dataSource/detail/${id}`)
    expect(source?.data.nameField).toBe('Firma')

    // The dialog of the data source shows it, and changes it.
    const sources = dataSourcesMessages.en
    await page.getByRole('button', { name: sources.edit, exact: true }).click()
    const field = dialog.getByLabel(sources.form.nameField)
    expect(await field.inputValue()).toBe('Firma')
    await field.fill('Na')
    await page.getByRole('option', { name: 'Name' }).click()
    await dialog.getByRole('button', { name: sources.form.save }).click()
    await page.getByText(sources.form.saved).waitFor()
    const changed = await console.service().call<{ nameField?: string }>(`/api/dataSource/detail/${id}`)
    expect(changed?.data.nameField).toBe('Name')
  })

  it('asks for the encoding of a German file instead of guessing', async () => {
    const { id, page, dialog } = await openDataSource('German')
    const text =
      'Telefon;Name;Stadt\r\n+49 30 1234567;Jürgen Müller;Köln\r\n+49 30 7654321;Zoë Groß;Düsseldorf\r\n'
    await dropFile(page, { name: 'Kunden.csv', content: Buffer.from(text, 'latin1') })
    await dialog.getByText('Which encoding does the file have?').waitFor()
    const encoding = dialog.getByRole('combobox', { name: 'Encoding' })
    await encoding.click()
    await page.getByRole('option', { name: /Windows-1251/ }).click()
    await dialog.getByRole('cell', { name: 'Jьrgen Mьller' }).waitFor()
    await encoding.click()
    await page.getByRole('option', { name: /Windows-1252/ }).click()
    await dialog.getByRole('cell', { name: 'Jürgen Müller' }).waitFor()
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('Every row was imported.').waitFor()
    expect(await contactsOf(id)).toMatchObject([
      { Name: 'Zoë Groß' },
      { Name: 'Jürgen Müller', Stadt: 'Köln' },
    ])
    // The upload in the other encoding is not kept.
    const path = `/api/import/list?dataSourceId=${id}`
    const { rows } = (await console.service().call<{ rows: { status: string }[] }>(path))?.data ?? {}
    expect(rows?.map(({ status }) => status)).toEqual(['completed', 'canceled'])
  })

  it('says what is wrong with a file', async () => {
    const { page, dialog } = await openDataSource('wrong files')
    await dropFile(page, { name: 'picture.csv', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') })
    await dialog.getByText('The file is neither CSV nor Excel (.xlsx)').waitFor()
    await dialog.getByText('Nothing was imported.').waitFor()
    await dropFile(page, { name: 'titles.csv', content: 'phoneNumber,name\n' })
    await dialog.getByText('The file has titles but no rows below them.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Start the import' }).isDisabled()).toBe(true)
    await dropFile(page, { name: 'quote.csv', content: 'phoneNumber,name\n1,"open\n2,x\n' })
    await dialog.getByText('The quote that opens in line 2 is not closed where its cell ends').waitFor()
    await dropFile(page, { name: 'twice.csv', content: 'phoneNumber,name,name\n13800138000,a,b\n' })
    await dialog.getByText('Left out (same title as another column): name').waitFor()
    const wide = Array.from({ length: 120 }, (_, index) => `c${index}`)
    await dropFile(page, { name: 'wide.csv', content: csv(['phoneNumber', ...wide], ['13800138000']) })
    await dialog.getByText('Only the first 100 columns are shown.').waitFor()
    await dropFile(page, { name: 'none.csv', content: 'name,city\nAnn,Rome\n' })
    await dialog.getByText('No column was recognized').waitFor()
    expect(await dialog.getByRole('button', { name: 'Start the import' }).isDisabled()).toBe(true)

    // Damaged only behind the first rows: the service finds it before it imports any.
    const rows = Array.from({ length: 3000 }, (_, index) => [String(13_800_000_000 + index)])
    await dropFile(page, { name: 'late.csv', content: csv(['phoneNumber'], ...rows, ['"left open']) })
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('The import failed').waitFor()
    await dialog.getByText('The quote that opens in line 3002 is not closed').waitFor()
    await dialog.getByText('Nothing was imported.').waitFor()
  })

  it.each([
    [
      413,
      'file_too_large',
      { reason: 'too_many_bytes', maxBytes: 209_715_200 },
      'The file is larger than 200 MiB',
    ],
    [
      429,
      'too_many_requests',
      { reason: 'too_many_at_once', work: 'uploads', running: 4 },
      'There are already 4 uploads',
    ],
  ] as const)('says why an upload is answered with %i', async (status, code, params, text) => {
    const { page, dialog } = await openDataSource(`refused ${status}`)
    await page.route('**/import', (route) =>
      route.fulfill({ status, json: { code: status, errors: [{ field: null, code, params }] } }),
    )
    await dropFile(page, { name: 'list.csv', content: csv(['phoneNumber'], ['13800138000']) })
    await dialog.getByText(text).waitFor()
    const again = dialog.getByRole('button', { name: importMessages.en.again })
    expect(await again.count()).toBe(status === 413 ? 0 : 1)
  })

  it('can be canceled', async () => {
    const { id, page, dialog } = await openDataSource('canceled')
    await dropFile(page, { name: 'list.csv', content: csv(['phoneNumber'], ['13800138000']) })
    await whileHeld(console, id, async () => {
      await dialog.getByRole('button', { name: 'Start the import' }).click()
      await dialog.getByText('0 of 1 rows').waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel the import' }).click()
      await page
        .getByRole('dialog', { name: 'Cancel the import?' })
        .getByRole('button', { name: 'Cancel the import' })
        .click()
      await dialog.getByText('The import was canceled').waitFor()
      await dialog.getByText('Nothing was imported.').waitFor()
    })
    expect(await contactsOf(id)).toEqual([])
  })

  it('goes on and is shown again after a reload of the page, uploaded or running', async () => {
    const { id, page, dialog } = await openDataSource('reloaded')
    await dropFile(page, { name: 'list.csv', content: csv(['phoneNumber'], ['13800138000']) })
    await dialog.getByRole('button', { name: 'Start the import' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('Uploaded, not started yet').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('To choose another encoding, upload the file again.').waitFor()
    await whileHeld(console, id, async () => {
      await dialog.getByRole('button', { name: 'Start the import' }).click()
      await dialog.getByText('0 of 1 rows').waitFor()
      await page.route('**/api/import/*/events', (route) => route.abort())
      await page.reload()
      await page.getByText('Contacts are being imported from list.csv.').waitFor()
      await page.getByRole('button', { name: 'Show progress' }).click()
      await dialog.getByText('0 of 1 rows').waitFor()
      await dialog.getByText('The progress cannot be shown at the moment; the import continues').waitFor()
      await page.unroute('**/api/import/*/events')
      await dialog.getByText('The progress cannot be shown').waitFor({ state: 'hidden' })
    })
    await dialog.getByText('Every row was imported.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 contact', { exact: true }).waitFor()
  })

  it('keeps its choices while the user signs in again, and is followed with the new token', async () => {
    const { id, page, dialog } = await openDataSource('signed in again')
    const service = console.service()
    const create = { name: 'revoked soon', scope: 'write' }
    const created = await service.call<{ id: string; token: string }>('/api/token/create', jsonBody(create))
    await page.evaluate((token) => sessionStorage.setItem('carillon-token', token), created?.data.token ?? '')
    await page.reload()
    await page.getByText('No contacts yet').waitFor()
    await dropFile(page, { name: 'list.csv', content: csv(['phoneNumber', 'name'], ['13800138000', 'Ann']) })
    await dialog.getByLabel('Field for name').fill('customerName')
    await service.call('/api/token/revoke', jsonBody({ id: created?.data.id }))
    await page.getByLabel('Access token', { exact: true }).fill(service.token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByRole('button', { name: 'Start the import' }).click()
    await dialog.getByText('Every row was imported.').waitFor()
    expect(await contactsOf(id)).toMatchObject([{ customerName: 'Ann' }])
  })

  it('can be done with the keyboard alone', async () => {
    const { page } = await openDataSource('by keyboard')
    await page.getByRole('button', { name: 'Import a file' }).focus()
    await page.keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    const button = page.getByRole('dialog').getByRole('button', { name: 'Choose a file' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const file = csv(['phoneNumber'], ['13800138000'])
    await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByRole('button', { name: 'Start the import' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Every row was imported.').waitFor()
  })
})

/** The figures of the result, by their labels. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  const texts = await page.getByRole('dialog').locator('.figure').allInnerTexts()
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/)))
}

/** Runs the work while imports into the data source cannot write. */
async function whileHeld(
  { database }: ConsoleOfFile,
  dataSourceId: string,
  work: () => Promise<void>,
): Promise<void> {
  await database().db.transaction(async (tx) => {
    await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0' })
    await tx.query({ text: 'select from data_source where id = $1 for update', values: [dataSourceId] })
    await work()
  })
}
