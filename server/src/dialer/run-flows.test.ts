import { describe, expect, it } from 'vitest'
import { CALL, openFlowNode } from '../../test/support/flow-node.ts'
import type { Flow } from '../flows/flow.ts'

const AGENT: Flow = { steps: [{ id: 'bot', type: 'stream', url: 'wss://bot.example' }] }

describe('what a voice agent says', () => {
  it('is stored at once, then once a second, and the last word is part of the result', async () => {
    const node = openFlowNode(AGENT)
    await node.answer()
    const before = node.stored.length
    for (let count = 1; count <= 300; count += 1) node.opened[0]?.say({ fields: { count: String(count) } })
    await node.settle()
    const counts = () => node.stored.slice(before).map(({ result }) => result.fields?.['count'])
    expect(counts()).toEqual(['1'])
    await node.pass(1100)
    expect(counts()).toEqual(['1', '300'])
    for (let count = 301; count <= 400; count += 1) node.opened[0]?.say({ fields: { count: String(count) } })
    expect(node.runs.takeEnd(CALL.id)?.result?.fields).toEqual({ count: '400' })
    await node.pass(5000)
    expect(counts()).toEqual(['1', '300'])
  })

  it('by request counts when it is stored, or when the call has ended', async () => {
    const node = openFlowNode(AGENT)
    await node.answer()
    expect(await node.runs.tell(CALL.id, { fields: { a: '1' } })).toBe(true)
    expect(node.stored.at(-1)?.result.fields).toEqual({ a: '1' })
    const last = node.runs.tell(CALL.id, { fields: { b: '2' } })
    expect(node.runs.takeEnd(CALL.id)?.result?.fields).toEqual({ a: '1', b: '2' })
    expect(await last).toBe(true)
    expect(await node.runs.tell(CALL.id, { fields: { c: '3' } })).toBe(false)
  })

  it('does not count for a call that another node has taken over', async () => {
    const node = openFlowNode(AGENT)
    await node.answer()
    node.world.isOurs = false
    expect(await node.runs.tell(CALL.id, { fields: { a: '1' } })).toBe(false)
    expect(node.runs.has(CALL.id)).toBe(false)
  })
})
