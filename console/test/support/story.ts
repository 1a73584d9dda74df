// Prepares data for a test through the API.
import { addDataSource, jsonBody } from '../../../server/test/support/carillon-process.ts'
import type { ServiceAccess } from '../../../server/test/support/service-access.ts'

/** A call that asks for a key, and has two ways to its end. */
export const confirmFlow = {
  onMachine: { do: 'hangup' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1 to confirm.', keys: '12', noInput: 'bye' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.confirm == "1"', next: 'bye' }] },
    { id: 'other', type: 'say', text: 'Another time.' },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ],
}

/** Creates a data source with these numbers. The last digit decides how a call ends: 0 is answered, 1 is busy. */
export async function addList(service: ServiceAccess, name: string, phoneNumbers: string[]): Promise<string> {
  const id = await addDataSource(service, name)
  const form = new FormData()
  form.append('file', new Blob([['phoneNumber', ...phoneNumbers].join('\n')]), 'contacts.csv')
  const answer = await service.call(`/api/dataSource/${id}/contact/batchImport`, {
    method: 'POST',
    body: form,
  })
  if (answer?.status !== 200) throw new Error(`no contacts were imported: ${JSON.stringify(answer)}`)
  return id
}

export async function addTask(service: ServiceAccess, body: object): Promise<string> {
  const answer = await service.call<{ id: string }>('/api/task/add', jsonBody(body))
  if (answer?.status !== 200) throw new Error(`no task was added: ${JSON.stringify(answer)}`)
  return answer.data.id
}

export async function moveTask(
  service: ServiceAccess,
  operation: string,
  id: string,
  more: object = {},
): Promise<void> {
  const answer = await service.call(`/api/task/${operation}`, jsonBody({ id, ...more }))
  if (answer?.status !== 200) throw new Error(`${operation} was refused: ${JSON.stringify(answer)}`)
}

export function numbers(count: number, first = 13_800_138_000): string[] {
  return Array.from({ length: count }, (_, index) => String(first + index))
}

/** A daily window of one hour, half a day from now, in the time zone of the service. */
export function closedWindow(): { dailyStartTime: string; dailyEndTime: string } {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(),
  )
  const at = (shift: number) => `${String((hour + shift) % 24).padStart(2, '0')}:00`
  return { dailyStartTime: at(11), dailyEndTime: at(12) }
}
