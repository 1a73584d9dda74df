import { useEffect, useState } from 'react'
import { type Survey, surveyTable } from './survey-table.ts'
import { openTable, type TableFile } from './table/open-table.ts'

export type SurveyState =
  | { step: 'reading'; fraction: number }
  | { step: 'read'; table: TableFile; survey: Survey }
  /** The service reads more kinds of workbooks than this page does. */
  | { step: 'unreadable'; error: Error; isWorkbook: boolean }

/** Reads the file once from end to end, with a say on how far it is. */
export function useSurvey(file: File): SurveyState {
  const [state, setState] = useState<SurveyState>({ step: 'reading', fraction: 0 })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let isWorkbook = false
    async function read(): Promise<SurveyState> {
      const table = await openTable(file)
      isWorkbook = table.kind === 'xlsx'
      const survey = await surveyTable(table, {
        signal,
        onRead: (bytes) => {
          if (!signal.aborted) setState({ step: 'reading', fraction: bytes / Math.max(1, file.size) })
        },
      })
      return { step: 'read', table, survey }
    }
    read()
      .catch((error: Error): SurveyState => ({ step: 'unreadable', error, isWorkbook }))
      .then((next) => {
        if (!signal.aborted) setState(next)
      })
    return () => leaving.abort()
  }, [file])
  return state
}
