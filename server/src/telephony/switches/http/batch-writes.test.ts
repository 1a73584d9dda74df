import { expect, it } from 'vitest'
import { batchWrites } from './batch-writes.ts'

function door() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('writes that come together are one; those that come during one are the next', async () => {
  const doors = [door(), door()]
  const batches: number[][] = []
  const writes = batchWrites({
    max: 3,
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
    max: 10,
    write: async (items: number[]) => {
      if (isBroken) throw new Error('away')
      return items.length
    },
  })
  await expect(Promise.all([writes.add(1), writes.add(2)])).rejects.toThrow('away')
  isBroken = false
  expect(await writes.add(3)).toBe(1)
})
