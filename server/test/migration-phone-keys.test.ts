// Contacts of an earlier version are compared as they are dialed, too.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPhoneNumberReader, phoneDigits } from '../src/kernel/phone-number.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ maxConnections: 2 })
})
afterAll(() => app.close())

const numbers = [
  '+49 (0)30 123456',
  '(+44) [ 0 ]20\u00a07946-0958',
  '0041(0)44.123456',
  '(0)30 123456',
  '+49 30 (0) 123',
  '+4 (0)3',
  '+33 142685300',
]

it('keys that have the (0) in them lose it', async () => {
  const id = await app.addDataSource('customers', [...numbers, '+43 (0)1 234567'])
  const keys = async () =>
    (
      await app.rows<{ phone_key: string }>(
        'select phone_key from contact where data_source_id = $1 order by position',
        [id],
      )
    ).map(({ phone_key }) => phone_key)
  const asRead = await keys()
  expect(asRead.slice(0, -1)).toEqual(
    numbers.map((number) => createPhoneNumberReader(undefined)(number)?.key),
  )
  for (const number of [...numbers, '+43 (0)1 234567'])
    await app.rows('update contact set phone_key = $2 where data_source_id = $1 and phone_number = $3', [
      id,
      phoneDigits(number),
      number,
    ])
  // A number that is there in another form already keeps its key.
  await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '+431234567' })

  const migration = new URL('../migrations/0009_dialed_phone_keys.sql', import.meta.url)
  await app.rows(await readFile(migration, 'utf8'))
  expect(await keys()).toEqual([...asRead.slice(0, -1), '+4301234567', '+431234567'])
})
