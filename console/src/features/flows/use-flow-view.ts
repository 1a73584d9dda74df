import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useDeferredValue } from 'react'

export type FlowView = 'list' | 'picture'

/** How a flow is shown: as a list, until somebody asks for the picture. A phone has no room for one. */
export function useFlowView() {
  const hasRoom = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<FlowView>({
    key: 'carillon-flow-view',
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  const wanted = hasRoom ? chosen : 'list'
  // The choice is shown at once; a large picture takes longer.
  return { view: useDeferredValue(wanted), wanted, hasRoom, choose } as const
}
