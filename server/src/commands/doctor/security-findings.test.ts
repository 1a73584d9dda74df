import { describe, expect, it } from 'vitest'
import { type SecurityFacts, securityFindings } from './security-findings.ts'

const closed: SecurityFacts = {
  nodeMajor: 22,
  isRoot: false,
  isReachable: false,
  hasProxy: false,
  pages: { METRICS: 'open', API_DOCS: 'open' },
  authFailuresPerMinute: 100,
  maxCallsPerTokenPerDay: 500,
  allowsUnencrypted: false,
  recordingDays: 90,
  backups: { hasSecrets: false },
  readableByOthers: [],
  plainSecrets: 0,
  database: { isOwnServer: false, isEncrypted: false, isLocal: true, isSuperuser: true },
  tokens: { endlessAdmins: [], unlimited: ['crm'] },
  trunks: [],
  hasGlobalList: false,
}
const reachable = { ...closed, isReachable: true }
const ownServer = { isOwnServer: true, isEncrypted: false, isLocal: false, isSuperuser: false }
const trunk = { name: 'Main', isEncrypted: true }

describe('what is open in an installation', () => {
  it('is nothing on a machine of its own', () => {
    expect(securityFindings(closed)).toEqual([])
  })

  it.each<[string, SecurityFacts, string[]]>([
    ['an old Node.js', { ...closed, nodeMajor: 20 }, ['warning: Node.js 20 gets no security fixes']],
    ['root', { ...closed, isRoot: true }, ['warning: it runs as root']],
    [
      'a network without a proxy',
      reachable,
      ['problem: HOST lets other machines', 'problem: METRICS=open', 'problem: API_DOCS=open'],
    ],
    [
      'a network behind a proxy',
      { ...reachable, hasProxy: true, pages: { METRICS: 'token', API_DOCS: 'off' } },
      [],
    ],
    ['guessing', { ...closed, authFailuresPerMinute: 0 }, ['problem: AUTH_FAILURES_PER_MINUTE=0']],
    ['an open file', { ...closed, readableByOthers: ['/d/access-token'] }, ['problem: /d/access-token']],
    ['a database elsewhere', { ...closed, database: ownServer }, ['problem: the connection to the database']],
    [
      'a superuser',
      { ...closed, database: { ...ownServer, isEncrypted: true, isSuperuser: true } },
      ['warning: DATABASE_URL has a superuser'],
    ],
    ['no encryption', { ...closed, allowsUnencrypted: true }, ['warning: ALLOW_UNENCRYPTED_GATEWAY=yes']],
    [
      'an endless administrator',
      { ...closed, tokens: { endlessAdmins: ['first'], unlimited: [] } },
      ['warning: tokens of scope admin that never expire: "first"'],
    ],
    [
      'a trunk',
      { ...closed, maxCallsPerTokenPerDay: undefined, trunks: [trunk, { name: 'Old', isEncrypted: false }] },
      [
        'warning: a stolen token may place any number of calls: set MAX_CALLS_PER_TOKEN_PER_DAY, or a limit for "crm"',
        'warning: trunk "Old" does not use TLS',
        'warning: calls are real, and there is no global do-not-call list',
      ],
    ],
    ['a limited trunk', { ...closed, trunks: [trunk], hasGlobalList: true }, []],
    ['endless recordings', { ...closed, recordingDays: 0 }, ['warning: RECORDING_DAYS=0']],
    ['no backups', { ...closed, backups: undefined }, ['warning: BACKUP_DIR is not set']],
    ['secret backups', { ...closed, backups: { hasSecrets: true } }, ['warning: BACKUP_SECRETS=yes']],
  ])('%s', (_name, facts, expected) => {
    const found = securityFindings(facts).map(({ level, text }) => `${level}: ${text}`)
    expect(found).toEqual(expected.map((start) => expect.stringMatching(new RegExp(`^${start}`))))
  })
})
