import { Button, Collapse, Stack } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'

interface MoreFieldsProps {
  words: { more: string; less: string }
  /** Open at first: one of them is set. */
  isSet?: boolean
  /** Open whatever was chosen: one of them is wrong. */
  isNeeded?: boolean
  children: ReactNode
}

/** Fields that few people need, closed at first. */
export function MoreFields({ words, isSet = false, isNeeded = false, children }: MoreFieldsProps) {
  const id = useId()
  const [isChosen, setChosen] = useState(isSet)
  const isOpen = isChosen || isNeeded
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        {isOpen ? words.less : words.more}
      </Button>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        <Stack gap="sm" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
