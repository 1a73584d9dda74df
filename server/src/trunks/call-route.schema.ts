// Which way a call has taken: the JSON form, in lists of calls, in the history of a number and in explanations.
import { Type } from 'typebox'
import { Id, orNull } from '../http/schemas/route-schema.ts'
import type { CallRouteRow } from './trunks.queries.ts'

export const callRoute = {
  trunkId: { ...orNull(Id), description: 'The trunk of the call; null without trunks.' },
  trunkName: orNull(
    Type.String({ description: 'Null without a trunk, and if it was deleted.', examples: ['Main carrier'] }),
  ),
  callerId: orNull(
    Type.String({
      description: 'The number that the callee was shown; null if the service did not choose it.',
      examples: ['+4930901820'],
    }),
  ),
}

export const presentRoute = (row: CallRouteRow) => ({
  trunkId: row.trunk_id,
  trunkName: row.trunk_name,
  callerId: row.caller_id,
})
