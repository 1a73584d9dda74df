// A report as a table: a row for each figure of each section.
import type { ExportFile, ExportFormat } from '../../lists/contacts/export-file.ts'
import { labels } from '../../platform/labels/labels.ts'
import { writeTable } from '../../platform/tabular/write-table.ts'
import type { CellKind } from '../../platform/tabular/xlsx/xlsx-parts.ts'
import { en } from '../../platform/words/en/reports.ts'
import type { Language } from '../../platform/words/languages.ts'
import { zh } from '../../platform/words/zh/reports.ts'
import {
  AGENT_COLUMNS,
  COLUMNS,
  COLUMNS_FOR_PEOPLE,
  COST_COLUMNS,
  type ReportColumn,
} from './report-columns.ts'
import type { Report, ReportedCost, ReportTotals } from './reports.service.ts'

const reportWords: Record<Language, typeof en> = { en, zh }
type ReportSection = keyof typeof en.sections

type ReportRow = { section: ReportSection; name: string } & Partial<
  Record<Exclude<ReportColumn, 'section' | 'name'>, number | null | undefined>
>

export function exportReport(
  report: Report,
  format: ExportFormat,
  language: Language | undefined,
): ExportFile {
  const words = language && reportWords[language]
  const hasCosts = report.agents !== null || report.lineCosts.length > 0
  const further = [...(report.agents ? AGENT_COLUMNS : []), ...(hasCosts ? COST_COLUMNS : [])]
  const forPeople = [...COLUMNS_FOR_PEOPLE, ...further]
  const columns: readonly ReportColumn[] = words ? forPeople : [...COLUMNS, ...further]
  const titles = words ? forPeople.map((column) => words.columns[column]) : [...columns]
  const rows = rowsOf(report, language).map((row) =>
    columns.map((column) => {
      const value = row[column]
      return column === 'section' && words ? words.sections[row.section] : String(value ?? '')
    }),
  )
  const kindOf = (column: ReportColumn): CellKind =>
    column === 'section' || column === 'name' ? 'text' : 'number'
  return writeTable({ titles, rows: oneBatch(rows), kinds: words ? columns.map(kindOf) : [] }, format)
}

async function* oneBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

function rowsOf(report: Report, language: Language | undefined): ReportRow[] {
  const words = language && reportWords[language]
  const { totals, tasks, days, heatMap, causes, attempts, talkTimes } = report
  return [
    { section: 'total', name: '', ...figuresOf({ ...totals, agents: report.agents }) },
    ...costsOf('agentCost', report.agents?.costs ?? []),
    ...costsOf('lineCost', report.lineCosts),
    ...tasks.map((task) => ({ section: 'task' as const, name: task.taskName, ...figuresOf(task) })),
    ...days.map(({ date, ...figures }) => ({ section: 'day' as const, name: date, ...figures })),
    ...heatMap.map(({ weekday, hour, ...figures }) => ({
      section: 'hour' as const,
      name: `${words?.weekdays[weekday - 1] ?? weekday} ${String(hour).padStart(2, '0')}:00`,
      ...figures,
    })),
    ...causes.map(({ cause, calls }) => ({
      section: 'cause' as const,
      name: (language && labels[language].causes[cause]) ?? cause,
      calls,
    })),
    ...attempts.map(({ attempt, ...figures }) => ({
      section: 'attempt' as const,
      name: words?.attempt(attempt) ?? String(attempt),
      ...figures,
    })),
    ...talkTimes.map(({ fromSeconds, toSeconds, calls }) => ({
      section: 'talkTime' as const,
      name: words?.talkTime(fromSeconds, toSeconds) ?? `${fromSeconds}-${toSeconds ?? ''}`,
      calls,
    })),
  ]
}

function figuresOf({ endings, agents, ...figures }: ReportTotals & Pick<Report, 'agents'>) {
  const { successful: _, ...others } = endings
  const { calls: agentCalls, p50Seconds, p95Seconds, talkedOverCalls, silentCalls } = agents ?? {}
  return {
    ...{ ...figures, ...others, agentCalls, talkedOverCalls, silentCalls },
    ...{ p50Seconds, p95Seconds },
  }
}

/** A row for the costs in each currency. */
function costsOf(section: 'agentCost' | 'lineCost', costs: ReportedCost[]): ReportRow[] {
  return costs.map(({ currency, amount, perCall, perSuccess }) => ({
    ...{ section, name: currency, cost: amount },
    ...{ costPerCall: perCall, costPerSuccess: perSuccess },
  }))
}
