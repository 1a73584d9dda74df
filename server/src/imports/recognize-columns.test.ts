import { describe, expect, it } from 'vitest'
import { recognizeColumns } from './recognize-columns.ts'

function recognize(titles: string[], ...rows: string[][]) {
  return recognizeColumns(
    { row: 1, cells: titles },
    rows.map((cells, index) => ({ row: index + 2, cells })),
  )
}

function phoneOf(titles: string[], ...rows: string[][]) {
  const { phoneColumn, phoneReason } = recognize(titles, ...rows)
  return [phoneColumn, phoneReason]
}

describe('the column with the phone numbers', () => {
  it.each([
    'phone',
    'Phone No.',
    'PHONE_NUMBER',
    'mobile',
    'Mobile Number',
    'Cell phone',
    'Tel.',
    'telephone',
    '手机',
    '手机号',
    '手机号码',
    '手机号(必填)',
    '电话',
    '联系电话',
    '客户电话号码',
    '電話',
  ])('is recognised by the title %s', (title) => {
    expect(phoneOf(['name', title], ['Ann', '13800138000'])).toEqual([1, 'title'])
  })

  it('is the one with the name of the field, whatever else there is', () => {
    expect(phoneOf(['mobile', 'phoneNumber'], ['13800138000', 'x'])).toEqual([1, 'field_name'])
  })

  it('of several titles is the one that has phone numbers', () => {
    expect(phoneOf(['phone', 'tel'], ['Nokia', '13800138000'])).toEqual([1, 'title'])
    expect(phoneOf(['phone model', 'no'], ['Nokia 3310', '13800138000'])).toEqual([1, 'content'])
  })

  it('is recognised by what is in it', () => {
    const rows = [
      ['1', '2024', 'Ann', '+49 30 901820'],
      ['2', '2025', 'Bob', '138-0013-8000'],
      ['3', '2026', 'Cid', 'unknown'],
    ]
    expect(phoneOf(['id', 'year', 'who', 'reach'], ...rows)).toEqual([3, 'content'])
  })

  it('is none where nothing looks like one', () => {
    expect(phoneOf(['a', 'b'], ['1', 'x'])).toEqual([null, null])
  })
})

it('says of every other column what becomes of it', () => {
  const titles = ['tel', ' city ', '', 'city', 'status', 'x'.repeat(65), 'phoneNumber2']
  const { columns } = recognize(titles, ['13800138000'])
  expect(columns.map(({ field, ignoredReason }) => field ?? ignoredReason)).toEqual([
    'phoneNumber',
    'city',
    'no_title',
    'repeated_title',
    'service_field',
    'invalid_title',
    'phoneNumber2',
  ])
})
