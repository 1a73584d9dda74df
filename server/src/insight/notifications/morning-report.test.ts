import { describe, expect, it } from 'vitest'
import { reportText } from './morning-report.ts'

const totals = { calls: 1200, answered: 480, successes: 300 }
const hour = (hour: number, calls: number, successes: number) => ({
  ...{ weekday: 1, hour, calls, answered: calls, successes },
})
const task = (taskName: string, calls: number) => ({ taskName, calls, answered: 2, successes: 1 })
const report = (given: object) => given as Parameters<typeof reportText>[0]

describe('the report of a day', () => {
  const heatMap = [hour(9, 19, 19), hour(10, 500, 200), hour(16, 681, 81)]

  it('says how many people were reached, what worked best, and what each task did', () => {
    const tasks = [task('Spring', 1100), task('Autumn', 100)]
    expect(reportText(report({ totals, heatMap, tasks }), { day: '2026-03-02', language: 'en' })).toEqual({
      subject: 'Carillon, 2026-03-02: 480 reached, 300 successful',
      text: [
        ...['People reached: 480', 'Calls: 1,200', 'Successful: 300 (25% of the calls)'],
        ...['Best hour: 10:00 to 11:00, 40% of its calls were successful', '', 'Tasks:'],
        ...['- Spring: 1,100 calls, 2 reached, 1 successful', '- Autumn: 100 calls, 2 reached, 1 successful'],
      ].join('\n'),
    })
  })

  it('is in the language that was chosen', () => {
    const { subject, text } = reportText(report({ totals, heatMap, tasks: [task('春季', 1200)] }), {
      day: '2026-03-02',
      language: 'zh',
    })
    expect(subject).toBe('Carillon 2026-03-02：接通 480 人，成功 300 个')
    expect(text).toContain('效果最好的时段：10:00 至 11:00，40% 的呼叫成功')
    expect(text).toContain('- 春季：呼叫 1,200，接通 2，成功 1')
  })

  it('says so if there were no calls', () => {
    const none = report({ totals: { calls: 0, answered: 0, successes: 0 }, heatMap: [], tasks: [] })
    expect(reportText(none, { day: '2026-03-02', language: 'en' })).toEqual({
      subject: 'Carillon, 2026-03-02: no calls',
      text: 'No call ended on 2026-03-02.',
    })
  })
})
