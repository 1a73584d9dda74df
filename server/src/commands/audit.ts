// carillon audit verify, with or without a running service.
import { type AuditFinding, type AuditVerification, verifyAudit } from '../access/audit/verify-audit.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { CommandFailed } from './failure.ts'
import { withDatabase } from './open-storage.ts'
import { inDigits } from './progress-line.ts'
import { say } from './terminal.ts'

interface VerifyFlags {
  head: string | undefined
  asJson: boolean
}

export async function verifyAuditCommand({ head, asJson }: VerifyFlags): Promise<void> {
  const expected = head === undefined ? undefined : readHead(head)
  const found = await withDatabase(readConfig(), (db) =>
    verifyAudit({ db, clock: systemClock, head: expected }),
  )
  if (asJson) say(JSON.stringify(found, null, 2))
  else for (const line of describe(found)) say(line)
  if (found.findings.length > 0) process.exitCode = 1
}

function readHead(text: string): { id: number; hash: string } {
  const [, id = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === '')
    throw new CommandFailed(
      `--head must be a number, a colon and 64 hexadecimal digits, as in the log (got "${text}")`,
    )
  return { id: Number(id), hash }
}

function describe(found: AuditVerification): string[] {
  const { seals, rows, erasedRows, head, forgottenBefore, unsealed, isHeadForgotten, findings } = found
  const lines = findings.map(describeFinding)
  if (forgottenBefore)
    lines.push(`What is older than ${forgottenBefore.toISOString()} was deleted past its age.`)
  if (isHeadForgotten) lines.push('The seal of --head was deleted past its age, so it says nothing any more.')
  if (erasedRows > 0)
    lines.push(
      `Rows whose contents were erased with a person: ${inDigits(erasedRows)}. Who acted, when, and what was done are as they were sealed, except for names.`,
    )
  if (unsealed)
    lines.push(
      `Not sealed yet: ${inDigits(unsealed.rows)} rows from row ${unsealed.firstId} on, the oldest of ${unsealed.oldest.toISOString()}. A dialing node seals them within minutes.`,
    )
  if (head !== null) lines.push(`Head: ${head}`)
  lines.push(
    findings.length === 0
      ? `All ${inDigits(rows)} sealed rows are as they were sealed (${inDigits(seals)} seals).`
      : 'The audit trail was changed after it was sealed.',
  )
  return lines
}

function describeFinding(finding: AuditFinding): string {
  switch (finding.kind) {
    case 'rowChanged':
      return `row ${finding.id}: it was changed after it was sealed`
    case 'rowDeleted':
      return `row ${finding.id}: it was deleted`
    case 'rowInserted':
      return `row ${finding.id}: it was inserted among sealed rows`
    case 'rowErased':
      return `row ${finding.id}: its contents were erased, but there is no such erasure`
    case 'sealChanged':
      return `seal ${finding.seal}: it does not hold; its rows are those behind ${finding.afterId} up to ${finding.lastId}`
    case 'sealsMissing':
      return finding.from === finding.to
        ? `seal ${finding.from}: it is missing`
        : `seals ${finding.from} to ${finding.to}: they are missing`
    case 'checkpointUnrecorded':
      return `seal ${finding.seal}: it is a checkpoint, but there is no record of what was deleted before it`
    case 'headUnknown':
      return 'the seals do not contain the given head: the last ones were removed, or made again'
  }
}
