// Which way a call takes: the JSON form, as it is asked for and as it is shown of calls.
import { Type } from 'typebox'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import { Id, orNull } from '../../platform/http/schemas/route-schema.ts'
import {
  PHONE_NUMBER_MAX_LENGTH,
  PHONE_NUMBER_PATTERN,
  PHONE_NUMBER_RULE,
} from '../../platform/kernel/phone/phone-number.ts'
import type { CallRouteRow } from './trunks.queries.ts'

const MAX_CALLER_IDS = 1000

export const givenCallerId = Type.String({
  maxLength: PHONE_NUMBER_MAX_LENGTH,
  pattern: PHONE_NUMBER_PATTERN,
  'x-rules': { pattern: rule('phone_invalid', `must be ${PHONE_NUMBER_RULE}`) },
  examples: ['+4930901820'],
})

export const callerIds = (description: string) =>
  Type.Array(givenCallerId, { maxItems: MAX_CALLER_IDS, description })

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
