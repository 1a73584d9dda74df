import { SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMessages } from '../../../language/language-provider.tsx'
import type { useFlowView } from '../use-flow-view.ts'
import { pictureMessages } from './picture.messages.ts'

/** List or picture; V goes from one to the other. */
export function ViewChoice({ wanted: view, hasRoom, choose }: ReturnType<typeof useFlowView>) {
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
