import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface RowActionProps {
  /** Names the row, too: screen readers meet the buttons of all rows. */
  label: string
  Icon: Icon
  onClick(): void
}

/** A small button at the end of a table row. */
export function RowAction({ label, Icon, onClick }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
