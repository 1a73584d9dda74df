import { SegmentedControl } from '@mantine/core'
import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useMessages } from '../../../language/language-provider.tsx'
import { pictureMessages } from './picture.messages.ts'

export type FlowView = 'list' | 'picture'

/** How a flow is shown: as a list, until somebody asks for the picture. A phone has no room for one. */
export function useFlowView() {
  const hasRoom = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<FlowView>({
    key: 'carillon-flow-view',
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  return { view: hasRoom ? chosen : 'list', hasRoom, choose } as const
}

/** List or picture; V goes from one to the other. */
export function ViewChoice({ view, hasRoom, choose }: ReturnType<typeof useFlowView>) {
  const t = useMessages(pictureMessages)
  useHotkeys([['V', () => hasRoom && choose(view === 'list' ? 'picture' : 'list')]])
  if (!hasRoom) return null
  return (
    <SegmentedControl
      aria-label={t.view}
      aria-keyshortcuts="V"
      data={[
        { value: 'list', label: t.asList },
        { value: 'picture', label: t.asPicture },
      ]}
      value={view}
      onChange={(next) => choose(next === 'picture' ? 'picture' : 'list')}
    />
  )
}
