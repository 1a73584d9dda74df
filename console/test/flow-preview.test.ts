// A call is heard and walked through on the page, with the keyboard as the phone; nobody is called.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleOfFile, describeConsole } from './support/console-test.ts'
import { SPEECH } from './support/speech.ts'
import { addTask } from './support/story.ts'

const flow = {
  language: 'en-US',
  onMachine: { do: 'leaveMessage', step: 'message' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Hello {{name|there}}, press 1 or 2.', keys: '12', tries: 2 },
    {
      id: 'choice',
      type: 'branch',
      cases: [
        { when: 'digits.confirm == "1"', next: 'thanks' },
        { when: 'digits.confirm == "2"', next: 'sales' },
      ],
      next: 'bye',
    },
    { id: 'thanks', type: 'say', text: 'Thank you.', next: 'end' },
    { id: 'sales', type: 'transfer', to: 'queue:sales' },
    { id: 'bye', type: 'say', text: 'Goodbye.', next: 'end' },
    { id: 'message', type: 'say', text: 'Please call us back.' },
    { id: 'end', type: 'hangup' },
  ],
}

/** A task with this call and two contacts. */
async function addCall(console: ConsoleOfFile, taskName: string): Promise<string> {
  const service = console.service()
  const list = { dataSourceName: taskName }
  const source = await service.call<{ id: string }>('/api/dataSource/add', jsonBody(list))
  const dataSourceId = source?.data.id ?? ''
  for (const contact of [
    { phoneNumber: '13800138000', name: 'Ann' },
    { phoneNumber: '13800138005', name: 'Ben' },
  ])
    await service.call(`/api/dataSource/${dataSourceId}/contact/add`, jsonBody(contact))
  return addTask(service, { taskName, dataSourceId, flow, successWhen: 'digits.confirm == "1"' })
}

/** The preview of the call of a task. */
async function openPreview(page: Page) {
  await page.getByRole('button', { name: 'Hear the call' }).click()
  const drawer = page.getByRole('dialog')
  return { drawer, log: drawer.getByRole('log') }
}

describeConsole(
  'the preview of a call',
  (console) => {
    it('speaks to a contact of the list, and goes on with the keys that are pressed', async () => {
      const id = await addCall(console, 'heard')
      const page = await console.open(`/tasks/${id}?tab=call`)
      const spoken: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/speech/say')) spoken.push(request.postDataJSON().text)
      })
      const { drawer, log } = await openPreview(page)
      await drawer.getByRole('combobox', { name: 'As this contact' }).click()
      await page.getByRole('option', { name: '13800138005' }).click()
      await expect.poll(() => drawer.getByLabel('name', { exact: true }).inputValue()).toBe('Ben')
      await drawer.getByRole('button', { name: 'Answer the call' }).click()
      await log.getByText('Hello Ben, press 1 or 2.').waitFor()
      await drawer.getByText('Waiting for you to press a key.').waitFor()
      await expect.poll(() => spoken).toEqual(['Hello Ben, press 1 or 2.'])
      // A real key, which interrupts what is being said.
      await page.keyboard.press('1')
      await log.getByText('You press 1').waitFor()
      await log.getByText('Thank you.').waitFor()
      // After the sentence has been heard, the call goes on by itself.
      await drawer.getByText('The call has ended.').waitFor()
      expect(spoken).toEqual(['Hello Ben, press 1 or 2.', 'Thank you.'])
      await drawer.getByRole('region', { name: 'Result' }).getByText('Keys at “confirm”').waitFor()
      await expectAccessible(page)
    })

    it('is walked without sound: waiting, a wrong key, a transfer that nobody takes', async () => {
      const id = await addCall(console, 'walked')
      const page = await console.open(`/tasks/${id}?tab=call`, { viewport: { width: 390, height: 844 } })
      const { drawer, log } = await openPreview(page)
      await drawer.getByLabel('Sound').uncheck()
      await drawer.getByLabel('name', { exact: true }).fill('Dr. Who')
      await drawer.getByRole('button', { name: 'Answer the call' }).click()
      await log.getByText('Hello Dr. Who').waitFor()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Key 7' }).click()
      await expect.poll(() => log.getByText('Hello Dr. Who').count()).toBe(2)
      await drawer.getByRole('button', { name: 'Key 2' }).click()
      await log.getByText('Transfers you to queue:sales').waitFor()
      await drawer.getByRole('button', { name: 'They do not answer' }).click()
      await log.getByText('Goodbye.').waitFor()
      await drawer.getByRole('button', { name: 'Continue' }).click()
      await drawer.getByText('The call has ended.').waitFor()
    })

    it('shows what a machine hears', async () => {
      const id = await addCall(console, 'machine')
      const page = await console.open(`/tasks/${id}?tab=call`)
      const { drawer, log } = await openPreview(page)
      await drawer.getByLabel('Sound').uncheck()
      await drawer.getByRole('combobox', { name: 'Who answers' }).click()
      await page.getByRole('option', { name: 'Machine' }).click()
      await drawer.getByRole('button', { name: 'Answer the call' }).click()
      await drawer.getByText('Waiting for the beep of the machine.').waitFor()
      await drawer.getByRole('button', { name: 'Continue' }).click()
      await log.getByText('Please call us back.').waitFor()
    })

    it('rings one phone with the call of a draft, and says what came of it', async () => {
      const id = await addCall(console, 'rung')
      const page = await console.open(`/tasks/${id}?tab=call`)
      await page.getByRole('button', { name: 'Test call' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Phone number').fill('13900139000')
      await drawer.getByRole('button', { name: 'Call', exact: true }).click()
      await drawer.getByText('The call has ended. Cause: Successful.').waitFor()
      await drawer.getByRole('region', { name: 'Result' }).getByText('Keys at “confirm”').waitFor()
      await expectAccessible(page)
      const calls = await console.service().call<{ total: number }>(`/api/task/${id}/calls`)
      expect(calls?.data.total).toBe(0)
    })
  },
  { SPEECH, SIMULATOR: 'last-digit, ring=0-0.05, person=1, press.1=1, press.none=0, leave=0' },
)
