// From somebody's file to contacts, and back to a file.
import { expect, it } from 'vitest'
import { addDataSource } from '../../server/test/support/carillon-process.ts'
import { encodeGbk } from '../../server/test/support/encode-gbk.ts'
import { contactsMessages } from '../src/features/contacts/contacts.messages.ts'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { dataSourcesMessages } from '../src/features/data-sources/data-sources.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { csv, downloaded, dropFile } from './support/files.ts'

describeConsole('an import', (console) => {
  it.each(['en', 'zh'] as const)(
    'goes from a dropped file to failed rows, mended, imported again and exported, in %s',
    async (language) => {
      const t = importMessages[language]
      const sources = dataSourcesMessages[language]
      const page = await console.open('/data-sources', { language })
      await page.getByRole('button', { name: sources.newDataSource }).first().click()
      await page.getByRole('dialog').getByLabel(sources.form.name).fill(`imported ${language}`)
      await page.getByRole('button', { name: sources.form.create }).click()
      await page.getByText(contactsMessages[language].emptyHint).waitFor()

      const content = csv(
        ['phoneNumber', 'customerName', 'note'],
        ['13800138000', '王小明', '=1+1'],
        ['', 'nobody', ''],
        ['12', 'too short', "'=2"],
        ['138-0013-8000', 'again', ''],
      )
      await dropFile(page, { name: '名单.csv', content })
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('cell', { name: '王小明' }).waitFor()
      await dialog.getByText(t.encoding('UTF-8')).waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t.start('4') }).click()

      await dialog.getByText(t.done).waitFor()
      const failed = dialog.getByRole('table', { name: t.failedRows }).locator('tbody tr')
      await expect.poll(() => failed.allInnerTexts()).toHaveLength(3)
      const texts = (await failed.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
      expect(texts[0]).toBe(`3 ${t.noNumber} ${t.reasons.missing} phoneNumber is required`)
      expect(texts[1]).toContain(`4 12 ${t.reasons.invalid} phoneNumber must be`)
      expect(texts[2]).toContain(
        `5 138-0013-8000 ${t.reasons.duplicate} phoneNumber already belongs to row 2, contact`,
      )
      await expectAccessible(page)

      const file = await downloaded(page, () => dialog.getByRole('button', { name: t.download }).click())
      expect(file.name).toBe('名单-failed.csv')
      const [titles, ...rows] = file.content.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n')
      expect(titles).toBe(',phoneNumber,customerName,note')
      expect(rows[0]).toBe('Row 3: phoneNumber is required,,nobody,')
      expect(rows[1]).toMatch(/^"Row 4: phoneNumber must be .+",12,too short,'=2$/)

      // Mended as somebody would do it, with the reasons left where they are.
      const mended = file.content
        .toString('utf8')
        .replace(',,nobody', ',13800138001,nobody')
        .replace(',12,', ',13800138002,')
      await dialog.getByRole('button', { name: t.another }).click()
      await dialog.getByLabel(t.fileField).setInputFiles({
        name: 'mended.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(mended),
      })
      await dialog.getByText(t.untitledIgnored).waitFor()
      await dialog.getByLabel(t.update).check()
      await dialog.getByRole('button', { name: t.start('3') }).click()
      await dialog.getByText(t.allGood).waitFor()
      await dialog.getByText(t.updated('1')).waitFor()
      await dialog.getByRole('button', { name: t.close, exact: true }).click()

      await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
      await page.getByText(sources.contactCount('3')).waitFor()
      await page.getByRole('button', { name: partsMessages[language].export }).click()
      const exported = await downloaded(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
      expect(exported.name).toMatch(/^contacts_\d{14}\.csv$/)
      const lines = exported.content.toString('utf8').replace('\ufeff', '').trimEnd().split(/\r?\n/)
      expect(lines).toHaveLength(4)
      expect(lines[0]).toContain('phoneNumber,customerName,note')
      // The row of the duplicate was merged, and no reason became a field.
      expect(lines[1]).toContain("13800138000,again,'=1+1,")
      await page.getByRole('button', { name: partsMessages[language].export }).click()
      const workbook = await downloaded(page, () => page.getByRole('menuitem', { name: 'Excel' }).click())
      expect(workbook.name).toMatch(/\.xlsx$/)
      expect(workbook.content.subarray(0, 2).toString()).toBe('PK')
    },
  )

  it('splits a file of more than 10,000 rows, and goes on where it was broken off', async () => {
    const id = await addDataSource(console.service(), 'split')
    const rows = Array.from({ length: 20_005 }, (_, index) => [String(13_800_000_000 + index), `n${index}`])
    rows[15_000] = ['bad', 'in the second part']
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    let sent = 0
    await page.route('**/batchImport*', (route) => {
      sent += 1
      return sent === 2 ? route.abort() : route.continue()
    })
    await dropFile(page, { name: 'many.csv', content: csv(['phoneNumber', 'name'], ...rows) })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^20,005 rows/).waitFor()
    await dialog.getByText('sent in parts of up to 10,000 rows').waitFor()
    await dialog.getByRole('button', { name: 'Import 20,005 rows' }).click()

    await dialog.getByText('The import has stopped').waitFor()
    await dialog.getByText('All rows up to 10,001 are dealt with. Nothing from row 10,002 on').waitFor()
    const progress = dialog.getByRole('progressbar')
    expect(Math.floor(Number(await progress.getAttribute('aria-valuenow')))).toBe(49)
    await expectAccessible(page)
    // No slip of the finger throws it away.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Go on from row 10,002' }).click()
    await dialog.getByText('The import is done').waitFor()
    expect(sent).toBe(4)
    const failed = dialog.getByRole('table', { name: 'Rows that failed' }).locator('tbody tr')
    await expect.poll(() => failed.count()).toBe(1)
    expect(await failed.innerText()).toContain('15,002')
    const { content } = await downloaded(page, () =>
      dialog.getByRole('button', { name: /^Download the failed/ }).click(),
    )
    expect(content.toString('utf8')).toContain('bad,in the second part')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('20,004 contacts').waitFor()

    // The same as a workbook: it is read here, and sent as parts too.
    const other = await addDataSource(console.service(), 'split workbook')
    await page.getByRole('button', { name: 'Export' }).click()
    const workbook = await downloaded(page, () => page.getByRole('menuitem', { name: 'Excel' }).click())
    await page.goto(`/data-sources/${other}`)
    await page.getByText('No contacts yet').waitFor()
    await dropFile(page, { name: 'many.xlsx', content: workbook.content })
    await dialog.getByRole('button', { name: 'Import 20,004 rows' }).click()
    await dialog.getByText('Every row is in.').waitFor()
    await dialog.getByText('the service fills them itself: id, status, callCount, createTime').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('20,004 contacts').waitFor()
  })

  it('shows every failed row however many there are', async () => {
    const id = await addDataSource(console.service(), 'all bad')
    const rows = Array.from({ length: 120 }, (_, index) => [`x${index}`, ''])
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    await dropFile(page, { name: 'bad.csv', content: csv(['phoneNumber', 'name'], ...rows) })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import 120 rows' }).click()
    await dialog.getByText('1–50 of 120').waitFor()
    await dialog.getByRole('button', { name: 'Page 3' }).click()
    await dialog.getByRole('cell', { name: 'x119' }).waitFor()
  })

  it('takes the phone column whatever its title, in the encoding of Chinese Excel', async () => {
    const id = await addDataSource(console.service(), 'other titles')
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    const content = encodeGbk('姓名;手机号码;编号\r\n王小明;13800138000;7\r\n')
    await dropFile(page, { name: '名单.csv', content })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('read as GB18030').waitFor()
    await dialog.getByText('手机号码 → phoneNumber').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await dialog.getByText('Every row is in.').waitFor()
    const found = await console.service().call<{ rows: object[] }>(`/api/dataSource/${id}/contacts`)
    expect(found?.data.rows[0]).toMatchObject({ phoneNumber: '13800138000', 姓名: '王小明', 编号: '7' })
  })

  it('says what is wrong with a file before it is sent, and with one that the service refuses', async () => {
    const id = await addDataSource(console.service(), 'wrong files')
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    const dialog = page.getByRole('dialog')
    await dropFile(page, { name: 'picture.csv', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') })
    await dialog.getByText('The file is neither CSV nor Excel (.xlsx)').waitFor()
    expect(await dialog.getByRole('button', { name: 'Import the file' }).isDisabled()).toBe(true)
    await dropFile(page, { name: 'titles.csv', content: 'phoneNumber,name\n' })
    await dialog.getByText('The file has titles but no rows below them.').waitFor()
    await dropFile(page, { name: 'quote.csv', content: 'phoneNumber,name\n1,"open\n2,x\n' })
    await dialog.getByText('The quote that opens in line 2 is not closed where its cell ends').waitFor()
    await dropFile(page, { name: 'twice.csv', content: 'phoneNumber,name,name\n13800138000,a,b\n' })
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await dialog.getByText('The title row has "name" twice').waitFor()
    await dialog.getByText('Nothing of the file is in the data source.').waitFor()
  })

  it('is stopped and taken up again by whoever started it', async () => {
    const id = await addDataSource(console.service(), 'stopped')
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    let isHeld = true
    await page.route('**/batchImport*', (route) => (isHeld ? undefined : route.continue()))
    await dropFile(page, { name: 'list.csv', content: csv(['phoneNumber'], ['13800138000']) })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByText('You stopped the import.').waitFor()
    isHeld = false
    await dialog.getByRole('button', { name: 'Send it again' }).click()
    await dialog.getByText('Every row is in.').waitFor()
  })

  it('can be done with the keyboard alone', async () => {
    const id = await addDataSource(console.service(), 'by keyboard')
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText('No contacts yet').waitFor()
    await page.getByRole('button', { name: 'Import a file' }).focus()
    await page.keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    const button = page.getByRole('dialog').getByRole('button', { name: 'Choose a file' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const file = csv(['phoneNumber'], ['13800138000'])
    await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByRole('button', { name: 'Import 1 row' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Every row is in.').waitFor()
  })
})
