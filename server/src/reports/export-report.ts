// A report as a table: a row for each figure of each section.
import { Readable } from 'node:stream'
import type { ExportFile, ExportFormat } from '../contacts/export-file.ts'
import { CSV_BOM, csvLine } from '../tabular/write-csv.ts'
import { createXlsxStream } from '../tabular/write-xlsx.ts'
import { type ReportColumn, type ReportLanguage, type ReportSection, reportWords } from './report-words.ts'
import type { Report } from './reports.service.ts'

const COLUMNS = Object.keys(reportWords.en.columns) as ReportColumn[]

type ReportRow = { section: ReportSection; name: string } & Partial<
  Record<Exclude<ReportColumn, 'section' | 'name'>, number>
>

export function exportReport(
  report: Report,
  format: ExportFormat,
  language: ReportLanguage | undefined,
): ExportFile {
  const words = language && reportWords[language]
  const titles = COLUMNS.map((column) => words?.columns[column] ?? column)
  const rows = rowsOf(report, language).map((row) =>
    COLUMNS.map((column) => {
      const value = row[column]
      return column === 'section' && words ? words.sections[row.section] : String(value ?? '')
    }),
  )
  if (format === 'csv')
    return {
      stream: Readable.from([CSV_BOM + [titles, ...rows].map(csvLine).join('')], { objectMode: false }),
      extension: 'csv',
      mediaType: 'text/csv; charset=utf-8',
    }
  return {
    stream: createXlsxStream({ titles, rows: oneBatch(rows) }),
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

async function* oneBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

function rowsOf(report: Report, language: ReportLanguage | undefined): ReportRow[] {
  const words = language && reportWords[language]
  const { totals, tasks, days, heatMap, causes, attempts, talkTimes } = report
  return [
    { section: 'total', name: '', ...totals },
    ...tasks.map(({ id: _, taskName, ...figures }) => ({
      section: 'task' as const,
      name: taskName,
      ...figures,
    })),
    ...days.map(({ date, ...figures }) => ({ section: 'day' as const, name: date, ...figures })),
    ...heatMap.map(({ weekday, hour, ...figures }) => ({
      section: 'hour' as const,
      name: `${words?.weekdays[weekday - 1] ?? weekday} ${String(hour).padStart(2, '0')}:00`,
      ...figures,
    })),
    ...causes.map(({ cause, calls }) => ({
      section: 'cause' as const,
      name: words?.causes[cause] ?? cause,
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
