// The part of the task form about permission and schedule: short when left alone, complete when opened.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { permissionMessages } from '../src/features/tasks/permission/permission.messages.ts'
import { tasksMessages } from '../src/features/tasks/tasks.messages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask } from './support/story.ts'

describeConsole('the permission and schedule of a task', (console) => {
  async function add(path: string, body: object): Promise<string> {
    const answer = await console.service().call<{ id: string }>(path, jsonBody(body))
    if (answer?.status !== 200) throw new Error(`${path} failed: ${JSON.stringify(answer)}`)
    return answer.data.id
  }

  it('protect people when left alone', async () => {
    const source = await addList(console.service(), 'left alone', ['13800138000'])
    const page = await console.open(`/tasks/new?dataSource=${source}`)
    await page.getByText('daily window in the time zone of the called person').waitFor()
    expect(await page.getByLabel('Scheduled start').isVisible()).toBe(false)
    await page.getByLabel('Name').fill('left alone')
    await page.getByRole('button', { name: 'Create task' }).click()
    await page.getByRole('heading', { name: 'left alone', level: 1 }).waitFor()
    const id = page.url().split('/').at(-1)
    expect((await console.service().call(`/api/task/${id}/settings`))?.data).toMatchObject({
      dailyStartTime: '09:00',
      dailyEndTime: '20:00',
      windowZone: 'recipient',
      callInterval: 3600,
      weekdays: null,
      calendarIds: [],
      doNotCallListIds: [],
      trunkIds: [],
      callerIds: [],
      scheduledStartTime: null,
      scheduledEndTime: null,
      retryRules: {},
    })
  })

  it('have a goal after which the task completes', async () => {
    const { form: t, labels, goal } = permissionMessages.en
    const source = await addList(console.service(), 'with a goal', ['13800138000'])
    const flow = { steps: [{ id: 'ask', type: 'gather', text: 'Press 1 to confirm.', keys: '12' }] }
    const id = await addTask(console.service(), { taskName: 'with a goal', dataSourceId: source, flow })
    const page = await console.open(`/tasks/${id}/edit`)
    await page.getByRole('button', { name: permissionMessages.en.show }).click()
    await page.getByLabel(t.goalSuccesses).fill('500')
    await page.getByRole('button', { name: t.goalAdd }).click()
    await page.getByRole('button', { name: tasksMessages.en.form.save }).click()
    await page.getByText(t.goalNameForm).waitFor()
    await page.getByLabel(t.goalCount(1)).fill('100')
    await page.getByLabel(t.goalName(1)).fill('verdict')
    await page.getByLabel(t.goalValue(1)).fill('person')
    await expectAccessible(page)
    await page.getByRole('button', { name: tasksMessages.en.form.save }).click()
    await page.getByRole('heading', { name: 'with a goal', level: 1 }).waitFor()
    expect((await console.service().call(`/api/task/${id}/settings`))?.data).toMatchObject({
      stopWhen: { successes: 500, results: [{ name: 'verdict', value: 'person', count: 100 }] },
    })
    await page.goto(`/tasks/${id}?tab=settings`)
    await page.getByText(labels.goal).waitFor()
    await page.getByText(goal.successes(500)).waitFor()
  })

  it.each(['en'] as const)(
    'are set, summed up, shown on the task page, and edited, in %s',
    async (language) => {
      const t = permissionMessages[language]
      const { form, causes, detail, operations } = tasksMessages[language]
      const service = console.service()
      const source = await addList(service, `ruled ${language}`, ['13800138000'])
      const calendarId = await add('/api/calendar/add', {
        name: `holidays ${language}`,
        days: [{ date: '2027-01-01' }],
      })
      const listId = await add('/api/doNotCall/add', { name: `opt-outs ${language}` })
      await add('/api/doNotCall/add', { name: `everybody ${language}`, isGlobal: true })
      const trunk = { name: `Berlin ${language}`, host: 'sip.example.com', isEnabled: false }
      const trunkId = await add('/api/trunk/add', trunk)
      const page = await console.open(`/tasks/new?dataSource=${source}`, { language })
      await page.getByLabel(form.taskName).fill(`ruled ${language}`)
      await page.getByRole('button', { name: t.show }).click()
      await page.getByRole('combobox', { name: t.labels.zone }).click()
      await page.getByRole('option', { name: t.zones.recipient }).click()
      await page.getByText(form.windowHintRecipient).waitFor()
      for (const day of [5, 6]) await page.getByText(t.weekdays[day] ?? '', { exact: true }).click()
      await page.getByRole('combobox', { name: t.form.calendars }).click()
      await page.getByRole('option', { name: `holidays ${language}` }).click()
      await page.getByRole('combobox', { name: t.form.lists }).click()
      await page.getByRole('option', { name: `opt-outs ${language}` }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: t.form.trunks }).click()
      await page.getByRole('option', { name: trunk.name }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: t.form.callerIds }).fill('+49 30 901820')
      await page.keyboard.press('Enter')
      await page.getByText(t.form.alwaysOn(`everybody ${language}`)).waitFor()
      await page.getByLabel(t.form.start).fill('2999-03-01T09:00')
      await page.getByLabel(t.form.end).fill('2999-03-01T08:00')
      await page.getByRole('button', { name: t.form.addRule }).click()
      await page.getByRole('button', { name: form.create }).click()
      await page.getByText(t.form.endBeforeStart).waitFor()
      await page.getByText(t.form.causeRequired).waitFor()
      await page.getByText(t.form.ruleEmpty).waitFor()
      await expectAccessible(page)

      await page.getByLabel(t.form.end).fill('2999-03-05T18:00')
      await page.getByRole('combobox', { name: t.form.cause(1) }).click()
      await page.getByRole('option', { name: causes['busy'] ?? '', exact: true }).click()
      await page.getByLabel(t.form.delay(causes['busy'] ?? ''), { exact: true }).fill('5')
      await page.getByLabel(t.form.count(causes['busy'] ?? '')).fill('2')
      await page.getByText(t.summary.retries(causes['busy'] ?? '')).waitFor()
      await page.getByRole('button', { name: form.create }).click()
      await page.getByRole('heading', { name: `ruled ${language}`, level: 1 }).waitFor()
      const id = page.url().split('/').at(-1)
      const settings = async () => (await service.call(`/api/task/${id}/settings`))?.data
      expect(await settings()).toMatchObject({
        windowZone: 'recipient',
        weekdays: [1, 2, 3, 4, 5],
        calendarIds: [calendarId],
        doNotCallListIds: [listId],
        trunkIds: [trunkId],
        callerIds: ['+4930901820'],
        scheduledStartTime: '2999-03-01 09:00:00',
        scheduledEndTime: '2999-03-05 18:00:00',
        retryRules: { busy: { delay: 300, count: 2 } },
      })

      await page.getByRole('tab', { name: detail.tabs.settings }).click()
      const shown = page.getByRole('tabpanel')
      await shown.getByText(t.zones.recipient).waitFor()
      await shown.getByText(t.range(t.weekdays[0] ?? '', t.weekdays[4] ?? '')).waitFor()
      await shown.getByText(t.always(`everybody ${language}`)).waitFor()
      await shown.getByText(t.retry.count(2)).waitFor()
      await shown.getByText(trunk.name).waitFor()
      await shown.getByText('+4930901820').waitFor()
      await expectAccessible(page)

      await page.getByRole('button', { name: operations.update }).click()
      await page.getByRole('button', { name: t.show }).click()
      expect(await page.getByLabel(t.form.start).inputValue()).toBe(
        language === 'en' ? '1 Mar 2999, 09:00' : '2999年3月1日 09:00',
      )
      await page.getByRole('button', { name: t.form.removeRule(causes['busy'] ?? '') }).click()
      await page.getByLabel(t.form.start).fill('')
      await page.getByRole('button', { name: form.save }).click()
      await page.getByRole('heading', { name: `ruled ${language}`, level: 1 }).waitFor()
      await expect
        .poll(settings)
        .toMatchObject({ scheduledStartTime: null, weekdays: [1, 2, 3, 4, 5], retryRules: {} })
    },
  )

  it('open by themselves when the service refuses something in them', async () => {
    const source = await addList(console.service(), 'deleted', ['13800138000'])
    const listId = await add('/api/doNotCall/add', { name: 'deleted meanwhile' })
    const id = await addTask(console.service(), { taskName: 'deleted', dataSourceId: source })
    const page = await console.open(`/tasks/${id}/edit`)
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('combobox', { name: 'Do-not-call lists' }).click()
    await page.getByRole('option', { name: 'deleted meanwhile' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hide' }).click()
    await console.service().call('/api/doNotCall/delete', jsonBody({ id: listId }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`The do-not-call list "${listId}" does not exist`).waitFor()
  })
})
