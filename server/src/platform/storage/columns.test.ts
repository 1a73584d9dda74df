import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns.ts'

interface Row {
  id?: string
  note?: string | null
  isNew?: boolean
}

const columns = columnsOf<Row>({
  id: ['uuid', ({ id }) => id],
  note: ['text', ({ note }) => note],
  is_new: ['boolean', ({ isNew }) => isNew],
})

it('are a table of parameters', () => {
  expect(columns.count).toBe(3)
  expect(columns.table(4, 'row')).toBe(
    'unnest($4::uuid[], $5::text[], $6::boolean[]) as row (id, note, is_new)',
  )
})

describe('the values of columns', () => {
  it('are arrays', () => {
    const rows: Row[] = [
      { id: 'a-1', note: null, isNew: true },
      { note: 'b', isNew: false },
    ]
    expect(columns.values(rows)).toEqual(['{a-1,null}', '{null,b}', '{true,false}'])
  })

  it('are null if no row has one', () => {
    expect(columns.values([{ id: 'a' }, { id: 'b' }])).toEqual(['{a,b}', null, null])
    expect(columns.values([])).toEqual([null, null, null])
  })

  it('are quoted where a text needs it', () => {
    const notes = ['100', '+49 30', 'NULL', 'null', '', 'a,b', '"quoted"', 'back\\slash', '{"place":"US"}']
    expect(columns.values(notes.map((note) => ({ note })))[1]).toBe(
      String.raw`{100,"+49 30","NULL","null","","a,b","\"quoted\"","back\\slash","{\"place\":\"US\"}"}`,
    )
  })
})
