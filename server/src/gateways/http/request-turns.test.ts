import { expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { batchWrites } from './batch-writes.ts'
import { createRequestTurns } from './request-turns.ts'

function door<Value>() {
  let open: (value: Value) => void = () => undefined
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('requests take turns, and one that waited too long is not made', async () => {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const turns = createRequestTurns(clock, 1)
  const first = door<string>()
  const made: string[] = []
  const make = (name: string, result: Promise<string> | string) => async () => {
    made.push(name)
    return result
  }
  const one = turns.take(make('one', first.opened))
  const two = turns.take(make('two', 'b'), 1000)
  const three = turns.take(make('three', 'c'), 3000)
  expect(made).toEqual(['one'])
  clock.advance(1001)
  first.open('a')
  expect(await Promise.all([one, two, three])).toEqual(['a', undefined, 'c'])
  expect(made).toEqual(['one', 'three'])
})

it('a request that fails hands its turn on', async () => {
  const turns = createRequestTurns(createManualClock('2026-06-10T08:00:00Z'), 1)
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(async () => 'next')).toBe('next')
})

it('writes that come together are one; those that come during one are the next', async () => {
  const doors = [door<void>(), door<void>()]
  const batches: number[][] = []
  const writes = batchWrites({
    most: 3,
    write: async (items: number[]) => {
      batches.push(items)
      await doors[batches.length - 1]?.opened
      return items.length
    },
  })
  const early = [writes.add(1), writes.add(2)]
  await Promise.resolve()
  await Promise.resolve()
  const late = [3, 4, 5, 6].map((item) => writes.add(item))
  doors[0]?.open()
  doors[1]?.open()
  expect(await Promise.all(early)).toEqual([2, 2])
  expect(await Promise.all(late)).toEqual([3, 3, 3, 1])
  await writes.idle()
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]])
})

it('a write that fails fails for those in it, and not for the next', async () => {
  let isBroken = true
  const writes = batchWrites({
    most: 10,
    write: async (items: number[]) => {
      if (isBroken) throw new Error('away')
      return items.length
    },
  })
  await expect(Promise.all([writes.add(1), writes.add(2)])).rejects.toThrow('away')
  isBroken = false
  expect(await writes.add(3)).toBe(1)
})
