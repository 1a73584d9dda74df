import { describe, expect, it } from 'vitest'
import { createTokenLookup } from './token-lookup.ts'

const hashOf = (text: string) => Buffer.from(text)

/** Questions are answered when the test says so. */
function create(known: string[] = []) {
  const asked: string[][] = []
  const answer: ((error?: Error) => void)[] = []
  const lookup = createTokenLookup<{ hash: Buffer }>({
    hashOf: ({ hash }) => hash,
    pauseMs: 1,
    find(hashes) {
      const texts = hashes.map(String)
      asked.push(texts)
      return new Promise((resolve, reject) => {
        answer.push((error) => {
          if (error) reject(error)
          else resolve(known.filter((each) => texts.includes(each)).map((each) => ({ hash: hashOf(each) })))
        })
      })
    },
  })
  return { asked, answer, lookup: (text: string) => lookup(hashOf(text)) }
}

describe('a lookup', () => {
  it('asks one question at once, and the next one for all that came meanwhile', async () => {
    const { asked, answer, lookup } = create(['b', 'x'])
    const first = lookup('a')
    const others = ['b', 'c', 'c', 'a', 'x'].map(lookup)
    expect(asked).toEqual([['a']])
    answer[0]?.()
    expect(await first).toBeUndefined()
    await expect.poll(() => asked.length).toBe(2)
    // Asked again: what came after the question was asked is not answered by it.
    expect(asked[1]).toEqual(['b', 'c', 'a', 'x'])
    answer[1]?.()
    expect((await Promise.all(others)).map((found) => found?.hash.toString())).toEqual([
      'b',
      undefined,
      undefined,
      undefined,
      'x',
    ])
  })

  it('fails only for the requests of the failed query', async () => {
    const { asked, answer, lookup } = create(['b'])
    const first = lookup('a')
    const second = lookup('b')
    answer[0]?.(new Error('no database'))
    await expect(first).rejects.toThrow('no database')
    await expect.poll(() => asked.length).toBe(2)
    answer[1]?.()
    expect(await second).toMatchObject({ hash: hashOf('b') })
  })
})
