// The imports of a data source: what they did, and undone again as long as nobody was dialed.

import { en as words } from '@carillon/server/words/en/errors'
import { expect, it } from 'vitest'
import { addDataSource } from '../../server/test/support/carillon-process.ts'
import type { ServiceAccess } from '../../server/test/support/service-access.ts'
import { importMessages } from '../src/features/contacts/import/import.messages.ts'
import { importHistoryMessages } from '../src/features/contacts/import-history.messages.ts'
import { dataSourcesMessages } from '../src/features/data-sources/data-sources.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { csv, dropFile } from './support/files.ts'
import { addTask, moveTask } from './support/story.ts'

/** Imports a file as a job, and waits for its end. */
async function importFile(
  service: ServiceAccess,
  id: string,
  content: string,
  start: object = {},
): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'earlier.csv')
  const uploaded = await service.call<{ id: string }>(`/api/dataSource/${id}/import`, {
    method: 'POST',
    body: form,
  })
  const jobId = uploaded?.data.id
  await service.call(`/api/import/${jobId}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(start),
  })
  await expect
    .poll(async () => (await service.call<{ status: string }>(`/api/import/${jobId}`))?.data.status)
    .toBe('completed')
}

describeConsole('the imports of a data source', (console) => {
  it('are listed and undone', async () => {
    const t = importHistoryMessages.en
    const words = importMessages.en
    const service = console.service()
    const id = await addDataSource(service, 'undone')
    await importFile(service, id, csv(['phoneNumber'], ['13700137000']))
    const page = await console.open(`/data-sources/${id}`)
    await page.getByText(dataSourcesMessages.en.contactCount('1')).waitFor()

    const rows = [
      ['13800138000', '王小明'],
      ['13800138001', 'Ann'],
      ['', 'nobody'],
      ['13700137000', 'Bob'],
    ]
    await dropFile(page, { name: '名单.csv', content: csv(['phoneNumber', 'customerName'], ...rows) })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.update).check()
    await dialog.getByRole('button', { name: words.start }).click()
    await dialog.getByText(words.results.completed).waitFor()
    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    await page.getByText(dataSourcesMessages.en.contactCount('3')).waitFor()

    await page.getByRole('tab', { name: t.tabs.imports }).click()
    const row = page.getByRole('row').filter({ hasText: '名单.csv' })
    await row.waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('imports')
    // Added, updated, duplicates, failed.
    expect((await row.getByRole('cell').allInnerTexts()).slice(1, 5)).toEqual(['2', '1', '0', '1'])
    await page.getByText(t.kept).waitFor()
    await expectAccessible(page)

    // The result can be looked at again.
    await row.getByRole('button', { name: t.show('名单.csv') }).click()
    await dialog.getByText(words.failures.phone_missing({})).waitFor()
    await dialog.getByRole('button', { name: words.close, exact: true }).click()

    await row.getByRole('button', { name: t.undoOf('名单.csv') }).click()
    await dialog.getByText(t.question.text('2', '名单.csv')).waitFor()
    await dialog.getByText(t.question.updated('1')).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t.question.action('2') }).click()
    await row.getByText(t.statuses.undone).waitFor()
    await row.getByText(t.done('2')).waitFor()
    expect(await row.getByRole('button', { name: t.undoOf('名单.csv') }).count()).toBe(0)
    await page.getByText(dataSourcesMessages.en.contactCount('1')).waitFor()
    await page.getByRole('tab', { name: t.tabs.contacts }).click()
    await page.getByText('13700137000').waitFor()
    await expect.poll(() => page.getByText('13800138000').count()).toBe(0)
  })

  it('say in words why one cannot be undone', async () => {
    const service = console.service()
    const id = await addDataSource(service, 'dialed')
    const number = '13600136000'
    await importFile(service, id, csv(['phoneNumber'], [number]))
    await importFile(service, id, csv(['phoneNumber'], [number]))
    const taskId = await addTask(service, { taskName: 'spring', dataSourceId: id })
    await moveTask(service, 'publish', taskId)
    await expect
      .poll(async () => (await service.call<{ status: number }>(`/api/task/detail/${taskId}`))?.data.status)
      .toBe(4)
    const page = await console.open(`/data-sources/${id}?tab=imports`)
    await page.getByText(words.import_dialed({ task: 'spring' }, '')).waitFor()
    await page.getByText(words.import_added_nothing({}, '')).waitFor()
    const { undo } = importHistoryMessages.en
    expect(await page.getByRole('table').getByRole('button', { name: undo }).count()).toBe(0)
    await expectAccessible(page)
  })
})
