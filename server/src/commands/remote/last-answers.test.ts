import { expect, it } from 'vitest'
import { describeAnswers } from './last-answers.ts'

const quiet = { nodes: [{ name: 'node', gatewayFault: null }], attention: [] }

it('a node that cannot dial is a problem, and says what to change', () => {
  const gatewayFault = 'the trunk refuses calls with SIP 403: the carrier does not accept this caller ID'
  expect(describeAnswers({ ...quiet, nodes: [{ name: 'a', gatewayFault }] }, [])).toEqual([
    { level: 'problem', text: `the service dials nothing on a: ${gatewayFault}` },
  ])
})

it('a task that failed is a warning; one that only waits is none', () => {
  const attention = [
    { taskName: 'Spring', status: 5, message: 'It failed: SIP 401' },
    { taskName: 'Autumn', status: 1, message: 'It waits for lines' },
  ]
  expect(describeAnswers({ ...quiet, attention }, [])).toEqual([
    { level: 'warning', text: 'the task "Spring": It failed: SIP 401' },
  ])
})

it('the latest calls are counted by their answers, with advice where the trunk is to blame', () => {
  const calls = [
    { cause: 'answered', sipStatus: null },
    { cause: 'busy', sipStatus: 486 },
    { cause: 'busy', sipStatus: 486 },
    { cause: 'congestion', sipStatus: 503 },
  ]
  expect(describeAnswers(quiet, calls)).toEqual([
    {
      level: 'ok',
      text: 'the latest 4 calls: 2 busy (SIP 486), 1 answered, 1 congestion (SIP 503)',
    },
    { level: 'warning', text: expect.stringMatching(/^SIP 503: the carrier has no line/) },
  ])
  expect(describeAnswers(quiet, [])).toEqual([])
})
