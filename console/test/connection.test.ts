// What the console does when the service is unreachable for a while.
import { expect, it } from 'vitest'
import { startService } from '../../server/test/support/carillon-process.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask } from './support/story.ts'

const t = { lost: 'Connection lost.', failed: 'The service is unreachable.' }

describeConsole('the connection', (console) => {
  it('shows a banner when it is lost, and reconnects by itself', async () => {
    const first = await startService({ env: { TIME_ZONE: 'Asia/Shanghai', STOP_WAIT: '0' } })
    const source = await addList(first, 'customers', ['13800138000'])
    const id = await addTask(first, { taskName: 'before', dataSourceId: source })
    const page = await console.open('/tasks', { service: first })
    await page.getByRole('link', { name: 'before' }).waitFor()

    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
    await page.getByText(t.lost).waitFor()
    // Loaded data stays readable, and a new request shows the error.
    await page.getByRole('link', { name: 'before' }).click()
    await page.getByText(t.failed).first().waitFor()
    await page.goBack()

    const port = new URL(first.address).port
    const second = await startService({ dataDir: first.dataDir, env: { PORT: port, STOP_WAIT: '0' } })
    await page.getByText(t.lost).waitFor({ state: 'hidden' })
    await addTask(second, { taskName: 'after', dataSourceId: source })
    await moveTask(second, 'close', id)
    await page.getByRole('link', { name: 'after' }).waitFor()
  })

  it('names the action that failed', async () => {
    const service = console.service()
    const source = await addList(service, 'unreachable', ['13800138000'])
    const id = await addTask(service, {
      taskName: 'unreachable',
      dataSourceId: source,
      scheduledStartTime: '2099-01-01 00:00:00',
    })
    await moveTask(service, 'publish', id)
    const page = await console.open(`/tasks/${id}`)
    await page.route('**/api/task/pause', (route) => route.abort())
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t pause the task' })
    await alert.getByText('The service is unreachable. Nothing changed').waitFor()
    const detail = await service.call<{ status: number }>(`/api/task/detail/${id}`)
    expect(detail?.data.status).toBe(1)
  })

  it('is replaced by polling when there are no events', async () => {
    const service = console.service()
    const source = await addList(service, 'polled', ['13800138000'])
    const page = await console.open('about:blank')
    await page.route('**/api/events*', (route) => route.abort())
    await page.goto('/tasks')
    await page.getByText('Live updates are not available').waitFor()
    await addTask(service, { taskName: 'seen by polling', dataSourceId: source })
    await page.getByRole('link', { name: 'seen by polling' }).waitFor()
  })
})
