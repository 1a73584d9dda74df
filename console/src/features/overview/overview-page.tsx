import './overview.css'
import type { AnswerOf } from '@carillon/client'
import { SegmentedControl, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMessages } from '../../language/language-provider.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { BackupHealth } from './backup-health.tsx'
import { DemoGuide } from './demo/demo-guide.tsx'
import { useFirstRun } from './first-call/use-first-run.ts'
import { GatewayHealth } from './gateway-health.tsx'
import { overviewMessages } from './overview.messages.ts'
import { OverviewCharts } from './overview-charts.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { PausedLines, PauseEverything } from './pause-everything.tsx'
import { Protections } from './protections.tsx'
import { AttentionTasks, TaskOverview } from './task-overview.tsx'
import { useHistory, useLineHistory } from './use-history.ts'

const TrunkProblems = lazyPart(
  async () => (await import('./trunk-problems.tsx')).TrunkProblems,
  <Skeleton h={44} />,
)
const FirstCall = lazyPart(async () => (await import('./first-call/first-call.tsx')).FirstCall)

const HOURS = [1, 6, 24]
const DEFAULT_HOURS = 6
const FIGURE_HEIGHT = 280

export function OverviewPage() {
  const t = useMessages(overviewMessages)
  const address = useAddress()
  const isFirstRun = useFirstRun()
  const hours = HOURS.find((each) => String(each) === address.get('hours')) ?? DEFAULT_HOURS
  const { data: system, error, refetch } = useApiQuery('/api/system', {}, { refetchEveryMs: 5000 })
  const overview = useApiQuery('/api/overview', {}, { refetchEveryMs: 3000 })
  const isKnown = system !== undefined && isFirstRun !== undefined
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          isFirstRun === false && (
            <>
              <PauseEverything />
              <SegmentedControl
                aria-label={t.hours}
                data={HOURS.map((each) => ({ value: String(each), label: t.hoursChoice(each) }))}
                value={String(hours)}
                onChange={(value) =>
                  address.set({ hours: value === String(DEFAULT_HOURS) ? undefined : value })
                }
              />
            </>
          )
        }
      />
      <div className="page-scroll in-order">
        {error && !system && <ErrorState error={error} onRetry={refetch} />}
        {!isKnown && !error && <OverviewSkeleton />}
        {isKnown && (
          <>
            <PausedLines />
            {overview.data && overview.data.trunkProblems.length > 0 && (
              <TrunkProblems problems={overview.data.trunkProblems} />
            )}
            {isFirstRun && <FirstCall />}
            {!isFirstRun && <Figures system={system} overview={overview} hours={hours} />}
            {isFirstRun && <Protections />}
          </>
        )}
      </div>
    </>
  )
}

interface FiguresProps {
  system: AnswerOf<'get', '/api/system'>
  overview: UseQueryResult<AnswerOf<'get', '/api/overview'>, Error>
  hours: number
}

function Figures({ system, overview, hours }: FiguresProps) {
  const history = useHistory(hours, system.time)
  const lines = useLineHistory(hours, system.time)
  return (
    <>
      {overview.error && !overview.data && <ErrorState error={overview.error} onRetry={overview.refetch} />}
      {overview.isPending && <OverviewSkeleton />}
      {overview.data && (
        <>
          <AttentionTasks tasks={overview.data.tasks} />
          <OverviewFigures system={system} overview={overview.data} />
          <TaskOverview tasks={overview.data.tasks} />
        </>
      )}
      <DemoGuide />
      <Protections />
      {overview.data && (
        <OverviewCharts system={system} now={overview.data.lines} history={history} lines={lines} />
      )}
      {!overview.isPending && (
        <div className="charts">
          <GatewayHealth system={system} />
          <BackupHealth backup={system.backup} />
        </div>
      )}
    </>
  )
}

/** The figure with its curve, and the tasks below it. */
function OverviewSkeleton() {
  return (
    <>
      <Skeleton h={FIGURE_HEIGHT} />
      <Skeleton h={240} mt="sm" />
    </>
  )
}
