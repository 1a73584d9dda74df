// A draft is closed without a question: for ten seconds it can be brought back.
import { TaskStatus } from '@carillon/client/task-states'
import { expect, it } from 'vitest'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { partsMessages } from '../src/parts/parts.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, numbers } from './support/story.ts'

describeConsole('closing a draft', (console) => {
  it('can be undone for ten seconds, and then happens', async () => {
    const service = console.service()
    const source = await addList(service, 'drafts', numbers(2))
    const id = await addTask(service, { taskName: 'not this one', dataSourceId: source })
    const status = async () => (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status
    const page = await console.open(`/tasks/${id}`)
    const row = page.getByRole('row').filter({ hasText: 'not this one' })
    const close = async () => {
      await page.getByRole('button', { name: partsMessages.en.more }).click()
      await page.getByRole('menuitem', { name: tasksMessages.en.operations.close }).click()
      await page.waitForURL(/\/tasks$/)
      await page.getByText(tasksMessages.en.done.close).waitFor()
      await row.waitFor({ state: 'hidden' })
    }
    await close()
    await expectAccessible(page)
    expect(await status()).toBe(TaskStatus.DRAFT)
    await page.getByRole('button', { name: partsMessages.en.undo }).click()
    await row.waitFor()
    expect(await status()).toBe(TaskStatus.DRAFT)

    await page.clock.install()
    await row.getByRole('link', { name: 'not this one' }).click()
    await close()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(10_000)
    await expect.poll(status).toBe(TaskStatus.CLOSED)
    await page.getByText(tasksMessages.en.done.close).waitFor({ state: 'hidden' })
  })
})
