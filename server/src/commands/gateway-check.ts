// Tells whether a call could be placed now. Nothing is dialed, and no database is needed. A service that runs with the same
// settings is asked how its calls went.
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import { checkGateway } from '../telephony/switches/check-gateway.ts'
import type { Finding } from '../telephony/switches/finding.ts'
import { CommandFailed } from './failure.ts'
import { readLastAnswers } from './remote/last-answers.ts'
import { say } from './terminal.ts'

const marks: Record<Finding['level'], string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }

export async function gatewayCommand(): Promise<void> {
  const config = readConfig()
  const { gateway } = config
  const findings = [...(await checkGateway(gateway, systemClock)), ...(await readLastAnswers(config))]
  say(`Gateway: ${gateway.kind}`)
  for (const { level, text } of findings) say(`${marks[level]} ${printable(text)}`)
  if (findings.some(({ level }) => level === 'problem'))
    throw new CommandFailed('no call could be placed now')
  say('A call could be placed now.')
}
