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
