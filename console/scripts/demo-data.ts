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

interface People {
  given: string[]
  family: string[]
  streets: string[]
  name(given: string, family: string): string
  address(street: string, house: number): string
  /** Numbers of the same country, which belong to nobody: reserved for fiction, or of no network. */
  phone(index: number): string
}

const digits = (index: number, count: number) => String(index).padStart(count, '0')

/** People of one country each, so that names, streets and numbers go together. */
const people: Record<'us' | 'uk' | 'cn', People> = {
  us: {
    given: ['Emma', 'James', 'Olivia', 'Liam', 'Sophia', 'Noah', 'Grace', 'Ethan', 'Clara', 'Henry', 'Ruth'],
    family: ['Archer', 'Brooks', 'Carter', 'Dalton', 'Ellis', 'Foster', 'Graham', 'Hayes', 'Irving'],
    streets: ['Main Street', 'Oak Avenue', 'Lake Drive', 'Maple Street', 'Park Avenue'],
    name: (given, family) => `${given} ${family}`,
    address: (street, house) => `${house} ${street}`,
    // 555-0100 to 555-0199 of every area are reserved for fiction: as many areas as are needed.
    phone: (index) => `+1 ${200 + Math.floor(index / 100)} 555 ${digits(100 + (index % 100), 4)}`,
  },
  uk: {
    given: ['Oliver', 'Amelia', 'George', 'Isla', 'Arthur', 'Freya', 'Leo', 'Poppy', 'Alfie', 'Ivy', 'Hugo'],
    family: ['Ashworth', 'Bennett', 'Clarke', 'Davies', 'Evans', 'Fletcher', 'Hughes', 'Marsh', 'Shaw'],
    streets: ['Harbour Street', 'Long Acre', 'Mill Lane', 'Church Road', 'Station Road'],
    name: (given, family) => `${given} ${family}`,
    address: (street, house) => `${house} ${street}`,
    // 07700 900000 to 900999 are reserved for fiction.
    phone: (index) => `+44 7700 900${digits(index % 1000, 3)}`,
  },
  cn: {
    given: ['伟', '芳', '秀英', '敏', '静', '强', '丽华', '建国', '雨桐', '志强', '晓东'],
    family: ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周'],
    streets: ['解放路', '中山路', '人民路', '建设路', '和平街'],
    name: (given, family) => `${family}${given}`,
    address: (street, house) => `${street}${house}号`,
    // No network has numbers that begin with 129.
    phone: (index) => `+86 129 0000 ${digits(index, 4)}`,
  },
}

export async function makeDemoData({ address: baseUrl, token }: DemoService): Promise<DemoData> {
  const client = createClient({ baseUrl, token: () => token })

  async function addSource(
    dataSourceName: string,
    dataSourceDesc: string,
    count: number,
    of: keyof typeof people,
  ) {
    const body = { dataSourceName, dataSourceDesc }
    const { id } = await client.post('/api/dataSource/add', { body })
    const form = new FormData()
    form.append('file', new Blob([contactFile(count, people[of])]), 'contacts.csv')
    const url = `${baseUrl}/api/dataSource/${id}/contact/batchImport`
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    return id
  }
  async function addTask(taskName: string, dataSourceId: string, more: object = {}) {
    return (await client.post('/api/task/add', { body: { taskName, dataSourceId, ...more } })).id
  }
  const publish = (id: string) => client.post('/api/task/publish', { body: { id } })

  const customers = await addSource('Spring customers', 'Bought between March and May', 2400, 'us')
  const loyal = await addSource('老客户回访名单', '过去一年内有两次以上订单的客户', 480, 'cn')
  const small = await addSource('Warranty expires this month', '', 40, 'uk')
  const patients = await addSource('Patients of this week', 'Appointments from tomorrow on', 240, 'uk')
  await addSource('Newsletter sign-ups', 'From the web form', 1250, 'us')

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

function contactFile(count: number, { given, family, streets, name, address, phone }: People): string {
  const pick = (words: string[], index: number) => words[index % words.length] ?? ''
  const rows = Array.from({ length: count }, (_, index) => {
    // Both lists have a length without a common factor, so that no name comes twice soon.
    const who = name(pick(given, index), pick(family, index))
    return `${phone(index)},${who},${address(pick(streets, index), (index % 90) + 1)},${(index * 37) % 900}.00`
  })
  return ['phoneNumber,customerName,address,orderAmount', ...rows].join('\n')
}
