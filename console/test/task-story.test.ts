// The life of a task from draft to export, in both languages.
import { readFile } from 'node:fs/promises'
import { callWords } from '@carillon/server/words/calls'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { describeConsole } from './support/console-test.ts'
import { downloaded } from './support/files.ts'
import { addList } from './support/story.ts'

describeConsole('a task', (console) => {
  it.each(['en', 'zh'] as const)(
    'is created, published, watched, recalled and exported, in %s',
    async (language) => {
      const t = tasksMessages[language]
      const parts = partsMessages[language]
      const source = `customers ${language}`
      // Two numbers answer, one is busy and one does not exist.
      await addList(console.service(), source, ['13800138000', '13800138005', '13800138001', '13800138002'])
      // Its calls start at once, whatever the time is.
      await console.service().call('/api/console/settings', jsonBody({ protectNewTasks: false }))
      const page = await console.open('/tasks/new', { language })

      const dialog = page.getByRole('dialog')
      await page.getByRole('combobox', { name: t.form.dataSourceId }).click()
      await page.getByRole('option', { name: source }).click()
      await page.getByLabel(t.form.taskName).fill(`  call-back ${language} `)
      await page.getByLabel(t.form.maxDialCount).fill('1')
      await page.getByLabel(t.form.callInterval).fill('0')
      await page.getByRole('button', { name: t.form.create }).click()

      await page.getByRole('heading', { name: `call-back ${language}`, level: 1 }).waitFor()
      await page
        .getByText(t.statuses[0] ?? '', { exact: true })
        .first()
        .waitFor()
      await page.getByRole('button', { name: t.operations.publish }).click()
      await dialog.getByRole('button', { name: t.operations.publish }).click()
      await page.getByText(t.done.publish).waitFor()

      // Without any user input, the page updates by itself.
      await page
        .locator('.page-title')
        .getByText(t.statuses[4] ?? '')
        .waitFor()
      await page.getByRole('tab', { name: t.detail.tabs.report }).click()
      await page.getByText(t.detail.doneOf('4', '4')).waitFor()
      await page.getByRole('tab', { name: t.detail.tabs.calls }).click()
      const callRows = page.getByRole('table', { name: t.calls.label }).locator('tbody tr')
      await page.mouse.move(0, 0)
      await expect.poll(() => callRows.count()).toBe(4)

      await page.getByRole('combobox', { name: t.calls.ending }).click()
      await page.getByRole('option', { name: callWords[language].endings.failed, exact: true }).click()
      await expect.poll(() => callRows.count()).toBe(2)
      expect(page.url()).toContain('call-ending=failed')
      await page.getByLabel(parts.selectRow('13800138001')).check()

      await page.getByRole('button', { name: t.operations.recall, exact: true }).click()
      expect(await dialog.getByLabel(t.recallDialog.selected('1')).isChecked()).toBe(true)
      await dialog.getByLabel(t.recallDialog.allFailed('2')).check()
      await dialog.getByRole('combobox', { name: t.recallDialog.priority }).click()
      await page.getByRole('option', { name: t.priorities[0] ?? '' }).click()
      await dialog.getByRole('button', { name: t.recallDialog.action }).click()
      await page.getByText(t.recallDialog.done('2')).waitFor()
      await page.mouse.move(0, 0)
      await expect.poll(() => callRows.count()).toBe(4)

      // While the pointer is on the table, new rows wait.
      await callRows.first().hover()
      const before = await callRows.allInnerTexts()
      const id = new URL(page.url()).pathname.split('/').at(-1)
      await console.service().call(`/api/task/${id}/recall`, jsonBody({}))
      await page.getByRole('button', { name: t.calls.newCalls('2') }).waitFor()
      expect(await callRows.allInnerTexts()).toEqual(before)
      await page.getByRole('button', { name: t.calls.newCalls('2') }).click()
      await expect.poll(() => callRows.count()).toBe(6)

      // For people: the outcome is a word, and numbers stay text.
      const ofCalls = await downloaded(page, async () => {
        await page.getByRole('button', { name: t.calls.export }).click()
        await page.getByRole('menuitem', { name: 'CSV' }).click()
      })
      expect(ofCalls.name).toMatch(
        new RegExp(`^call-back ${language} ${t.detail.tabs.calls} \\d{4}-\\d{2}-\\d{2}\\.csv$`),
      )
      const [callTitles = '', ...calls] = ofCalls.content.toString('utf8').trim().split(/\r?\n/)
      expect(callTitles).toContain(t.calls.cause)
      expect(calls).toHaveLength(6)
      expect(calls.join()).toContain(t.causes['busy'])

      await page.getByRole('button', { name: parts.export, exact: true }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: `${t.detail.export.failed} CSV` }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toContain(`call-back ${language} ${t.detail.export.failed} `)
      const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
      expect(lines).toHaveLength(3)
      expect(lines.filter((line) => /1380013800[12]/.test(line))).toHaveLength(2)

      await page.getByRole('tab', { name: t.detail.tabs.audit }).click()
      await page
        .getByRole('cell', { name: t.audit.operations['recall'] ?? '', exact: true })
        .first()
        .waitFor()
    },
  )
})
