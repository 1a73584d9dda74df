import { it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

describeConsole('two running tasks that dial one data source', (console) => {
  it('are warned about in the list and on their pages, until one of them stops', async () => {
    const { sameList: t } = tasksMessages.en
    const service = console.service()
    const source = await addList(service, 'shared', ['13800138000'])
    // Without lines they run until they are stopped.
    await service.call('/api/dialer/limits', jsonBody({ lines: 0 }))
    const first = await addTask(service, { dataSourceId: source, taskName: 'first' })
    const second = await addTask(service, { dataSourceId: source, taskName: 'second' })
    await moveTask(service, 'publish', first)
    const page = await console.open(`/tasks/${first}`)
    await page.getByRole('heading', { name: 'first' }).waitFor()
    await moveTask(service, 'publish', second)
    const warning = page.getByRole('status').filter({ hasText: t.ofTask(1) })
    await warning.getByRole('link', { name: 'second' }).waitFor()
    await expectAccessible(page)
    await page.goto('/tasks')
    const inList = page.getByRole('status').filter({ hasText: t.ofList(2) })
    await inList.getByRole('link', { name: 'first' }).waitFor()
    await expectAccessible(page)
    await moveTask(service, 'stop', second)
    await inList.waitFor({ state: 'hidden' })
  })
})
