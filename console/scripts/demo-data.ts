// Demo data for the screenshots: one story for each language, of people of one country. Three tasks are running, and others are in every state.
import { createClient } from '@carillon/client'
import { deliveryCall } from '../src/features/overview/demo/delivery-call.ts'
import { contactFile, type DemoLanguage } from './demo-people.ts'
import type { DemoService } from './demo-service.ts'

export interface DemoData {
  dataSourceId: string
  runningTaskId: string
  /** With keys, a callback and a message for machines. */
  appointmentTaskId: string
  /** Those that get calls of past weeks; not the running ones, whose own figures would not fit them. */
  taskIds: string[]
}

const words = {
  en: {
    patients: ['Patients of next week', 'Appointments from Monday on'],
    parcels: ['Parcels of tomorrow', 'From the depot, at four every day'],
    today: ['Parcels of today', ''],
    visitors: ['Visitors of last week', 'Were at the clinic, and may be asked'],
    warranties: ['Warranty expires this month', ''],
    newsletter: ['Newsletter sign-ups', 'From the web form'],
    appointments: 'Appointments of next week',
    deliveries: 'Deliveries of tomorrow',
    survey: 'Survey after the visit',
    reminder: 'Warranty reminder',
    earlier: 'Deliveries of today',
    paused: 'Delivery dates, second round',
    stopped: 'Summer offer',
    stopReason: 'The offer has ended',
    evening: 'Evening round',
    draft: 'Customer survey for the autumn collection, prepared by the team in Boston',
  },
  zh: {
    patients: ['下周就诊患者', '周一起的预约'],
    parcels: ['明日派送包裹', '每天下午四点由仓库提供'],
    today: ['今日派送包裹', ''],
    visitors: ['上周到访客户', '到访过诊所，同意接受调查'],
    warranties: ['本月保修到期', ''],
    newsletter: ['订阅用户', '来自网页表单'],
    appointments: '下周预约确认',
    deliveries: '明日派送通知',
    survey: '到访满意度调查',
    reminder: '保修到期提醒',
    earlier: '今日派送通知',
    paused: '派送时间第二轮',
    stopped: '夏季优惠',
    stopReason: '优惠已结束',
    evening: '晚间回访',
    draft: '秋季新品客户调查，由成都团队准备',
  },
} as const

export async function makeDemoData(
  { address: baseUrl, token }: DemoService,
  language: DemoLanguage = 'en',
): Promise<DemoData> {
  const client = createClient({ baseUrl, token: () => token })
  const t = words[language]
  let people = 0

  /** Nobody is in two lists. */
  async function addSource([dataSourceName, dataSourceDesc]: readonly [string, string], count: number) {
    const { id } = await client.post('/api/dataSource/add', { body: { dataSourceName, dataSourceDesc } })
    const form = new FormData()
    form.append('file', new Blob([contactFile(language, people, count)]), 'contacts.csv')
    people += count
    const url = `${baseUrl}/api/dataSource/${id}/contact/batchImport`
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    return id
  }
  async function addTask(taskName: string, dataSourceId: string, more: object = {}) {
    return (await client.post('/api/task/add', { body: { taskName, dataSourceId, ...more } })).id
  }
  const publish = (id: string) => client.post('/api/task/publish', { body: { id } })
  const examples = await client.get('/api/flow/examples', { params: { query: { language, optOut: 'none' } } })
  const example = (name: string) => {
    const found = examples.rows.find(({ id }) => id === name)
    return { flow: found?.flow, successWhen: found?.successWhen }
  }

  const patients = await addSource(t.patients, 240)
  const parcels = await addSource(t.parcels, 1200)
  const visitors = await addSource(t.visitors, 480)
  const warranties = await addSource(t.warranties, 40)
  const today = await addSource(t.today, 60)
  await addSource(t.newsletter, 650)

  const reminder = await addTask(t.reminder, warranties, { maxDialCount: 1, priority: 1 })
  await publish(reminder)
  const earlier = await addTask(t.earlier, today, { maxDialCount: 1, priority: 1, ...deliveryCall(language) })
  await publish(earlier)
  // As important as each other, so that all of them get lines.
  const rules = { callInterval: 20, priority: 2 }
  const appointments = await addTask(t.appointments, patients, { ...rules, ...example('appointment') })
  await publish(appointments)
  const deliveries = await addTask(t.deliveries, parcels, { ...rules, ...deliveryCall(language) })
  await publish(deliveries)
  await publish(await addTask(t.survey, visitors, { ...rules, ...example('survey') }))
  const paused = await addTask(t.paused, today)
  await publish(paused)
  await client.post('/api/task/pause', { body: { id: paused } })
  const stopped = await addTask(t.stopped, warranties, { priority: 5 })
  await publish(stopped)
  await client.post('/api/task/stop', { body: { id: stopped, reason: t.stopReason } })
  await addTask(t.draft, visitors)
  const closed = await addTask(t.evening, warranties)
  await client.post('/api/task/close', { body: { id: closed } })
  return {
    dataSourceId: parcels,
    runningTaskId: deliveries,
    appointmentTaskId: appointments,
    taskIds: [earlier, reminder, stopped],
  }
}
