// Whether a call may be transferred now, at the moment of the transfer: the place may have come from a field of the contact.

import type { Clock } from '../../kernel/clock.ts'
import type { PhoneNumberReader } from '../../kernel/phone/phone-number.ts'
import { readRules } from '../../permission/rules.queries.ts'
import { numberOfTransfer, type TransferProblem, transferProblem } from '../../permission/transfers.ts'
import type { Database } from '../../storage/database.ts'
import { readNumberFacts } from '../single-calls/single-calls.queries.ts'

interface TransferJudge {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
}

/** Undefined: it may. A number on a do-not-call list that holds for all tasks is not called, unless it is our own. */
export function createTransferJudge({ db, clock, readPhoneNumber }: TransferJudge) {
  return async (to: string): Promise<TransferProblem | undefined> => {
    const rules = await readRules.first(db, [])
    if (!rules) return undefined
    const problem = transferProblem(to, rules, readPhoneNumber)
    if (problem) return problem
    const key = numberOfTransfer(to, readPhoneNumber)
    if (key === undefined || rules.own_phones.includes(key)) return undefined
    const facts = await readNumberFacts.first(db, [key, [], clock.now(), null, null])
    return facts && facts.do_not_call_list_id !== null ? { reason: 'do_not_call' } : undefined
  }
}
