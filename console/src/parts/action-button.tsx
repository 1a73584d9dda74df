import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export interface ActionButtonProps extends ButtonProps {
  children: ReactNode
  type?: 'button' | 'submit'
  onClick?: () => void
  /** Why it cannot be pressed now; it stays reachable so that everyone can read it. */
  disabledReason?: string | undefined
}

export function ActionButton({ children, onClick, disabledReason, ...rest }: ActionButtonProps) {
  const id = useId()
  const isDisabled = disabledReason !== undefined
  // Always the same elements: a button that is put anew would lose the focus.
  return (
    <>
      <Tooltip label={disabledReason ?? ''} disabled={!isDisabled}>
        <Button
          variant="default"
          {...rest}
          data-disabled={isDisabled || undefined}
          aria-disabled={isDisabled || undefined}
          aria-describedby={isDisabled ? id : undefined}
          onClick={(event) => (isDisabled ? event.preventDefault() : onClick?.())}
        >
          {children}
        </Button>
      </Tooltip>
      {isDisabled && <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>}
    </>
  )
}
