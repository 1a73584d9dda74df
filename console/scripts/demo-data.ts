// Demo data for the screenshots: contact lists, and tasks in every state.
import { createClient } from '@carillon/client'
import type { DemoService } from './demo-service.ts'

export interface DemoData {
  dataSourceId: string
  runningTaskId: string
  /** With a call of its own. */
  appointmentTaskId: string
  /** Those that get calls of past weeks; not the running one, whose own figures would not fit them. */
  taskIds: string[]
}

const surnames = ['王', '李', '张', '刘', '陈', '杨', 'Müller', 'Smith', 'García', 'Rossi']
const givenNames = ['伟', '芳', '秀英', '敏', '静', '强', 'Anna', 'James', 'Lucía', 'Marco']
const streets = ['解放路', '中山路', '人民路', 'Harbour Street', 'Long Acre', 'Rue de la Paix']

export async function makeDemoData({ address: baseUrl, token }: DemoService): Promise<DemoData> {
  const client = createClient({ baseUrl, token: () => token })

  async function addSource(dataSourceName: string, dataSourceDesc: string, count: number, first: number) {
    const body = { dataSourceName, dataSourceDesc }
    const { id } = await client.post('/api/dataSource/add', { body })
    const form = new FormData()
    form.append('file', new Blob([contactFile(count, first)]), 'contacts.csv')
    const url = `${baseUrl}/api/dataSource/${id}/contact/batchImport`
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    return id
  }
  async function addTask(taskName: string, dataSourceId: string, more: object = {}) {
    return (await client.post('/api/task/add', { body: { taskName, dataSourceId, ...more } })).id
  }
  const publish = (id: string) => client.post('/api/task/publish', { body: { id } })

  const customers = await addSource('Spring customers', 'Bought between March and May', 2400, 13_800_138_000)
  const loyal = await addSource('老客户回访名单', '过去一年内有两次以上订单的客户', 480, 13_900_139_000)
  const small = await addSource('Warranty expires this month', '', 40, 13_700_137_000)
  const patients = await addSource(
    'Patients of this week',
    'Appointments from tomorrow on',
    240,
    13_500_135_000,
  )
  await addSource('Newsletter sign-ups', 'From the web form', 1250, 13_600_136_000)

  const done = await addTask('Warranty reminder', small, { maxDialCount: 1, priority: 1 })
  await publish(done)
  const running = await addTask('Spring call-back', customers, { callInterval: 20, priority: 2 })
  await publish(running)
  await publish(await addTask('售后满意度回访', loyal, { callInterval: 30 }))
  const night = { dailyStartTime: '03:00', dailyEndTime: '03:30' }
  await publish(await addTask('Night shift trial', small, night))
  const paused = await addTask('Delivery dates, second round', small)
  await publish(paused)
  await client.post('/api/task/pause', { body: { id: paused } })
  const stopped = await addTask('Summer offer', small, { priority: 5 })
  await publish(stopped)
  await client.post('/api/task/stop', { body: { id: stopped, reason: 'The offer has ended' } })
  await addTask('Customer survey for the autumn collection, prepared by the team in Chengdu', customers)
  const examples = await client.get('/api/flow/examples', { params: { query: { language: 'en' } } })
  const appointment = examples.rows.find(({ id }) => id === 'appointment')
  // As important as the other one, so that both get lines.
  const call = { flow: appointment?.flow, successWhen: appointment?.successWhen, priority: 2 }
  const appointments = await addTask('Appointments tomorrow', patients, call)
  await publish(appointments)
  const closed = await addTask('Trial run', small)
  await client.post('/api/task/close', { body: { id: closed } })
  return {
    dataSourceId: customers,
    runningTaskId: running,
    appointmentTaskId: appointments,
    taskIds: [done, stopped, paused],
  }
}

function contactFile(count: number, first: number): string {
  const pick = (words: string[], index: number) => words[index % words.length] ?? ''
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `${pick(surnames, index * 7)} ${pick(givenNames, index * 3)}`
    return `${first + index},${name},${pick(streets, index)} ${(index % 90) + 1},${(index * 37) % 900}.00`
  })
  return ['phoneNumber,customerName,address,orderAmount', ...rows].join('\n')
}
