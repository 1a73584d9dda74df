// Where a call may be transferred to. A phone number must obey the rules for destinations, as if it were called. A SIP host or dialplan
// context must be on the administrator's list; it may then interpret names and short numbers as it likes, except emergency numbers.
// Queues are always allowed.
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import {
  destinationProblem,
  destinationRules,
  type StoredDestinations,
  withoutCodes,
} from './destinations.ts'

export interface StoredTransferRules extends StoredDestinations {
  transfer_hosts: string[]
  transfer_contexts: string[]
}

export interface TransferProblem {
  /** As of a denial, or `host_not_allowed`, `context_not_allowed` or `not_a_target`. */
  reason: string
  /** The host or the context. */
  place?: string
}

/** Emergency numbers on most switches, also after the digit of an outside line. Other short numbers are extensions. */
const EMERGENCY_EXTENSION = /^[09]?(?:000|110|112|911|999)$/
/** Longer than an extension, or international. */
const PHONE_NUMBER = /^(?:\+\d+|\d{7,})$/
const SIP = /^sips?:(?:([^@]*)@)?(\[[0-9a-f:.]+\]|[^:;?@]+)(?::(\d+))?(?:;transport=(?:udp|tcp|tls))?$/i

/** `to`: without places for fields; `isSimulated`: no phone rings. Undefined: calls may be transferred there. */
export function transferProblem(
  to: string,
  rules: StoredTransferRules,
  readPhoneNumber: PhoneNumberReader,
  isSimulated = false,
): TransferProblem | undefined {
  const kind = to.slice(0, to.indexOf(':')).toLowerCase()
  const rest = to.slice(to.indexOf(':') + 1)
  if (kind === 'queue') return undefined
  if (kind === 'tel') return numberProblem(rest, rules, readPhoneNumber, isSimulated)
  if (kind === 'dialplan') {
    const [context = '', extension = ''] = rest.split(',')
    if (!rules.transfer_contexts.includes(context)) return { reason: 'context_not_allowed', place: context }
    return extensionProblem(extension, rules, readPhoneNumber, isSimulated)
  }
  const [, user = '', host = '', port] = SIP.exec(to) ?? []
  if (host === '') return { reason: 'not_a_target' }
  const place = host.toLowerCase()
  const isListed = rules.transfer_hosts.some(
    (listed) => listed === place || (port !== undefined && listed === `${place}:${port}`),
  )
  if (!isListed) return { reason: 'host_not_allowed', place: port === undefined ? place : `${place}:${port}` }
  return extensionProblem(decoded(user), rules, readPhoneNumber, isSimulated)
}

/** The phone number of a place, if it has one, to look up in do-not-call lists. */
export function numberOfTransfer(to: string, readPhoneNumber: PhoneNumberReader): string | undefined {
  return /^tel:/i.test(to) ? readPhoneNumber(to.slice('tel:'.length))?.key : undefined
}

function numberProblem(
  text: string,
  rules: StoredTransferRules,
  readPhoneNumber: PhoneNumberReader,
  isSimulated = false,
): TransferProblem | undefined {
  const phone = readPhoneNumber(text)
  if (!phone) return { reason: 'not_a_target' }
  const problem = destinationProblem(phone.key, destinationRules(rules), isSimulated)
  return problem && { reason: problem.reason }
}

function extensionProblem(
  extension: string,
  rules: StoredTransferRules,
  readPhoneNumber: PhoneNumberReader,
  isSimulated = false,
): TransferProblem | undefined {
  if (!rules.allows_emergency && EMERGENCY_EXTENSION.test(withoutCodes(extension)))
    return { reason: 'emergency_number' }
  return PHONE_NUMBER.test(extension)
    ? numberProblem(extension, rules, readPhoneNumber, isSimulated)
    : undefined
}

/** A user may be written with escapes: `%31%31%32` is 112. */
function decoded(user: string): string {
  try {
    return decodeURIComponent(user.split(/[;:]/)[0] ?? '')
  } catch {
    return user
  }
}
