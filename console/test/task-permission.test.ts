// What a task may not ring: foretold when it is published, and shown while it runs.
import { warningWords } from '@carillon/server/words/reasons'
import { stateWords } from '@carillon/server/words/states'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { denialMessages } from '../src/features/tasks/denial.messages.ts'
import { publishMessages } from '../src/features/tasks/publish/publish.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, closedWindow } from './support/story.ts'

describeConsole('permission on the page of a task', (console) => {
  async function optOut(...phoneNumbers: string[]): Promise<void> {
    const service = console.service()
    const name = `opt-outs ${phoneNumbers[0]}`
    const list = await service.call<{ id: string }>('/api/doNotCall/add', jsonBody({ name, isGlobal: true }))
    await service.call(`/api/doNotCall/${list?.data.id}/entry/add`, jsonBody({ phoneNumbers }))
  }

  it('is previewed before the task is published, and then counted by reason', async () => {
    const t = tasksMessages.en
    const words = publishMessages.en
    const reasons = denialMessages.en
    const service = console.service()
    const first = 13_800_138_000
    const refused = String(first + 5)
    await optOut(refused)
    const source = await addList(service, 'permission', [String(first), refused, '911'])
    const id = await addTask(service, { taskName: 'permission', dataSourceId: source })
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.operations.publish }).click()
    await dialog.getByText(warningWords.en.simulated_gateway({})).waitFor()
    const figure = (label: string) => dialog.locator('dl > div').filter({ hasText: label })
    await figure(words.rung).getByText('1', { exact: true }).waitFor()
    await figure(words.skipped).getByText('2', { exact: true }).waitFor()
    await dialog.getByText(reasons['do_not_call'] ?? '').waitFor()
    await dialog.getByText(reasons['emergency_number'] ?? '').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.action }).click()

    await page
      .locator('.page-title')
      .getByText(t.statuses[4] ?? '')
      .waitFor()
    await page.getByRole('tab', { name: tasksMessages.en.detail.tabs.report }).click()
    await page.getByText(t.detail.doneOf('3', '3')).first().waitFor()
    const denied = page.getByRole('region', { name: t.detail.denials }).getByRole('listitem')
    await denied
      .filter({ hasText: reasons['do_not_call'] ?? '' })
      .getByText(t.detail.denialKinds.never)
      .waitFor()
    await denied.filter({ hasText: reasons['emergency_number'] ?? '' }).waitFor()
    const states = page.getByRole('region', { name: t.detail.contacts }).getByRole('listitem')
    await states
      .filter({ hasText: stateWords.en.contacts.skipped })
      .getByText('2', { exact: false })
      .first()
      .waitFor()
    await expectAccessible(page)

    await page.getByRole('tab', { name: t.detail.tabs.contacts }).click()
    await page.getByRole('button', { name: t.contacts.open(refused) }).click()
    const decisions = dialog.getByRole('table', { name: t.denials.label })
    await decisions.getByText(reasons['do_not_call'] ?? '').waitFor()
    await decisions.getByText(t.denials.never).waitFor()
    await expectAccessible(page)
  })

  it('says for whom it waits, and until when', async () => {
    const service = console.service()
    const source = await addList(service, 'abroad', ['13700137000', '+81312345678'])
    const id = await addTask(service, {
      taskName: 'abroad',
      dataSourceId: source,
      windowZone: 'recipient',
      ...closedWindow(),
    })
    const page = await console.open(`/tasks/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Publish' }).click()
    // It is an hour later in Japan: when the first call starts there, the other contact still waits.
    await dialog.getByRole('heading', { name: 'Waiting' }).waitFor()
    await dialog.getByText('Outside the calling hours where the person is').waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByText(/^Outside the calling hours where the person is: 2 contacts wait, the next is due at/)
      .waitFor()
    await page.getByRole('tab', { name: tasksMessages.en.detail.tabs.report }).click()
    const denied = page.getByRole('region', { name: 'Not called, by reason' }).getByRole('listitem')
    await denied.getByText('Waiting').waitFor()
    await denied.getByText(/next due at .*:00:00/).waitFor()
    await page.getByRole('tab', { name: 'Contacts' }).click()
    await page.getByRole('button', { name: 'Details of 13700137000' }).click()
    await dialog.getByText(/the contact is due at .*\.$/).waitFor()
    await page.goto(`/data-sources/${source}`)
    await page.getByRole('button', { name: 'Calls to 13700137000' }).click()
    await dialog.getByText('Decisions not to call').waitFor()
    await expectAccessible(page)
  })

  it('can be published when the preview cannot be made', async () => {
    const source = await addList(console.service(), 'unforeseen', ['13600136000'])
    const id = await addTask(console.service(), { taskName: 'unforeseen', dataSourceId: source })
    const page = await console.open(`/tasks/${id}`)
    await page.route('**/preview', (route) => route.abort())
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByText('You can publish the task anyway').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Task published').waitFor()
    await expect
      .poll(
        async () => (await console.service().call<{ status: number }>(`/api/task/detail/${id}`))?.data.status,
      )
      .not.toBe(0)
  })
})
