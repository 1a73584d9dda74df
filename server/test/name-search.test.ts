// Searches by display name over several blocks: contacts come, change and go, the name field changes, and every search gives what
// looking into each name gives. The blocks never keep a name that no contact has.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { createTestApp } from './support/test-app.ts'

const random = createSeededRandom(23)
const FIRST = ['Jürgen', 'ANNA', '王小明', 'Σίσυφος', 'o', 'Nguyễn Văn', 'line\nbreak', '']
const LAST = ['Groß', 'lee', '客户', 'ÉMILE', '100%', 'back\\slash', '']
const makeName = () => `${random.pick(FIRST)} ${random.pick(LAST)}${random.below(40)}`
const NEEDLES = ['a', 'ANNA', 'gROß', '小', 'é', 'Σ', 'ο', '%', '\\', 'line break', '39', ' ', 'n ', 'nobody']

interface Contact {
  customerName: string
  city: string
}
let app: FilesApp
let id: string
/** By number; the oldest first. */
const contacts = new Map<string, Contact>()
let nameField: keyof Contact | null = 'customerName'

beforeAll(async () => {
  app = await createFilesApp()
  id = await app.addDataSource(randomUUID())
})
afterAll(() => app.close())

const numberAt = (index: number) => String(13_800_000_000 + index)
const path = (action: string) => `/api/dataSource/${id}/contact/${action}`

async function upload(first: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => [numberAt(first + index), makeName(), makeName()])
  for (const [number = '', customerName = '', city = ''] of rows) contacts.set(number, { customerName, city })
  const quoted = rows.map((row) => row.map((cell) => `"${cell}"`).join(','))
  const content = ['phoneNumber,customerName,city', ...quoted].join('\r\n')
  const { failCount } = expectSuccess(await app.upload(id, content, { onDuplicate: 'update' }))
  expect(failCount).toBe(0)
}

async function idOf(number: string): Promise<string> {
  const [row] = await app.rows<{ id: string }>(
    'select id from contact where data_source_id = $1 and phone_number = $2',
    [id, number],
  )
  return row?.id ?? ''
}

async function update(number: string): Promise<void> {
  const contact = { customerName: makeName(), city: makeName() }
  expectSuccess(await app.post(path('update'), { contactId: await idOf(number), ...contact }))
  contacts.set(number, contact)
}

async function remove(number: string): Promise<void> {
  expectSuccess(await app.post(path('delete'), { contactId: await idOf(number) }))
  contacts.delete(number)
}

async function changeNameField(field: keyof Contact | null): Promise<void> {
  expectSuccess(await app.post('/api/dataSource/update', { id, nameField: field }))
  nameField = field
}

/** As PostgreSQL does it: letter by letter, so a sigma at the end of a word is one like any other. */
const fold = (text: string) =>
  [...text]
    .map((letter) => letter.toLowerCase())
    .join('')
    .replaceAll('\n', ' ')

async function expectExact(): Promise<void> {
  for (const needle of [...NEEDLES, random.pick([...contacts.values()]).customerName.trim() || 'a']) {
    const field = nameField
    const expected = [...contacts]
      .filter(([, contact]) => field !== null && fold(contact[field]).includes(fold(needle)))
      .map(([number]) => number)
      .reverse()
    const pageNum = 1 + random.below(Math.ceil(expected.length / 50) + 1)
    const query = new URLSearchParams({ name: needle, pageNum: String(pageNum), pageSize: '50' })
    const { total, rows } = expectSuccess(
      await app.get<{ total: number; rows: { phoneNumber: string }[] }>(
        `/api/dataSource/${id}/contacts?${query}`,
      ),
    )
    const page = expected.slice((pageNum - 1) * 50, pageNum * 50)
    expect({ needle, total, found: rows.map(({ phoneNumber }) => phoneNumber) }).toEqual({
      needle,
      total: expected.length,
      found: page,
    })
  }
}

