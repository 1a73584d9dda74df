import { describe, expect, it } from 'vitest'
import type { Announcement, Flow, FlowStep } from '../flow.ts'
import { flowExamples } from '../flow-examples.ts'
import { hasUndisclosedAgent, unannouncedStep } from './announcements.ts'
import { checkFlow } from './check-flow.ts'

const say = (id: string, announces: Announcement[] = [], next?: string): FlowStep => ({
  ...{ id, type: 'say', text: 'Hello.', announces },
  ...(next !== undefined && { next }),
})
const agent = (announces: Announcement[] = []): FlowStep => ({
  ...{ id: 'agent', type: 'stream', url: 'wss://agent.example.com', announces },
})
const record = (what: 'call' | 'message' = 'call'): FlowStep => ({ id: 'record', type: 'record', what })
const branch: FlowStep = {
  ...{ id: 'branch', type: 'branch', cases: [{ when: 'verdict == "person"', next: 'agent' }] },
}

const found = (steps: FlowStep[], what: Announcement, more: Partial<Flow> = {}) =>
  unannouncedStep({ steps, ...more }, what)?.id

describe('what a flow announces', () => {
  it.each<[FlowStep[], boolean]>([
    [[agent()], true],
    [[say('a'), agent()], true],
    [[say('a', ['recording']), agent()], true],
    [[say('a', ['artificialVoice']), agent()], false],
    [[{ id: 'a', type: 'play', audioId: 'x', announces: ['artificialVoice'] }, agent()], false],
    // The agent says so itself.
    [[say('a'), agent(['artificialVoice'])], false],
    // It is said on one of two ways only.
    [[branch, say('a', ['artificialVoice']), agent()], true],
    [[say('a', ['artificialVoice']), branch, say('b'), agent()], false],
    // It is said too late.
    [[agent(), say('a', ['artificialVoice'])], true],
    // A loop comes to an end.
    [[say('a', [], 'b'), say('b', [], 'a')], false],
    [[say('a')], false],
  ])('%j can come to a voice agent before: %s', (steps, isUndisclosed) => {
    expect(hasUndisclosedAgent({ steps })).toBe(isUndisclosed)
  })

  it('holds on the way of a message for a machine, too', () => {
    const steps = [say('a', ['artificialVoice'], 'agent'), say('message'), agent()]
    expect(found(steps, 'artificialVoice')).toBeUndefined()
    const onMachine = { do: 'leaveMessage', step: 'message' } as const
    expect(found(steps, 'artificialVoice', { onMachine })).toBe('agent')
  })

  it('is about recordings of the whole call, not of a message', () => {
    expect(found([say('a'), record()], 'recording')).toBe('record')
    expect(found([say('a', ['recording']), record()], 'recording')).toBeUndefined()
    expect(found([say('a'), record('message')], 'recording')).toBeUndefined()
  })

  it('is a fault only of a task that needs the notice', () => {
    const flow = { steps: [say('a'), record()] }
    expect(checkFlow({ flow })).toEqual([])
    expect(checkFlow({ flow, needsRecordingNotice: true })).toMatchObject([
      { step: 'record', field: 'flow.steps[1]', detail: { fault: 'recording_unannounced' } },
    ])
    const told = { steps: [say('a', ['recording']), record()] }
    expect(checkFlow({ flow: told, needsRecordingNotice: true })).toEqual([])
  })

  it.each(['en', 'zh'] as const)('is complete in the examples (%s)', (language) => {
    for (const { flow } of flowExamples(language)) expect(hasUndisclosedAgent(flow)).toBe(false)
  })
})
