import { Menu, UnstyledButton } from '@mantine/core'
import { useReactFlow } from '@xyflow/react'
import { useMessages } from '../../../language/language-provider.tsx'
import { StepTypes } from '../builder/add-step.tsx'
import { builderMessages } from '../builder/builder.messages.ts'
import type { PictureBuild } from './picture-context.ts'
import type { PlacedEdge } from './place-picture.ts'

interface AddMenuProps {
  /** On which a step is added; undefined while none is. */
  edge: PlacedEdge | undefined
  onAdd: PictureBuild['add']
  onClose(): void
}

/** The steps that can be added, beside the line that gets one. */
export function AddMenu({ edge, onAdd, onClose }: AddMenuProps) {
  const { addStep } = useMessages(builderMessages)
  const { flowToScreenPosition } = useReactFlow()
  const { x: left, y: top } = edge ? flowToScreenPosition(edge.label) : { x: 0, y: 0 }
  return (
    <Menu
      opened={edge !== undefined}
      position="bottom-start"
      width={330}
      returnFocus={false}
      // While the picture moves, its place may be out of sight: hidden then, it would not get the focus.
      hideDetached={false}
      onChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Menu.Target>
        <UnstyledButton
          className="picture-menu-place"
          tabIndex={-1}
          aria-label={addStep}
          style={{ left, top }}
        />
      </Menu.Target>
      <StepTypes onAdd={(type) => edge && onAdd(edge, type)} />
    </Menu>
  )
}
