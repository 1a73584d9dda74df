// Which test files take long: those that `npm test` leaves out, and those that start first.

/**
 * What `npm test` runs of the console: its rules, signing in, the first minute and the life of a task. A story takes the browser most of
 * a minute, so all others are left to `npm run test:long`.
 */
const shortStories = ['architecture', 'first-load', 'first-run', 'sign-in', 'task-story', 'words-of-codes']

/**
 * What takes long, or what a change breaks seldom: processes that are killed, database servers that are installed, volumes, properties
 * with many runs, and pages in every width. `npm test` leaves them to `npm run test:long`, and `.ci/run` runs both.
 */
export const longFiles = [
  'server/src/platform/tabular/{endless-files,linear-time,table-files}.test.ts',
  'server/test/{process,storage}-*.test.ts',
  'server/test/image.test.ts',
  'server/test/openapi-{agreement,properties}.test.ts',
  'server/test/dialing-{gateway-faults,permission,recovery,attempts,states,replay,call-times,clocks,many-tasks,lost-rows}.test.ts',
  'server/test/http-gateway*.test.ts',
  'server/test/{trunk,caller-id,speech}-dialing.test.ts',
  'server/test/{one-call,one-call-retries,webhook-retries,wire-head,wire-network}.test.ts',
  'server/test/{restored-dump,import-jobs-takeover,import-undo}.test.ts',
  'server/test/files-{hostile,export-stream}.test.ts',
  'server/test/access-canary.test.ts',
  'server/test/{audio,agent-words,backup,calendar-import,connection-limits,contact-paging,contact-search,nightly-backups,phone-audio,repair}.test.ts',
  'client/test/package.test.ts',
  `console/test/!(${shortStories.join('|')}).test.ts`,
]

/** How the paths of the longest files begin, in the order in which they start. */
export const firstFiles = [
  'console/test/',
  'server/test/process-',
  'server/test/openapi-',
  'server/test/dialing-',
  'server/test/storage-',
]
