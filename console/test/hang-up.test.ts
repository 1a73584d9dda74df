// A supervisor ends a live call.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { resultsMessages } from '../src/features/tasks/results.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

describeConsole(
  'a live call',
  (console) => {
    it('is hung up after a confirmation', async () => {
      const t = tasksMessages.en.contacts
      const service = console.service()
      const phone = '13800138000'
      const source = await addList(service, 'live', [phone])
      const id = await addTask(service, { taskName: 'live', dataSourceId: source })
      await moveTask(service, 'publish', id)
      const page = await console.open(`/tasks/${id}?tab=contacts`)
      await page.getByRole('button', { name: t.open(phone) }).click()
      const hangUp = page.getByRole('dialog', { name: phone }).getByRole('button', { name: t.hangUp })
      // It is live, and says what it does.
      const live = page.getByRole('region', { name: resultsMessages.en.live.title })
      await live.getByText(resultsMessages.en.live.unanswered, { exact: true }).waitFor()
      await hangUp.click()
      const question = page.getByRole('dialog', { name: t.hangUpQuestion.title })
      await expectAccessible(page)
      await question.getByRole('button', { name: partsMessages.en.cancel }).click()
      await question.waitFor({ state: 'hidden' })
      expect((await service.call<{ total: number }>(`/api/task/${id}/calls`))?.data.total).toBe(0)

      await hangUp.click()
      await question.getByRole('button', { name: t.hangUp }).click()
      await page.getByText(t.hungUp).waitFor()
      await hangUp.waitFor({ state: 'hidden' })
      const calls = await service.call<{ rows: object[] }>(`/api/task/${id}/calls`)
      expect(calls?.data.rows).toMatchObject([{ phoneNumber: phone, cause: 'answered' }])
    })

    it('grows as it happens, and is transferred and listened to by keyboard', async () => {
      const t = resultsMessages.en.live
      const service = console.service()
      const phone = '13800138030'
      const source = await addList(service, 'watched', [phone])
      const id = await addTask(service, { taskName: 'watched', dataSourceId: source })
      await moveTask(service, 'publish', id)
      const page = await console.open('/')
      await page.route('**/api/system', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        json.data.token.mayListen = true
        await route.fulfill({ response, json })
      })
      const result: Record<string, object[]> = {
        said: [{ step: 'confirm', text: 'Hello, press 1.', offsetMs: 0 }],
      }
      await page.route('**/api/call/*/now', async (route) => {
        const response = await route.fetch()
        const { data, ...json } = await response.json()
        const answered = { ...data, phase: 'listening', canTransfer: true, result }
        await route.fulfill({ response, json: { ...json, data: answered } })
      })
      const asked: unknown[] = []
      await page.route('**/api/call/*/transfer', async (route) => {
        asked.push(route.request().postDataJSON())
        await route.fulfill({ json: { code: 0, message: 'success', data: { id: '' } } })
      })
      let heard = 0
      await page.route('**/api/call/*/audio', async (route) => {
        heard += 1
        await route.fulfill({ contentType: 'audio/basic', body: Buffer.alloc(1600, 0xff) })
      })
      await page.goto(`/tasks/${id}?tab=contacts`)
      await page.getByRole('button', { name: tasksMessages.en.contacts.open(phone) }).click()
      const live = page.getByRole('region', { name: t.title })
      await live.getByText('Hello, press 1.').waitFor()
      await live.getByText(t.phases['listening'] ?? '').waitFor()
      await expectAccessible(page)
      result['pressed'] = [{ step: 'confirm', keys: '1', offsetMs: 4000 }]
      await live.locator('kbd').waitFor()

      await live.getByRole('button', { name: t.listen }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => heard).toBe(1)
      // The call has ended for the listener.
      await live.getByRole('button', { name: t.listen, exact: true }).waitFor()

      await live.getByRole('button', { name: t.transfer }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: t.transferTitle(phone) })
      await dialog.getByRole('textbox', { name: t.place }).waitFor()
      await expectAccessible(page)
      await page.keyboard.type('+49 30 901820')
      await page.keyboard.press('Enter')
      await page.getByText(t.transferring, { exact: true }).waitFor()
      expect(asked).toEqual([{ to: 'tel:+4930901820' }])
    })

    it('is not hung up with a token of scope read, nor after it has ended', async () => {
      const service = console.service()
      const source = await addList(service, 'too late', ['13800138020'])
      const id = await addTask(service, { taskName: 'too late', dataSourceId: source })
      await moveTask(service, 'publish', id)
      const page = await console.open(`/tasks/${id}?tab=contacts`)
      await page.getByRole('button', { name: 'Details of 13800138020' }).click()
      const hangUp = page
        .getByRole('dialog', { name: '13800138020' })
        .getByRole('button', { name: 'Hang up' })
      await hangUp.click()
      await page.route('**/hangup', (route) =>
        route.fulfill({ status: 404, json: { code: 404, message: '', errors: [] } }),
      )
      const question = page.getByRole('dialog', { name: 'Hang up this call?' })
      await question.getByRole('button', { name: 'Hang up' }).click()
      await page.getByText('The call had already ended').waitFor()

      const created = await service.call<{ token: string }>(
        '/api/token/create',
        jsonBody({ name: `reader ${randomUUID()}`, scope: 'read' }),
      )
      await page.evaluate(
        (token) => sessionStorage.setItem('carillon-token', token),
        created?.data.token ?? '',
      )
      await page.reload()
      await page.getByRole('button', { name: 'Details of 13800138020' }).click()
      await expect.poll(() => hangUp.getAttribute('aria-disabled')).toBe('true')
    })
  },
  { SIMULATOR: 'last-digit, ring=0-0, talk=3600-3600' },
)
