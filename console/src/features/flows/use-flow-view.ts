import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useDeferredValue } from 'react'

export type FlowView = 'list' | 'picture'

/** How a flow is shown: as a picture, until somebody asks for the list, which this browser remembers. A phone has no room for a picture. */
export function useFlowView() {
  const hasRoom = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<FlowView>({
    key: 'carillon-flow-view',
    defaultValue: 'picture',
    getInitialValueInEffect: false,
  })
  const wanted = hasRoom ? chosen : 'list'
  // The choice is shown at once; a large picture takes longer.
  return { view: useDeferredValue(wanted), wanted, hasRoom, choose } as const
}
