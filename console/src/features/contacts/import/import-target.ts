// What a file is imported into: a data source or a do-not-call list. The steps are the same; some words and fields differ.
import { createContext, useContext } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { importMessages } from './import.messages.ts'

export interface ImportTarget {
  kind: 'dataSource' | 'doNotCall'
  id: string
  name: string
}

const TargetContext = createContext<ImportTarget>({ kind: 'dataSource', id: '', name: '' })

export const ImportTargetProvider = TargetContext.Provider

export function useImportTarget(): ImportTarget {
  return useContext(TargetContext)
}

/** The words of the import dialog, for this target. */
export function useImportWords() {
  const { doNotCall, ...words } = useMessages(importMessages)
  return useImportTarget().kind === 'doNotCall' ? { ...words, ...doNotCall } : words
}
