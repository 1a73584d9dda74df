import { expect, it } from 'vitest'
import { readMediaQuality } from './media-quality.ts'

const channel = (id: string, trunk: string, state = 'Up') => ({
  ...{ id, name: `PJSIP/trunk-${trunk}-0000001f`, state },
})
const sound = { rxcount: 990, rxploss: 10, rxjitter: 0.004, rxmes: 90 }

async function read(channels: unknown, statistics: Record<string, object>) {
  const asked: string[] = []
  const send = async (_: string, path: string) => {
    asked.push(path)
    const id = /^\/channels\/(.+)\/rtp_statistics$/.exec(path)?.[1]
    const body = id === undefined ? channels : statistics[id]
    return { status: body ? 200 : 404, body, bytes: new Uint8Array() }
  }
  return { quality: Object.fromEntries(await readMediaQuality({ send })), asked }
}

it('is the mean of the live calls of a trunk', async () => {
  const { quality } = await read(
    [channel('1', 'a'), channel('2', 'a'), channel('3', 'b'), channel('4', 'b', 'Ring')],
    { 1: sound, 2: { rxcount: 500, rxploss: 0, rxjitter: 0.002 }, 3: { ...sound, rxmes: 0 } },
  )
  expect(quality).toEqual({
    a: { calls: 2, loss: 0.005, jitterMs: 3, mes: 90 },
    b: { calls: 1, loss: 0.01, jitterMs: 4, mes: undefined },
  })
})

it('asks few calls of each trunk, and says nothing without sound', async () => {
  const many = Array.from({ length: 20 }, (_, index) => channel(String(index), 'a'))
  const { quality, asked } = await read([...many, { id: 'x', name: 'PJSIP/another-00000001', state: 'Up' }], {
    0: { ...sound, rxcount: 3 },
  })
  expect(quality).toEqual({})
  expect(asked).toHaveLength(6)
})

it('says nothing if Asterisk does not answer', async () => {
  const send = () => Promise.reject(new Error('cannot be reached'))
  expect((await readMediaQuality({ send })).size).toBe(0)
})
