import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Statement } from './database.ts'
import { sql } from './sql.ts'

function recorder(rows: unknown[]) {
  const statements: Statement[] = []
  const db = {
    async query<Row>(statement: Statement) {
      statements.push(statement)
      return { rows: rows as Row[], rowCount: 7 }
    },
  }
  return { db, statements }
}

describe('sql', () => {
  const find = sql<{ id: string }, [id: string]>('find_task', 'select id from task where id = $1')

  it('returns the rows, the first row, or how many there were', async () => {
    const { db } = recorder([{ id: 'a' }, { id: 'b' }])
    expect(await find(db, ['a'])).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(await find.first(db, ['a'])).toEqual({ id: 'a' })
    expect(await find.run(db, ['a'])).toBe(7)
    expectTypeOf(find.first).returns.resolves.toEqualTypeOf<{ id: string } | undefined>()
  })

  it('returns undefined when there is no first row', async () => {
    expect(await find.first(recorder([]).db, ['a'])).toBeUndefined()
  })

  it('gives the statement a name that differs when the text differs', async () => {
    const { db, statements } = recorder([])
    await find(db, ['a'])
    await sql('find_task', 'select 2')(db)
    expect(statements.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^find_task_[0-9a-f]{8}$/),
      expect.stringMatching(/^find_task_[0-9a-f]{8}$/),
    ])
    expect(statements[0]?.name).not.toBe(statements[1]?.name)
    expect(statements[0]?.values).toEqual(['a'])
  })

  it('refuses a name that PostgreSQL would cut', () => {
    expect(() => sql('a'.repeat(60), 'select 1')).toThrow('too long')
  })
})
