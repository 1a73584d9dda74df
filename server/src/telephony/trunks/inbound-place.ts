// Which of our numbers somebody calls, and who it is. Carriers write both in several forms: with + or 00, as digits with the country code,
// in the local form, or they call the account and name the number elsewhere in the request.
import type { PhoneNumber, PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Trunk, TrunkInbound } from './trunk.ts'

export interface CalledIn {
  trunkId: string
  callerNumber: string | undefined
  dialed: readonly string[]
}

export interface CalledPlace extends TrunkInbound {
  trunkName: string
  callerId: string
  caller: PhoneNumber | undefined
}

/**
 * Undefined: no trunk that answers has the number. A carrier with several accounts is one peer, so the number may be one of another trunk
 * with the same host. A call to the account of a trunk that registers is for the first of its numbers.
 */
export function inboundPlace(
  trunks: readonly Trunk[],
  { trunkId, callerNumber, dialed }: CalledIn,
  readPhoneNumber: PhoneNumberReader,
): CalledPlace | undefined {
  const own = trunks.find(({ id }) => id === trunkId)
  if (!own) return undefined
  const peers = [own, ...trunks.filter((trunk) => trunk !== own && trunk.host === own.host)]
  for (const text of dialed)
    for (const trunk of peers) {
      const callerId = calledNumber(trunk, text, readPhoneNumber)
      if (callerId === undefined || !trunk.inbound) continue
      const caller = readAsWritten(trunk, callerNumber ?? '', readPhoneNumber)
      return { ...trunk.inbound, trunkName: trunk.name, callerId, caller }
    }
  return undefined
}

function calledNumber(trunk: Trunk, text: string, readPhoneNumber: PhoneNumberReader): string | undefined {
  const keys = new Set([readPhoneNumber(text)?.key, readPhoneNumber(`+${text}`)?.key])
  const called = trunk.callerIds.find((each) => keys.has(readPhoneNumber(each)?.key))
  if (called !== undefined) return called
  const account = trunk.username?.split('@')[0]
  return trunk.registers && text === account ? (trunk.callerIds[0] ?? text) : undefined
}

/** Where the carrier wants digits with the country code, it also sends them. */
function readAsWritten(
  { numberForm }: Trunk,
  text: string,
  readPhoneNumber: PhoneNumberReader,
): PhoneNumber | undefined {
  return readPhoneNumber(numberForm === 'digits' && /^[1-9]\d{6,}$/.test(text) ? `+${text}` : text)
}