/** Every line of every block, without those of contacts that have no name. */
async function storedNames(): Promise<string[]> {
  const rows = await app.rows<{ names: string }>(
    'select names from name_block where data_source_id = $1 order by block',
    [id],
  )
  return rows.flatMap(({ names }) => names.split('\n')).filter(Boolean)
}

it('finds every name, whatever came, changed and went before', async () => {
  expectSuccess(await app.post('/api/dataSource/update', { id, nameField }))
  await upload(0, 3)
  for (let index = 3; index < 6; index += 1) {
    const contact = { customerName: makeName(), city: makeName() }
    expectSuccess(await app.post(path('add'), { phoneNumber: numberAt(index), ...contact }))
    contacts.set(numberAt(index), contact)
  }
  await upload(6, 700)
  await expectExact()

  for (const number of random.sample([...contacts.keys()], 30)) await update(number)
  for (const number of random.sample([...contacts.keys()], 30)) await remove(number)
  await expectExact()

  // Changes contacts on both sides of the end of a block, adds those again that were deleted, and new ones.
  await upload(200, 800)
  await expectSorted()
  await expectExact()
})

/** Contacts that an import has added again after they were deleted are the newest. */
async function expectSorted(): Promise<void> {
  const rows = await app.rows<{ phone_number: string }>(
    'select phone_number from contact where data_source_id = $1 order by position',
    [id],
  )
  const sorted = rows.map(({ phone_number }) => [phone_number, contacts.get(phone_number)] as const)
  expect(new Set(contacts.keys())).toEqual(new Set(sorted.map(([number]) => number)))
  contacts.clear()
  for (const [number, contact] of sorted) if (contact) contacts.set(number, contact)
}

it('finds the names of another name field, and none without one', async () => {
  await changeNameField('city')
  await expectExact()
  await changeNameField(null)
  await expectExact()
  expect(await storedNames()).toEqual([])
  await changeNameField('customerName')
  await expectExact()
})

it('is exact before the blocks are written anew, also if this never happens', async () => {
  await app.rows(`update data_source set name_field = 'city' where id = $1`, [id])
  nameField = 'city'
  await expectExact()
  await update([...contacts.keys()][5] ?? '')
  await app.rows('delete from name_block where data_source_id = $1 and block = 1', [id])
  await expectExact()
  await upload(100_000, 3)
  await expectExact()
})

it('keeps the names of contacts in the blocks, and no other ones', async () => {
  await changeNameField('customerName')
  const expected = () => [...contacts.values()].map(({ customerName }) => fold(customerName)).filter(Boolean)
  expect(await storedNames()).toEqual(expected())
  for (const number of random.sample([...contacts.keys()], 20)) await remove(number)
  expect(await storedNames()).toEqual(expected())
})

it('are complete after a node was killed while it wrote the names anew', async () => {
  const source = await app.addDataSource(randomUUID())
  const rows = Array.from({ length: 300 }, (_, index) => `${numberAt(index)},Name ${index}`)
  expectSuccess(await app.upload(source, ['phoneNumber,customerName', ...rows].join('\n')))
  const blocks = () =>
    app.rows('select block from name_block where data_source_id = $1 order by block', [source])
  expect(await blocks()).toHaveLength(2)
  await app.rows('delete from name_block where data_source_id = $1 and block = 0', [source])
  const node = await createTestApp({ database: app.database })
  onTestFinished(() => node.close())
  node.startImports()
  await expect.poll(blocks).toHaveLength(2)
})

it('a new list is soon in the statistics, however many contacts there are', async () => {
  const [contact] = await app.rows<{ reloptions: string[] }>(
    "select reloptions from pg_class where oid = 'contact'::regclass",
  )
  expect(contact?.reloptions).toEqual(
    expect.arrayContaining(['autovacuum_analyze_scale_factor=0', 'autovacuum_analyze_threshold=20000']),
  )
})
