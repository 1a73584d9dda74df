// Reports: what came of calls, compared and exported, in both languages.
import { expect, it } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { describeConsole } from './support/console-test.ts'
import { addList, addTask, moveTask, numbers } from './support/story.ts'

const COMPLETED = 4

describeConsole('reports', (console) => {
  /** A task whose calls have all ended: 2 of 20 are answered, by their last digits. */
  async function addDialedTask(taskName: string, first: number): Promise<string> {
    const service = console.service()
    const dataSourceId = await addList(service, taskName, numbers(20, first))
    const id = await addTask(service, { taskName, dataSourceId, maxDialCount: 1 })
    await moveTask(service, 'publish', id)
    await expect
      .poll(async () => (await service.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status)
      .toBe(COMPLETED)
    return id
  }

  it.each([
    {
      language: 'en' as const,
      title: 'Reports',
      heatMap: 'Contact rate by weekday and hour',
      causes: 'Causes',
      worked: /^What worked: .*calls per success$/,
      rank: 'Attempts per success',
      busy: /^Busy/,
      attempts: 'Which attempt succeeded',
      compare: 'Compare with',
      before: 'The period before',
      compared: 'Compared',
      exports: 'Export',
      csv: 'CSV',
      link: 'Report',
    },
    {
      language: 'zh' as const,
      title: '报表',
      heatMap: '各星期与时段的接通率',
      causes: '原因',
      worked: /^效果最好.*每次成功需/,
      rank: '每次成功的呼叫次数',
      busy: /^(忙线|占线|忙)/,
      attempts: '第几次呼叫成功',
      compare: '对比',
      before: '上一个时段',
      compared: '对比',
      exports: '导出',
      csv: 'CSV',
      link: '报表',
    },
  ])('tell in $language when people answered and why others did not', async (words) => {
    const { language } = words
    const shift = language === 'en' ? 0 : 1000
    const spring = await addDialedTask(`spring ${language}`, 13_800_138_000 + shift)
    const summer = await addDialedTask(`summer ${language}`, 13_900_139_000 + shift)

    const page = await console.open(`/tasks/${spring}`, { language })
    await page.getByRole('main').getByRole('link', { name: words.link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    const heatMap = page.getByRole('table', { name: words.heatMap })
    await heatMap.getByRole('cell', { name: /^\d+$/ }).first().waitFor()
    const causes = page.getByRole('table', { name: words.causes })
    await causes.getByRole('rowheader', { name: words.busy }).waitFor()
    await page.getByRole('table', { name: words.attempts }).waitFor()
    await expectAccessible(page)

    await page
      .getByRole('combobox', { name: words.compare })
      .or(page.getByLabel(words.compare, { exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: words.before }).click()
    await causes.getByRole('columnheader', { name: words.compared }).waitFor()

    await page.getByRole('button', { name: words.exports }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: words.csv }).click()
    expect((await download).suggestedFilename()).toMatch(/^report_\d{14}\.csv$/)

    await page.goto(`/reports?taskIds=${spring},${summer}`)
    await page.getByRole('rowheader', { name: `summer ${language}` }).waitFor()
    await page.getByText(words.worked).waitFor()
    const rank = page.getByRole('columnheader', { name: words.rank })
    await rank.getByRole('button').click()
    expect(await rank.getAttribute('aria-sort')).toBe('descending')
    await expectAccessible(page)
  })

  it('fit a phone, also in the dark', async () => {
    const page = await console.open('/reports', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.getByRole('table', { name: 'Talk times' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})
