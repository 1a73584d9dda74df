import { describe, expect, it } from 'vitest'
import { CALL, openFlowNode } from '../../../../test/support/flow-node.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'

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

describe('what a call plays', () => {
  const flow: Flow = {
    steps: [
      { id: 'hello', type: 'say', text: 'Hello {{name}}.' },
      { id: 'tune', type: 'play', audioId: 'tune' },
      { id: 'bye', type: 'say', text: 'Goodbye.' },
    ],
  }

  it('is in its result with the hash of its audio, and costs no further write', async () => {
    const node = openFlowNode(flow, { name: 'Ann' })
    const unhashed = openFlowNode(flow, { name: 'Ann' })
    for (const each of [node, unhashed]) {
      if (each === node) each.world.sha256 = 'aa'
      await each.answer()
      each.world.sha256 = each === node ? 'bb' : undefined
      await each.hear({ type: 'played', playId: '1' })
    }
    expect(node.stored.map(({ result }) => [result.said, result.played])).toEqual([
      [[{ step: 'hello', text: 'Hello Ann.', offsetMs: 0 }], undefined],
      [
        [{ step: 'hello', text: 'Hello Ann.', offsetMs: 0, sha256: 'aa' }],
        [{ step: 'tune', audioId: 'tune', offsetMs: 0 }],
      ],
    ])
    expect(node.stored).toHaveLength(unhashed.stored.length)
    expect(node.runs.takeEnd(CALL.id)?.result).toMatchObject({
      said: [{ step: 'hello', sha256: 'aa' }],
      played: [{ step: 'tune', sha256: 'bb' }],
    })
    expect(unhashed.runs.takeEnd(CALL.id)?.result?.said).toEqual([
      { step: 'hello', text: 'Hello Ann.', offsetMs: 0 },
    ])
  })
})

describe('a callee who hangs up', () => {
  const AFTER: Flow['steps'] = [
    { id: 'mood', type: 'set', field: 'mood', value: 'good' },
    { id: 'out', type: 'optOut', listId: 'list' },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ]
  const ended = { type: 'ended', attemptId: CALL.id, end: { cause: 'answered', talkMs: 9 } } as const

  it('is not taken for one who did if nobody saw the end: the flow is broken off, unless it had ended', async () => {
    const unseen = { ...ended.end, isUnseen: true } as const
    const cut = openFlowNode({ steps: [{ id: 'x', type: 'record', what: 'message' }, ...AFTER] })
    await cut.answer()
    cut.runs.beforeEnd(CALL.id, unseen)
    await cut.hear({ type: 'recorded' })
    const end = cut.runs.takeEnd(CALL.id)
    expect(end).toMatchObject({ isBrokenOff: true, result: { ending: 'interrupted', step: 'x' } })
    expect(end?.result?.hungUp).toBeUndefined()
    expect(cut.done).toEqual(['record'])

    const adopted = openFlowNode({ steps: [{ id: 'x', type: 'record', what: 'message' }, ...AFTER] })
    await adopted.answer()
    expect(adopted.runs.takeEnd(CALL.id)).toMatchObject({ isBrokenOff: true })

    const done = openFlowNode({ steps: [{ id: 'x', type: 'hangup' }] })
    await done.answer()
    done.runs.beforeEnd(CALL.id, unseen)
    expect(done.runs.takeEnd(CALL.id)).toMatchObject({ isBrokenOff: false })
  })

  it('ends the flow, whether the gateway says so early, with the end, or only by silence', async () => {
    const early = openFlowNode({ steps: [{ id: 'x', type: 'record', what: 'message' }, ...AFTER] })
    await early.answer()
    await early.hear({ type: 'hungUp' })
    await early.hear({ type: 'recorded' })
    expect(early.runs.takeEnd(CALL.id)?.result).toMatchObject({ hungUp: 'x', step: 'x' })
    expect(early.done).toEqual(['record'])

    const late = openFlowNode({ steps: [{ id: 'x', type: 'record', what: 'message' }, ...AFTER] })
    await late.answer()
    late.runs.beforeEnd(CALL.id, ended.end)
    expect(late.runs.takeEnd(CALL.id)?.result).toMatchObject({ hungUp: 'x', step: 'x' })

    const test = openFlowNode({ steps: [{ id: 'x', type: 'record', what: 'message' }, ...AFTER] })
    await test.answer()
    test.runs.hear(ended)
    expect(test.runs.takeEnd(CALL.id)?.result).toMatchObject({ hungUp: 'x', step: 'x' })
  })

  it('in a conversation is told apart from an agent that is done', async () => {
    const node = openFlowNode({ steps: [...AGENT.steps, ...AFTER] })
    await node.answer()
    node.media[0]?.hangUp()
    expect(node.opened[0]?.isClosed).toBe(true)
    node.opened[0]?.end('done')
    await node.settle()
    node.runs.beforeEnd(CALL.id, ended.end)
    const { result } = node.runs.takeEnd(CALL.id) ?? {}
    expect(result).toEqual({ step: 'bot', hungUp: 'bot', path: [['bot', 0, 'hungUp']] })
    expect(node.done).toEqual([])

    const left = openFlowNode({ steps: [...AGENT.steps, ...AFTER] })
    await left.answer()
    left.opened[0]?.end('done')
    await left.settle()
    expect(left.runs.takeEnd(CALL.id)?.result).toMatchObject({ agent: 'done', fields: { mood: 'good' } })
    expect(left.done).toEqual(['optOut list', 'play 1'])
  })

  it('is not assumed if the audio breaks off and the call goes on', async () => {
    const node = openFlowNode({
      steps: [{ id: 'bot', type: 'stream', url: 'wss://bot.example', failText: 'Sorry.' }, ...AFTER],
    })
    await node.answer()
    node.media[0]?.hangUp()
    node.opened[0]?.end('done')
    await node.pass(4000)
    expect(node.done).toEqual(['play 1'])
    expect(node.runs.takeEnd(CALL.id)?.result).toMatchObject({ agent: 'died', said: [{ text: 'Sorry.' }] })
  })

  it('has not heard a sentence that was only stored', async () => {
    const node = openFlowNode({ steps: [{ id: 'x', type: 'say', text: 'Hello.' }] })
    const answered = node.answer()
    node.runs.hear({ type: 'hungUp', attemptId: CALL.id })
    await answered
    expect(node.done).toEqual([])
    expect(node.runs.takeEnd(CALL.id)?.result).toEqual({ step: 'x', hungUp: 'x', path: [['x', 0, 'hungUp']] })
  })

  it('is not one on whom somebody else hangs up', async () => {
    const node = openFlowNode(AGENT)
    await node.answer()
    node.runs.noteHangUp(CALL.id)
    node.runs.beforeEnd(CALL.id, ended.end)
    expect(node.runs.takeEnd(CALL.id)?.result?.hungUp).toBeUndefined()
  })
})

