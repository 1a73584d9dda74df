// The JSON form of what came of calls, in five words.
import { Type } from 'typebox'
import { oneOf } from '../../platform/http/schemas/route-schema.ts'
import { CALL_ENDINGS, type CallEnding } from '../../platform/words/calls.ts'

const endings: Record<CallEnding, string> = {
  successful: 'a success by the rule of its task',
  unsuccessful: 'answered, not successful',
  machine: 'a machine or a call screening service answered',
  notAnswered: 'rang out, unreachable or switched off',
  failed: 'busy, rejected, no such number, congestion or an error',
}

export const ending = oneOf([...CALL_ENDINGS], {
  description: `What came of it in five words, by its cause: ${Object.entries(endings)
    .map(([code, meaning]) => `\`${code}\` ${meaning}`)
    .join(', ')}.`,
  examples: ['successful'],
})

const endingCount = (code: CallEnding) =>
  Type.Integer({ description: `Calls: ${endings[code]}.`, examples: [12] })

export const endingCounts = Type.Object(
  {
    successful: endingCount('successful'),
    unsuccessful: endingCount('unsuccessful'),
    machine: endingCount('machine'),
    notAnswered: endingCount('notAnswered'),
    failed: endingCount('failed'),
  },
  { description: 'What came of the calls, in five words. They add up to all calls.' },
)
