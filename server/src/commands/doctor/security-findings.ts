// What is open in an installation, judged from facts about it: each finding says what is so and what would be right.
import type { Finding } from '../../telephony/switches/finding.ts'

export interface SecurityFacts {
  nodeMajor: number
  isRoot: boolean
  /** It can be reached from other machines. */
  isReachable: boolean
  hasProxy: boolean
  pages: { METRICS: string; API_DOCS: string }
  authFailuresPerMinute: number
  maxCallsPerTokenPerDay: number | undefined
  allowsUnencrypted: boolean
  recordingDays: number
  backups: { hasSecrets: boolean } | undefined
  /** Files that only their owner should read, with the rights that others have. */
  readableByOthers: string[]
  /** Secrets that the database has as they are. */
  plainSecrets: number
  database: { isOwnServer: boolean; isEncrypted: boolean; isLocal: boolean; isSuperuser: boolean }
  /** Of valid tokens: those of scope admin that never expire, and those of scope write without a limit of calls. */
  tokens: { endlessAdmins: string[]; unlimited: string[] }
  trunks: { name: string; isEncrypted: boolean }[]
  hasGlobalList: boolean
}

/** The newest major version of Node.js that gets no security fixes any more. */
const NODE_WITHOUT_FIXES = 20

export function securityFindings(facts: SecurityFacts): Finding[] {
  const { pages, database, tokens, trunks, backups } = facts
  const names = (given: string[]) => given.map((name) => JSON.stringify(name)).join(', ')
  const findings: (Finding | false)[] = [
    facts.nodeMajor <= NODE_WITHOUT_FIXES &&
      warning(`Node.js ${facts.nodeMajor} gets no security fixes any more: use 22 or 24`),
    facts.isRoot && warning('it runs as root: run it as an account of its own (carillon service install)'),
    facts.isReachable &&
      !facts.hasProxy &&
      problem(
        'HOST lets other machines connect, and TRUST_PROXY names no proxy: without TLS, tokens and passwords can be read on the way. Put a proxy with TLS in front',
      ),
    ...Object.entries(pages).map(
      ([name, access]) =>
        facts.isReachable && access === 'open' && problem(`${name}=open lets everybody read it: use token`),
    ),
    facts.authFailuresPerMinute === 0 &&
      problem('AUTH_FAILURES_PER_MINUTE=0 lets everybody guess tokens: leave it at 100'),
    ...facts.readableByOthers.map((file) =>
      problem(`${file} can be read by others than its owner: chmod 600 it`),
    ),
    database.isOwnServer &&
      !database.isLocal &&
      !database.isEncrypted &&
      problem('the connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL'),
    database.isOwnServer &&
      database.isSuperuser &&
      warning('DATABASE_URL has a superuser: a role that owns the database is enough'),
    facts.plainSecrets > 0 &&
      problem(
        `${facts.plainSecrets} passwords of trunks or phones, or secrets of webhooks, are not encrypted in the database: carillon secrets renew`,
      ),
    facts.allowsUnencrypted &&
      warning('ALLOW_UNENCRYPTED_GATEWAY=yes: gateways, speech, S3 or agents may be reached without TLS'),
    tokens.endlessAdmins.length > 0 &&
      warning(`tokens of scope admin that never expire: ${names(tokens.endlessAdmins)}`),
    trunks.length > 0 &&
      facts.maxCallsPerTokenPerDay === undefined &&
      tokens.unlimited.length > 0 &&
      warning(
        `a stolen token may place any number of calls: set MAX_CALLS_PER_TOKEN_PER_DAY, or a limit for ${names(tokens.unlimited)}`,
      ),
    ...trunks.map(
      ({ name, isEncrypted }) =>
        !isEncrypted &&
        warning(`trunk ${names([name])} does not use TLS: calls and its password can be read`),
    ),
    trunks.length > 0 &&
      !facts.hasGlobalList &&
      warning('calls are real, and there is no global do-not-call list: add one'),
    facts.recordingDays === 0 && warning('RECORDING_DAYS=0: recordings are kept for ever'),
    backups === undefined
      ? warning('BACKUP_DIR is not set: there are no nightly backups')
      : backups.hasSecrets &&
        warning('BACKUP_SECRETS=yes: whoever reads a backup has all secrets; keep them encrypted'),
  ]
  return findings.filter((finding) => finding !== false)
}

const warning = (text: string): Finding => ({ level: 'warning', text })
const problem = (text: string): Finding => ({ level: 'problem', text })
