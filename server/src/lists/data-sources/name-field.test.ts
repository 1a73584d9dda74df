import { expect, it } from 'vitest'
import { recognizeNameField } from './name-field.ts'

it.each([
  [['address', 'customerName'], 'customerName'],
  [['name', 'Customer Name'], 'Customer Name'],
  [['FULL_NAME', 'city'], 'FULL_NAME'],
  [['地址', '姓名'], '姓名'],
  [['联系人', '电话'], '联系人'],
  [['userName', 'city'], null],
  [[], null],
])('of %j recognises %j', (fields, expected) => {
  expect(recognizeNameField(fields)).toBe(expected)
})
