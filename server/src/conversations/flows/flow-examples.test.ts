import { describe, expect, it } from 'vitest'
import { checkFlow } from './check/check-flow.ts'
import { flowExamples } from './flow-examples.ts'
import { type WalkEvent, walkFlow } from './run/walk-flow.ts'
import { listsIn } from './steps/steps.ts'

const LIST = '11111111-1111-4111-8111-111111111111'

describe.each(['en', 'zh'] as const)('the example flows in %s', (language) => {
  it.each(flowExamples(language, LIST).map(({ id, ...example }) => [id, example] as const))(
    '%s have a key by which the callee comes on the list',
    (_, { flow, successWhen, choices }) => {
      expect(checkFlow({ flow, successWhen })).toEqual([])
      expect(listsIn(flow)).toEqual([LIST])
      expect(choices.map(({ what }) => what)).not.toContain('list')
      const walk = (events: WalkEvent[]) =>
        walkFlow({ flow, field: () => 'x', callbackTime: () => undefined }, events)
      const events: WalkEvent[] = [{ verdict: 'person' }]
      for (let waits = 0; waits < 5 && walk(events).waitsFor !== 'key'; waits += 1)
        events.push({ wait: true })
      const { entries, result } = walk([...events, { key: '9' }])
      expect(entries.filter(({ what }) => what === 'optOut')).toMatchObject([{ text: LIST }])
      expect(result.optOut).toBe(LIST)
      // Nobody comes on the list who presses nothing.
      const quiet: WalkEvent[] = Array.from({ length: 20 }, () => ({ wait: true }))
      expect(walk([{ verdict: 'person' }, ...quiet]).result.optOut).toBeUndefined()
    },
  )

  it('have no such key while there is no list, but for the one that is about it', () => {
    const examples = flowExamples(language)
    expect(examples.filter(({ flow }) => listsIn(flow).length > 0).map(({ id }) => id)).toEqual(['optOut'])
    expect(examples.find(({ id }) => id === 'optOut')?.choices).toMatchObject([{ what: 'list' }])
  })
})
