// Which test files take long: those that `npm test` leaves out, and those that start first.

/**
 * What takes long, or what a change breaks seldom: processes that are killed, database servers that are installed, volumes, properties
 * with many runs, and pages in every width. `npm test` leaves them to `npm run test:long`, and `.ci/run` runs both.
 */
export const longFiles = [
  'server/src/tabular/{endless-files,linear-time,table-files}.test.ts',
  'server/test/{process,storage}-*.test.ts',
  'server/test/image.test.ts',
  'server/test/openapi-{agreement,properties}.test.ts',
  'server/test/dialing-{gateway-faults,permission,recovery,attempts,states,replay}.test.ts',
  'server/test/http-gateway*.test.ts',
  'server/test/{trunk-dialing,one-call-retries}.test.ts',
  'server/test/files-{hostile,export-stream}.test.ts',
  'server/test/{audio,agent-words,backup,calendar-import,connection-limits,contact-paging,contact-search,nightly-backups,phone-audio,repair}.test.ts',
  'client/test/package.test.ts',
  'console/test/{audio,calm-task,connection,do-not-call,fits,focus,import,import-history,leading-figures,million-contacts}.test.ts',
  'console/test/{numbers,permission-pages,permission-settings,protections,selection,task-desk,task-dialogs}.test.ts',
]

/**
 * How the paths of the longest files begin, in the order in which they start. They are wider than what `npm test` leaves out: most files of
 * the console are part of it, and are its longest.
 */
export const firstFiles = [
  'console/test/',
  'server/test/process-',
  'server/test/openapi-',
  'server/test/dialing-',
  'server/test/storage-',
]
