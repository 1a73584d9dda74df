// The pages that belong to a table have one leading figure too: a count, its change against the period before, its course.
import { expect, it } from 'vitest'
import { jsonBody } from '../../server/test/support/carillon-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

const words = {
  en: {
    answered: (when: string) => `Answered calls, last ${when}`,
    day: '24 hours',
    week: '7 days',
    imported: 'Imported contacts, last 7 days',
    added: 'Added numbers, last 30 days',
    none: (when: string) => `none in the ${when} before`,
    month: '30 days',
    attempts: 'Attempts in 30 days',
  },
  zh: {
    answered: (when: string) => `过去 ${when}接通的呼叫`,
    day: '24 小时',
    week: '7 天',
    imported: '过去 7 天导入的联系人',
    added: '过去 30 天新增号码',
    none: (when: string) => `之前 ${when}没有`,
    month: '30 天',
    attempts: '30 天内呼叫次数',
  },
} as const

describeConsole('a leading figure', (console) => {
  it.each(['en', 'zh'] as const)('stands on each page with a table, in %s', async (language) => {
    const t = words[language]
    const service = console.service()
    const phones = numbers(8)
    const source = await addList(service, `figures ${language}`, phones)
    const task = await addTask(service, {
      taskName: `figures ${language}`,
      dataSourceId: source,
      maxDialCount: 1,
    })
    await moveTask(service, 'publish', task)
    const made = await service.call<{ id: string }>(
      '/api/doNotCall/add',
      jsonBody({ name: `figures ${language}`, isGlobal: false }),
    )
    const list = made?.data.id ?? ''
    await service.call(`/api/doNotCall/${list}/entry/add`, jsonBody({ phoneNumbers: ['13700137000'] }))

    const page = await console.open('/tasks', { language })
    const figure = page.locator('.trend-figure, .figure[data-leading]')
    for (const [path, label, before] of [
      ['/tasks', t.answered(t.day), t.none(t.day)],
      [`/data-sources/${source}`, t.answered(t.week), t.none(t.week)],
      ['/do-not-call', t.added, t.none(t.month)],
      [`/do-not-call/${list}`, t.added, t.none(t.month)],
      [`/numbers?number=${phones[0]}`, t.attempts, t.none(t.month)],
    ]) {
      await page.goto(path ?? '')
      await figure.getByText(label ?? '', { exact: true }).waitFor()
      await figure.getByText(before ?? '').waitFor()
      expect(await figure.locator('.sparkline').count(), path).toBe(1)
    }
    await expectAccessible(page)
  })

  it.each([
    { total: 150, previousTotal: 100, text: '50% more than in the 7 days before' },
    { total: 75, previousTotal: 100, text: '25% fewer than in the 7 days before' },
    { total: 100, previousTotal: 100, text: 'as in the 7 days before' },
    { total: 90_000, previousTotal: 12, text: '12 in the 7 days before' },
  ])('says $text', async ({ total, previousTotal, text }) => {
    const page = await console.open('/settings')
    await page.route('**/api/trend/imported*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      Object.assign(answer.data, { total, previousTotal })
      await route.fulfill({ response, json: answer })
    })
    await page.getByRole('link', { name: 'Data sources' }).click()
    const figure = page.locator('.trend-figure')
    await figure.getByText('Imported contacts, last 7 days').waitFor()
    await figure.getByText(text, { exact: true }).waitFor()
  })

  it('is left out where nothing happened', async () => {
    const source = await addList(console.service(), 'nothing yet', numbers(1))
    const page = await console.open(`/data-sources/${source}`)
    await page.locator('tbody tr').first().waitFor()
    await expect.poll(() => page.locator('.trend-figure').count()).toBe(0)
  })
})
