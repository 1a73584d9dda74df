import { describe, expect, it } from 'vitest'
import { findHeaderRow } from './find-header-row.ts'

/** Rows as a reader gives them: blank ones are left out. */
function headerRowOf(lines: string[][]): number {
  const [first, ...rows] = lines
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.length > 0)
  return findHeaderRow(first ?? { row: 1, cells: [] }, rows)
}

describe('the row with the titles', () => {
  it('is the first one with something in it', () => {
    expect(
      headerRowOf([
        ['name', 'phone'],
        ['Ann', '13800138000'],
      ]),
    ).toBe(1)
    expect(headerRowOf([[], ['客户', '号'], ['张三', '13800138000']])).toBe(2)
    expect(headerRowOf([['phone']])).toBe(1)
  })

  it('may be below a title of the list', () => {
    expect(headerRowOf([['Customers'], [], ['name', 'phone'], ['Ann', '13800138000']])).toBe(3)
    expect(
      headerRowOf([
        ['Export', '2026-03-01'],
        ['name', 'phone'],
        ['Ann', '13800138000'],
      ]),
    ).toBe(2)
    expect(headerRowOf([['客户名单'], ['姓名', '手机号'], ['张三', '13800138000']])).toBe(2)
  })

  it('may be below a title with another separator', () => {
    expect(headerRowOf([['Customers', ' spring'], ['name;phone'], ['Ann;13800138000']])).toBe(2)
  })

  it('is missing where the first row is a contact', () => {
    expect(
      headerRowOf([
        ['Ann', '13800138000'],
        ['Bo', '13800138001'],
      ]),
    ).toBe(0)
    expect(headerRowOf([['+49 151 12345678']])).toBe(0)
  })

  it('is not a contact with a word that is often a title', () => {
    const lines = [
      ['client', 'kind', 'line'],
      ['Ann', 'mobile', '13800138000'],
      ['Bo', 'phone', '13800138001'],
    ]
    expect(headerRowOf(lines)).toBe(1)
    expect(headerRowOf(lines.slice(1))).toBe(0)
  })

  it('is not missed because a title is a number', () => {
    expect(
      headerRowOf([
        ['name', '20260301'],
        ['Ann', 'yes'],
        ['Bo', 'no'],
      ]),
    ).toBe(1)
  })
})
