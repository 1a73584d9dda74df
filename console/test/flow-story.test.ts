// "Press 1 to confirm your appointment", from the page alone: built, heard, published, seen and exported.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { builderMessages } from '../src/features/flows/builder/builder.messages.ts'
import { flowsMessages } from '../src/features/flows/flows.messages.ts'
import { previewMessages } from '../src/features/flows/preview/preview.messages.ts'
import { taskContactsMessages } from '../src/features/tasks/detail/contacts/task-contacts.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { describeConsole } from './support/console-test.ts'
import { SPEECH } from './support/speech.ts'

const examples = { en: 'Appointment confirmation', zh: '预约确认' }
const sentences = { en: /Hello Ann, .* Press 1/, zh: /Ann您好，.*确认请按 1/ }

/** A person who presses 1, and a machine: the last digit but one decides on who answers. */
const CONFIRMS = '13800138000'
const MACHINE = '13800138070'

describeConsole(
  'a call that asks for a key',
  (console) => {
    it('is built, heard, made, seen and exported', async () => {
      const t = tasksMessages.en
      const parts = partsMessages.en
      const preview = previewMessages.en
      const service = console.service()
      const dataSourceName = 'patients'
      const source = await service.call<{ id: string }>('/api/dataSource/add', jsonBody({ dataSourceName }))
      const contacts = `/api/dataSource/${source?.data.id}/contact/add`
      for (const contact of [
        { phoneNumber: CONFIRMS, name: 'Ann', date: '4 May' },
        { phoneNumber: MACHINE, name: 'Ben', date: '5 May' },
      ])
        await service.call(contacts, jsonBody(contact))

      // Its calls start at once, whatever the time is.
      await console.service().call('/api/console/settings', jsonBody({ protectNewTasks: false }))
      // Built from the example.
      const page = await console.open('/tasks/new', { flowView: 'list' })
      const dialog = page.getByRole('dialog')
      await page.getByLabel(t.form.taskName).fill('reminder')
      await page.getByRole('combobox', { name: t.form.dataSourceId }).click()
      await page.getByRole('option', { name: dataSourceName }).click()
      await page.getByLabel(t.form.maxDialCount).fill('1')
      const { use, fine } = builderMessages.en
      await page.getByRole('button', { name: use(examples.en) }).click()
      await page.getByText(fine).waitFor()

      // Heard by the contact who is called, who presses 1.
      await page.getByRole('button', { name: flowsMessages.en.hear }).click()
      await dialog.getByRole('combobox', { name: preview.contact }).click()
      await page.getByRole('option', { name: CONFIRMS }).click()
      const spoken = page.waitForResponse((answer) => answer.url().endsWith('/api/speech/say'))
      await dialog.getByRole('button', { name: preview.start }).click()
      await dialog.getByRole('log').getByText(sentences.en).waitFor()
      expect((await spoken).headers()['content-type']).toBe('audio/wav')
      await page.keyboard.press('1')
      await dialog.getByText(preview.over).waitFor()
      await page.keyboard.press('Escape')

      // Made by the simulator.
      await page.getByRole('button', { name: t.form.create }).click()
      await page.getByRole('heading', { name: 'reminder', level: 1 }).waitFor()
      await page.getByRole('button', { name: t.operations.publish }).click()
      await dialog.getByRole('button', { name: t.operations.publish }).click()
      await page
        .locator('.page-title')
        .getByText(t.statuses[4] ?? '')
        .waitFor()

      // One has confirmed, the other is a machine. What was pressed is seen in both lists.
      await page.getByRole('tab', { name: t.detail.tabs.contacts }).click()
      const contactRow = page
        .getByRole('table', { name: t.contacts.label })
        .getByRole('row', { name: CONFIRMS })
      await contactRow.getByRole('cell', { name: '1', exact: true }).first().waitFor()
      await page.getByRole('columnheader', { name: taskContactsMessages.en.pressed }).waitFor()
      await page.getByRole('tab', { name: t.detail.tabs.calls }).click()
      await page.mouse.move(0, 0)
      const callRow = (number: string) =>
        page.getByRole('table', { name: t.calls.label }).getByRole('row', { name: number })
      const cause = (name: string) => ({ name: t.causes[name] ?? '', exact: true })
      await callRow(CONFIRMS).getByRole('cell', cause('answered')).first().waitFor()
      await callRow(MACHINE).getByRole('cell', cause('machine')).first().waitFor()

      await page.getByRole('button', { name: parts.export, exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: parts.exportPlain }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: `${t.detail.export.all} CSV` }).click()
      const file = await readFile(await (await downloading).path(), 'utf8')
      const [titles = '', ...rows] = file.replace('\ufeff', '').trim().split(/\r?\n/)
      const column = titles.split(',').indexOf('digits.confirm')
      const confirmed = rows.map((row) => [row.includes(CONFIRMS), row.split(',')[column]])
      expect(confirmed.sort()).toEqual([
        [false, ''],
        [true, '1'],
      ])
    })
  },
  {
    SPEECH,
    SIMULATOR: 'last-digit, ring=0-0.05, timeout=0.1, press.1=1, press.none=0, leave=0',
  },
)
