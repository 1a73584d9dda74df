import { useMantineTheme } from '@mantine/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

const names = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'] as const

export type ScreenWidth = (typeof names)[number]

/** The columns for which the screen is wide enough. The others would take as long to render, and nobody would see them. */
export function useVisibleColumns<Column extends { visibleFrom?: ScreenWidth }>(columns: Column[]): Column[] {
  const { breakpoints } = useMantineTheme()
  const queries = useMemo(
    () => names.map((name) => window.matchMedia(`(min-width: ${breakpoints[name]})`)),
    [breakpoints],
  )
  const subscribe = useCallback(
    (onChange: () => void) => {
      for (const query of queries) query.addEventListener('change', onChange)
      return () => {
        for (const query of queries) query.removeEventListener('change', onChange)
      }
    },
    [queries],
  )
  /** How many of the widths the screen has. */
  const count = () => queries.filter(({ matches }) => matches).length
  const width = useSyncExternalStore(subscribe, count, count)
  return useMemo(
    () =>
      columns.filter(({ visibleFrom }) => visibleFrom === undefined || names.indexOf(visibleFrom) < width),
    [columns, width],
  )
}
