import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface ActionButtonProps extends ButtonProps {
  children: ReactNode
  type?: 'button' | 'submit'
  onClick?: () => void
  /** Why the action is not available now. The button stays focusable, so that keyboard users can read it. */
  disabledReason?: string | undefined
}

export function ActionButton({ children, onClick, disabledReason, ...rest }: ActionButtonProps) {
  const id = useId()
  const isDisabled = disabledReason !== undefined
  // The same elements are rendered in both states: replacing the button would lose the focus.
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
