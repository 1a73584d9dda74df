// The buttons above the steps: list or picture, undo and redo by name, the whole window.
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconMaximize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ViewChoice } from '../picture/view-choice.tsx'
import type { useFlowView } from '../use-flow-view.ts'
import { builderMessages } from './builder.messages.ts'
import type { ChangeName, Changes } from './changes/flow-history.ts'

interface BuilderToolsProps {
  choice: ReturnType<typeof useFlowView>
  changes: Changes
  undo(): void
  redo(): void
  /** Shows the builder in the whole window; undefined where it is already. */
  onWhole?: (() => void) | undefined
  children?: ReactNode
}

export function BuilderTools({ choice, changes, undo, redo, onWhole, children }: BuilderToolsProps) {
  const t = useMessages(builderMessages)
  const named = ({ what, step }: ChangeName) => (step === undefined ? t.changes.call : t.changes[what](step))
  const last = changes.past.at(-1)
  const next = changes.future.at(-1)
  // Not in an input, which undoes its own letters.
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ])
  return (
    <Group gap="xs">
      <ViewChoice {...choice} />
      <Tool
        label={last ? t.undoThis(named(last.name)) : t.undo}
        keys="Control+Z"
        isDisabled={!last}
        onClick={undo}
      >
        <IconArrowBackUp size={16} />
      </Tool>
      <Tool
        label={next ? t.redoThis(named(next.name)) : t.redo}
        keys="Control+Shift+Z"
        isDisabled={!next}
        onClick={redo}
      >
        <IconArrowForwardUp size={16} />
      </Tool>
      {onWhole && choice.hasRoom && (
        <Tool label={t.whole} onClick={onWhole}>
          <IconMaximize size={16} />
        </Tool>
      )}
      {children}
    </Group>
  )
}

interface ToolProps {
  label: string
  keys?: string
  isDisabled?: boolean
  onClick(): void
  children: ReactNode
}

function Tool({ label, keys, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label} disabled={isDisabled}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
