import { describe, expect, it } from 'vitest'
import { contactColumns } from '../contacts/import-columns.ts'
import { entryColumns } from '../do-not-call/import-entries.ts'
import { recognizeColumns } from './recognize-columns.ts'

function recognize(titles: string[], ...rows: string[][]) {
  return recognizeColumns(
    { row: 1, cells: titles },
    rows.map((cells, index) => ({ row: index + 2, cells })),
    contactColumns,
  )
}

function phoneOf(titles: string[], ...rows: string[][]) {
  const { phoneColumn, phoneReason } = recognize(titles, ...rows)
  return [phoneColumn, phoneReason]
}

describe('the columns with the times of contacts', () => {
  const fieldsOf = (...titles: string[]) =>
    recognize(['phone', ...titles])
      .columns.slice(1)
      .map(({ field }) => field)

  it.each([
    ...['callTime', 'Call time', 'call_at', 'Call from', 'Not before', 'Earliest call time', 'Remind at'],
    ...['呼叫时间', '最早呼叫时间', '外呼时间', '拨打开始时间', '提醒时间'],
  ])('are recognised by the title %s', (title) => expect(fieldsOf(title)).toEqual(['callTime']))

  it.each([
    ...['callUntil', 'Call until', 'Call before', 'call by', 'Not after', 'Latest call time'],
    ...['最晚呼叫时间', '呼叫截止时间', '截止时间', '外呼结束时间'],
  ])('are recognised by the title %s', (title) => expect(fieldsOf(title)).toEqual(['callUntil']))

  it('are those with the names of the fields, if there are such', () => {
    expect(fieldsOf('Call time', 'callTime', '截止时间')).toEqual(['Call time', 'callTime', 'callUntil'])
    expect(fieldsOf('Appointment', 'Time', '时间')).toEqual(['Appointment', 'Time', '时间'])
  })

  it('do not exist in a do-not-call list', () => {
    const { columns } = recognizeColumns({ row: 1, cells: ['phone', 'Call time'] }, [], entryColumns)
    expect(columns[1]).toMatchObject({ field: null, ignoredReason: 'unknown_field' })
  })
})

describe('the column with the phone numbers', () => {
  it.each([
    ...['phone', 'Phone No.', 'PHONE_NUMBER', 'phone#', 'Phone (home)', 'Contact phone', 'Customer Phone'],
    ...['mobile', 'Mobile Number', 'Mobile No', 'mobilePhone', 'MSISDN', 'Handy', 'Handynummer'],
    ...[
      'cell',
      'Cell phone',
      'Cellphone number',
      'Tel.',
      'Tel No',
      'telephone',
      'Telefon',
      'Teléfono',
      'TELEFONO',
    ],
    ...['number', 'Number', 'contact number', 'Contact No.', 'Callee number', 'ＴＥＬ'],
    ...['手机', '手机号', '手机号码', '手机号(必填)', '移动电话', '联系手机', '客户手机号', '手機號碼'],
    ...['电话', '电话号码', '联系电话', '客户电话号码', '電話', '聯絡電話', '联系方式', '固定电话', '座机'],
    ...['号码', '被叫号码', '被叫', '联系人电话', '號碼', '联系号码'],
  ])('is recognised by the title %s', (title) => {
    expect(phoneOf(['name', title], ['Ann', '13800138000'])).toEqual([1, 'title'])
  })

  it.each([
    'order number',
    '订单号码',
    '主叫号码',
    '身份证号码',
    'Serial number',
    '客户号码',
    'Telegram',
    'cellar',
  ])('is not the one titled %s beside one with phone numbers', (title) => {
    expect(phoneOf([title, 'reach'], ['X-1', '13800138000'])).toEqual([1, 'content'])
  })

  it('titled with a general word is taken only if no better title is there', () => {
    expect(phoneOf(['number', 'mobile'], ['13800138001', '13800138000'])).toEqual([1, 'title'])
    expect(phoneOf(['号码', '手机号'], ['13800138001', '13800138000'])).toEqual([1, 'title'])
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

it('knows the fields of a do-not-call list', () => {
  const titles = ['tel', 'note', 'expireTime', 'actor', 'createTime', 'city', '', 'note']
  const { columns } = recognizeColumns({ row: 1, cells: titles }, [], entryColumns)
  expect(columns.map(({ field, ignoredReason }) => field ?? ignoredReason)).toEqual([
    'phoneNumber',
    'note',
    'expireTime',
    'service_field',
    'service_field',
    'unknown_field',
    'no_title',
    'repeated_title',
  ])
})