it('a late end of the sound before does not end the watch of the next one', async () => {
  const node = openFlowNode({
    steps: [
      { id: 'a', type: 'say', text: 'One.' },
      { id: 'b', type: 'say', text: 'Two.' },
    ],
  })
  await node.answer()
  await node.hear({ type: 'played', playId: '1' })
  await node.hear({ type: 'played', playId: '1' })
  expect(node.done).toEqual(['play 1', 'play 2'])
  // The end of the second one is lost: it is asked about.
  await node.pass(7000)
  expect(node.done).toEqual(['play 1', 'play 2', 'hangUp'])
})

it('a call that is taken over keeps the time of its answer', async () => {
  const first = openFlowNode({ steps: [{ id: 'a', type: 'say', text: 'One.' }] })
  await first.answer()
  const state = first.stored.at(-1)
  const second = openFlowNode({ steps: [{ id: 'a', type: 'say', text: 'One.' }] })
  second.world.doing = 'playing'
  await second.pass(3000)
  second.runs.adopt(second.call, state)
  second.runs.noteLive(CALL.id)
  await second.settle()
  await second.pass(1100)
  expect(second.runs.takeEnd(CALL.id)?.result?.verdict).toMatchObject({ is: 'silence' })
})

it('an agent that was connected while it rang gets the parameters that the call has given', async () => {
  const node = openFlowNode(
    {
      steps: [
        { id: 'mood', type: 'set', field: 'mood', value: 'good' },
        {
          id: 'bot',
          type: 'stream',
          url: 'wss://bot.example',
          connect: 'ringing',
          parameters: { mood: '{{result.mood}}', who: '{{name}}' },
        },
      ],
    },
    { name: 'Ann' },
  )
  node.runs.expect(node.call)
  await node.hear({ type: 'ringing' })
  expect(node.opened).toHaveLength(1)
  node.runs.hear({ type: 'answered', attemptId: CALL.id })
  await node.settle()
  expect(node.opened).toHaveLength(1)
  expect(node.opened[0]?.started).toEqual({ name: 'Ann', who: 'Ann', mood: 'good' })
})

describe('a time of the day', () => {
  const flow: Flow = {
    steps: [
      { id: 'later', type: 'set', field: 'callbackTime', value: '17:00' },
      { id: 'bye', type: 'say', text: 'Bye.' },
    ],
  }
  const timeFor = async (given: object) => {
    const node = openFlowNode(flow, { timeZone: 'Asia/Tokyo' })
    Object.assign(node.call, given)
    await node.answer()
    return node.runs.takeEnd(CALL.id)?.result?.callbackTime
  }
  it('is that of the called person where the task dials by it', async () => {
    expect(await timeFor({ isByRecipient: true })).toBe('1970-01-01T08:00:00.000Z')
    expect(await timeFor({ isByRecipient: false })).toBe('1970-01-01T17:00:00.000Z')
  })
})
