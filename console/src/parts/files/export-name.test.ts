import { expect, it } from 'vitest'
import { exportName } from './export-name.ts'

it('is the name of the task and the day, with the ending of the file', () => {
  expect(exportName(['Open invoices'], '2026-11-16', 'task_contacts_1_20261116.xlsx')).toBe(
    'Open invoices 2026-11-16.xlsx',
  )
  expect(exportName(['回访', '成功'], '2026-11-16', 'a.csv')).toBe('回访 成功 2026-11-16.csv')
})

it('is a name on every system', () => {
  expect(exportName(['a/b\\c: "d"?', 'x\n'], '2026-11-16', 'a.csv')).toBe('a b c d x 2026-11-16.csv')
  expect(exportName(['x'.repeat(300)], '2026-11-16', 'a.csv')).toHaveLength(150 + 15)
  expect(exportName(['///'], '2026-11-16', 'a.csv')).toBe('2026-11-16.csv')
})
