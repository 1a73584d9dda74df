import { Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface RowActionProps {
  /** Names the row, too: screen readers meet the buttons of all rows. */
  label: string
  Icon: Icon
  onClick(): void
}

const TOOLTIP_DELAY_MS = 150

/** A small button at the end of a table row. Its tooltip is made when it is needed: there are two in every row. */
export function RowAction({ label, Icon, onClick }: RowActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isNear, setNear] = useState(false)
  const [isExplained, setExplained] = useState(false)
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => setExplained(true), TOOLTIP_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setExplained(false)
    }
  }, [isNear])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-action"
        aria-label={label}
        onClick={onClick}
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onFocus={({ currentTarget }) => setNear(currentTarget.matches(':focus-visible'))}
        onBlur={() => setNear(false)}
      >
        <Icon size={15} />
      </button>
      {isExplained && <Tooltip target={button} label={label} opened />}
    </>
  )
}
