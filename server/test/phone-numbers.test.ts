// What counts as a phone number, and which ways of writing it are the same number.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { leastOf } from './support/least-of.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const apps: Record<string, TestApp> = {}
let dataSourceId: string

beforeAll(async () => {
  for (const country of ['', 'CN', 'GB', 'US'])
    apps[country] = await createTestApp({ defaultCountry: country || undefined, maxConnections: 2 })
})
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())))

async function prepare(country: string): Promise<(phoneNumber: string) => ReturnType<TestApp['post']>> {
  const app = apps[country] as TestApp
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
  return (phoneNumber) => app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber })
}

describe('a phone number', () => {
  let add: Awaited<ReturnType<typeof prepare>>
  beforeEach(async () => {
    add = await prepare('')
  })

  it.each([
    '110',
    '12345678901234567890',
    '+12345678901234567890',
    '13800138000',
    '+8613800138000',
    '+86 138-0013-8000',
    '(010) 6552 9988',
    '(+86) 138 0013 8000',
    '+(86)13800138000',
    '[021] 555.0199',
    '0033.1.42.68.53.00',
    '1-2-3',
    '138\u00a00013\u00a08000',
    '123-',
    '0151 / 23 45 60 00',
    'tel:13800138001',
  ])('may be %j, and is kept as given', async (phoneNumber) => {
    expect(expectSuccess(await add(phoneNumber))).toMatchObject({ phoneNumber })
  })

  it.each([' 13800138000 ', '\t13800138000\n', '\u300013800138000'])('%j is trimmed', async (phoneNumber) => {
    expect(expectSuccess(await add(phoneNumber))).toMatchObject({ phoneNumber: '13800138000' })
  })

  it.each([
    '',
    '   ',
    '12',
    '1-2',
    '+12',
    '123456789012345678901',
    '+',
    '++13800138000',
    '138+0013',
    '13800138000+',
    'abc',
    '138a0013',
    '138x1',
    '138#',
    '*100#',
    '138,0013',
    '138\t0013',
    '138\n0013',
    '-13800138000',
    '１３８００１３８０００',
    '١٢٣٤٥',
    '()()()',
    "1' or '1'='1",
    '1.38e10',
    `${' '.repeat(60)}13800138000`,
  ])('must not be %j', async (phoneNumber) => {
    expectError(await add(phoneNumber), 400, /^phoneNumber must be an optional \+, then 3 to 20 digits/)
  })

  it.each(['13800138003.0', '13900139000.00', '+8613800138000.000', ' 138-0013-8000.0 '])(
    'must not be %j, and the answer says why',
    async (phoneNumber) => {
      expectError(await add(phoneNumber), 400, /^phoneNumber must not have a decimal ending such as \.0/)
    },
  )

  it.each(['(', '[', '1 ', '1-', ' '])('of half a million %j is refused at once', async (part) => {
    const answerMs = async () => {
      const before = performance.now()
      expectError(await add(part.repeat(250_000)), 400, /^phoneNumber must/)
      return performance.now() - before
    }
    expect(await leastOf(2_000, answerMs)).toBeLessThan(2_000)
  })
})

describe('the same number', () => {
  const same: [country: string, one: string, other: string][] = [
    ['', '13800138000', '138-0013-8000'],
    ['', '13800138000', '(138) 0013.8000'],
    ['', '+8613800138000', '+86 138 0013 8000'],
    ['', '13800138000', '138\u00a00013[8000]'],
    ['', '+4930123456', '+49 (0)30 123 456'],
    ['', '+4930123456', '(+49) [0] 30-123456'],
    ['', '004930123456', '0049(0)30 123456'],
    ['', '004930123456', '+49 30 123456'],
    ['', '+4930123456', '+49030123456'],
    ['', '0215550199', '[021] 555.0199'],
    ['CN', '13800138000', '+86 138 0013 8000'],
    ['CN', '+8613800138000', '138-0013-8000'],
    ['CN', '010-65529988', '+86 10 6552 9988'],
    ['CN', '0086 138 0013 8000', '13800138000'],
    ['GB', '020 7946 0958', '+44 20 7946 0958'],
    ['GB', '(020) 79460958', '+442079460958'],
    ['US', '(212) 555-0199', '+1 212.555.0199'],
    ['US', '1 212 555 0199', '+12125550199'],
  ]
  it.each(same)('with default country %j, %j is %j', async (country, one, other) => {
    const add = await prepare(country)
    const { id } = expectSuccess(await add(one)) as { id: string }
    expectError(await add(other), 409, id)
  })

  const different: [country: string, one: string, other: string][] = [
    ['', '13800138000', '+8613800138000'],
    ['', '13800138000', '8613800138000'],
    ['', '+13800138000', '13800138000'],
    ['', '0123', '123'],
    ['', '+4930123456', '+4903012345'],
    ['', '(0)30123456', '30123456'],
    ['CN', '13800138000', '+113800138000'],
    ['CN', '110', '+86110'],
    ['GB', '020 7946 0958', '+1 207 946 0958'],
    ['US', '212 555 0199', '+44 212 555 0199'],
  ]
  it.each(different)('with default country %j, %j is not %j', async (country, one, other) => {
    const add = await prepare(country)
    expectSuccess(await add(one))
    expect(expectSuccess(await add(other))).toMatchObject({ phoneNumber: other })
  })

  it.each(['CN', 'GB', 'US'])(
    'with default country %s, numbers of no country are still numbers',
    async (country) => {
      const add = await prepare(country)
      for (const number of ['110', '12345678901234567890', '+999', '+00000000000000000000']) {
        expect(expectSuccess(await add(number))).toMatchObject({ phoneNumber: number })
        expectError(await add(`${number}-`), 409)
      }
    },
  )
})
