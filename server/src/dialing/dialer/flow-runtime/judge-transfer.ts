// Whether a call may be transferred now, at the moment of the transfer: the place may have come from a field of the contact.

import { destinationRules, type StoredDestinations } from '../../../campaigns/permission/destinations.ts'
import { NO_LIMITS, readRules } from '../../../campaigns/permission/rules.queries.ts'
import {
  numberOfTransfer,
  type TransferProblem,
  transferProblem,
} from '../../../campaigns/permission/transfers.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { type Country, createDialForm } from '../../../platform/kernel/phone/phone-key.ts'
import type { PhoneNumberReader } from '../../../platform/kernel/phone/phone-number.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { readEnabledTrunks } from '../../../telephony/trunks/default-trunk.ts'
import { areCallsSimulated, type Simulation } from '../../../telephony/trunks/trunks.queries.ts'
import { sendingProblem } from '../routing/sent-number.ts'
import { readNumberFacts } from '../single-calls/single-calls.queries.ts'

interface TransferJudge {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Of numbers that name none. */
  country?(): Country | undefined
  /** When calls are simulated; without it, while no trunk is enabled. */
  simulation?: Simulation
}

/** Undefined: it may. A number on a do-not-call list that holds for all tasks is not called, unless it is our own. */
export function createTransferJudge(dependencies: TransferJudge) {
  const { db, clock, readPhoneNumber, country, simulation = 'withoutTrunks' } = dependencies
  /** It goes out by the trunk of the call, which may be any of them. */
  async function sentProblem(
    number: string,
    rules: StoredDestinations,
  ): Promise<TransferProblem | undefined> {
    const phone = readPhoneNumber(number)
    if (!phone) return undefined
    const sending = { destinations: destinationRules(rules), country: country?.() }
    const dialed = createDialForm(sending.country)(phone.text, phone.key)
    const trunks = await readEnabledTrunks(db)
    const isDenied = trunks.some((trunk) => sendingProblem(trunk, dialed, sending))
    return isDenied ? { reason: 'denied_on_trunk' } : undefined
  }

  return async (to: string): Promise<TransferProblem | undefined> => {
    const rules = await readRules.first(db, [])
    if (!rules) return undefined
    const problem = transferProblem(to, rules, readPhoneNumber, await areCallsSimulated(db, simulation))
    if (problem) return problem
    const sent = /^tel:/i.test(to) ? await sentProblem(to.slice('tel:'.length), rules) : undefined
    if (sent) return sent
    const key = numberOfTransfer(to, readPhoneNumber)
    if (key === undefined || rules.exempt_numbers.includes(key)) return undefined
    const facts = await readNumberFacts.first(db, [key, [], clock.now(), ...NO_LIMITS, null])
    return facts && facts.do_not_call_list_id !== null ? { reason: 'do_not_call' } : undefined
  }
}
