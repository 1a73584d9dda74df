// The maintenance jobs of the dialer. The app adds those of other wings.
import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'
import { compactSums } from './compact-sums.ts'
import { countLines } from './count-lines.ts'
import { endTasks } from './end-tasks.ts'
import { finishRecalls } from './finish-recalls.ts'
import { finishStoppedDials } from './finish-stopped-dials.ts'
import { forgetCases } from './forget-cases.ts'
import { rejudgeWaiting } from './rejudge-waiting.ts'
import { restCallerIds } from './rest-caller-ids.ts'
import { sampleLines } from './sample-lines.ts'
import { tidySingleCalls } from './tidy-single-calls.ts'

/** In the order in which they run. */
export const dialerJobs = (parts: JobParts): Job[] =>
  [
    ...[countLines, sampleLines, endTasks, finishStoppedDials, rejudgeWaiting, finishRecalls],
    ...[compactSums, tidySingleCalls, forgetCases, restCallerIds],
  ].map((createJob) => createJob(parts))
