// Whether a call could be placed now, in plain words. Nothing is dialed, and no database is needed.
import { readConfig } from '../config.ts'
import { checkGateway } from '../gateways/check-gateway.ts'
import type { Finding } from '../gateways/finding.ts'
import { systemClock } from '../kernel/clock.ts'
import { CommandFailed } from './failure.ts'

const marks: Record<Finding['level'], string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }

export async function gatewayCommand([action, ...rest]: string[]): Promise<void> {
  if (action !== 'check' || rest.length > 0) throw new CommandFailed('gateway needs: check')
  const { gateway } = readConfig()
  const findings = await checkGateway(gateway, systemClock)
  process.stdout.write(`Gateway: ${gateway.kind}\n`)
  for (const { level, text } of findings) process.stdout.write(`${marks[level]} ${text}\n`)
  if (findings.some(({ level }) => level === 'problem'))
    throw new CommandFailed('no call could be placed now')
  process.stdout.write('A call could be placed now.\n')
}
