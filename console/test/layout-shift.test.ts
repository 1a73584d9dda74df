// Nothing jumps: what a page shows first stays where it is while the rest of it loads, answer by answer.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { describeConsole } from './support/console-test.ts'
import { painted, shiftsOf, watchShifts } from './support/layout-shift.ts'
import { addList, addTask, confirmFlow, moveTask, numbers } from './support/story.ts'

const MAX_SHIFT = 0.05

describeConsole('a page that loads', (console) => {
  it.each([
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ])('moves nothing at $width pixels', async (viewport) => {
    const service = console.service()
    const name = `loads at ${viewport.width}`
    const dataSourceId = await addList(service, name, numbers(30))
    await service.call('/api/console/settings', jsonBody({ protectNewTasks: false, offerProtections: false }))
    const called = await addTask(service, {
      taskName: name,
      dataSourceId,
      flow: confirmFlow,
      maxDialCount: 1,
    })
    const plain = await addTask(service, { taskName: `${name}, plain`, dataSourceId, maxDialCount: 1 })
    const draft = await addTask(service, { taskName: `${name}, draft`, dataSourceId, flow: confirmFlow })
    await moveTask(service, 'publish', called)
    await moveTask(service, 'publish', plain)
    const made = await service.call<{ id: string }>('/api/doNotCall/add', jsonBody({ name, isGlobal: false }))
    const list = made?.data.id ?? ''
    await service.call(`/api/doNotCall/${list}/entry/add`, jsonBody({ phoneNumbers: ['13700137000'] }))
    const isOver = async () =>
      (await service.call<{ calls: number }>(`/api/task/${called}/flow/report`))?.data.calls !== 0
    await expect.poll(isOver).toBe(true)

    const page = await console.open('/settings', { viewport })
    await watchShifts(page)
    const settings = ['numbers', 'trunks', 'speech', 'recordings', 'tokens', 'webhooks', 'system']
    // Each with something that is there once the page is.
    const places: [path: string, sign: string][] = [
      ['/', '.task-rows, .charts'],
      ['/tasks', 'tbody a'],
      [`/tasks/${called}`, viewport.width < 768 ? '.flow-steps' : '.react-flow__edge'],
      [`/tasks/${called}?tab=contacts`, '[role="tabpanel"] tbody a, [role="tabpanel"] tbody button'],
      [`/tasks/${called}?tab=calls`, '[role="tabpanel"] tbody button, [role="tabpanel"] tbody a'],
      [`/tasks/${called}?tab=report`, '.chart'],
      [`/tasks/${called}?tab=audit`, '[role="tabpanel"] tbody td'],
      [`/tasks/${called}?tab=settings`, '[role="tabpanel"] .settings-list'],
      [`/tasks/${plain}`, '.outcome-pill a'],
      [`/tasks/${plain}?tab=report`, '.chart'],
      [`/tasks/${draft}`, viewport.width < 768 ? '.flow-steps' : '.react-flow__edge'],
      [`/tasks/new?dataSource=${dataSourceId}`, '.flow-examples li'],
      [`/tasks/${draft}/edit`, viewport.width < 768 ? '.flow-steps' : '.react-flow__edge'],
      ['/reports', '.heat-map'],
      ['/data-sources', 'tbody a'],
      [`/data-sources/${dataSourceId}`, 'tbody button'],
      [`/data-sources/${dataSourceId}?tab=imports`, '[role="tabpanel"]'],
      ['/audio', '.settings-columns .card'],
      ['/do-not-call', 'tbody a'],
      [`/do-not-call/${list}`, '.toolbar'],
      ['/numbers?number=13800138000', '.number-events'],
      ...settings.map((section): [string, string] => [`/settings/${section}`, '.card']),
      ['/wall', '.wall-figures'],
    ]
    for (const [path, sign] of places) {
      await page.goto(path)
      await page.locator(sign).first().waitFor({ state: 'attached' })
      await page.locator('[aria-busy="true"], .mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
      await painted(page)
      const shifts = await shiftsOf(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      const moved = shifts.flatMap((shift) => shift.moved).join('\n')
      expect(sum, `${path} at ${viewport.width} pixels:\n${moved}`).toBeLessThan(MAX_SHIFT)
    }
  })
})
