// docs/access.md, from the routes: what each operation needs, and how it is bound.
import {
  DEFAULT_EXTRAS,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  ROLES,
  scopeFor,
} from '../src/platform/kernel/access/permissions.ts'

interface Described {
  paths: Record<string, Record<string, { summary?: string; 'x-needs'?: Permission; 'x-bound'?: string }>>
}

const INTRODUCTION = `# Who may do what

What an operation needs is a permission, and a token has the permissions of its scope: each scope has those of the scopes before it. A token may
be bound to data sources besides (\`dataSourceIds\` of \`POST /api/token/create\`, \`--data-sources\` on the command line): what belongs to other data sources does not exist
for it, and operations about everything are refused with 403. It cannot have scope admin. Nobody needs to be told which ids exist: a foreign id is answered like one that nobody has.
People who sign in through a provider, and what its groups give them: [single-sign-on.md](single-sign-on.md).

A person has the permissions of a role; \`export\`, \`call\`, \`hear\` and \`listen\` are given to people one by one beside it, never to a monitor. People are bound to data sources as
tokens are.

| permission | what it is for | scope | roles |
|---|---|---|---|
`

const BOUNDS = `
## What a bound person sees

The same holds for tokens that are bound.

| bound by | what somebody bound gets |
|---|---|
| \`dataSource\`, \`task\`, \`call\`, \`liveCall\`, \`recording\`, \`import\` | the thing with this id, if it belongs to one of their own data sources; otherwise 404 |
| \`filtered\` | a list with only what belongs to their own data sources |
| \`none\` | the same as everybody: nothing in it belongs to a data source. A task can be added to their own data sources only |
| \`all\` | 403 |

| | what somebody bound gets |
|---|---|
| do-not-call lists and consents | hidden: they hold for all data sources. A task can name a list by its id, and its calls keep to it |
| a number's history, and notes about it | hidden. The calls of a contact and why it waits are there, also where another task has called its number, which is not named |
| overview, reports, events | hidden. Figures, reports of flows and results of their own tasks are there |
| calls to us, single calls, test calls | hidden, also what came of them. The calls of a contact include single calls to its number |
| calls, keyed answers, transcripts, recordings, listening in | their own part |
| audio files, calendars, trunks, limits | all of them: they belong to no data source |
| imports | those of their own data sources |
| webhooks, people, tokens, the audit trail, erasures | administrators only, who are never bound. The changes of one of their own tasks are there |
| assistants (\`/mcp\`) | the tools, with the rights of the token |
| backups | administrators only, on the machine |

That a name is taken is seen by everybody. Give out bound rights when all nodes are of a release that knows
them: a node of an older one would take them for rights without bounds. A backup that is restored has them as they were.

## What a monitor sees

A monitor has the permission \`see\` and nothing else: how tasks, trunks and the service are doing, and no phone number, no contact and nothing that was said. What is about numbers
needs \`seeNumbers\` and is answered with 403. In all other answers each number of seven digits or more, however it is written, is masked: \`+49•••••78\`, the first two and the last two digits.
So are numbers in reasons, descriptions, results and names of files. The company's own are shown: caller IDs, prefixes, and what a flow says and to where it transfers. Names that you
give (tasks, data sources, people, lists) are shown as they are: put no number in them. Nothing that a monitor may ask can be filtered, sorted or searched by number.

| | what a monitor gets |
|---|---|
| contacts, do-not-call entries, consents, notes, a number's history | hidden; how many there are is shown |
| calls of any kind, live or over, transcripts, what a test call or a trunk test came to | hidden; their figures are shown |
| recordings, listening in, exports | hidden; the export of a report has no numbers |
| overview, problems, explanations, histories, reports | shown, numbers in texts masked |
| keyed answers and other results | counted by value; a value that is a number is masked |
| imports | their progress; no preview, no failed rows |
| the changes of a task | shown, numbers in reasons and values masked |
| events, webhooks, people, tokens, the audit trail, backups | hidden |
| assistants (\`/mcp\`) | hidden: they are for tokens |

A token whose owner has become a monitor has the same rights.

## Operations

| operation | needs | bound by |
|---|---|---|
`

export function describeAccess(document: object): string {
  const permissions = Object.entries(PERMISSIONS).map(
    ([name, purpose]) =>
      `| \`${name}\` | ${purpose} | ${scopeFor(name as Permission)} | ${rolesWith(name as Permission)} |`,
  )
  const operations = Object.entries((document as Described).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-needs': needs, 'x-bound': bound }]) =>
      needs ? [`| \`${method.toUpperCase()} ${path}\` | ${needs} | ${bound} |`] : [],
    ),
  )
  return `${INTRODUCTION}${permissions.join('\n')}\n${BOUNDS}${operations.sort().join('\n')}\n`
}

/** Those that have it unless an administrator decides otherwise. */
function rolesWith(permission: Permission): string {
  return ROLES.filter((role) => permissionsOfRole(role, DEFAULT_EXTRAS[role]).has(permission)).join(', ')
}
