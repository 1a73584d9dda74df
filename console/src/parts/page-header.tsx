import { ActionIcon, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'

interface PageHeaderProps {
  title: string
  /** The target of the back arrow. */
  backTo?: string
  /** Elsewhere the way back is on the page. */
  isBackOnPhonesOnly?: boolean
  /** Shown beside the title, such as a status. */
  beside?: ReactNode
  /** The leading figure of the page, in one line. */
  figure?: ReactNode
  actions?: ReactNode
}

export function PageHeader({
  title,
  backTo,
  isBackOnPhonesOnly = false,
  beside,
  figure,
  actions,
}: PageHeaderProps) {
  const t = useMessages(partsMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  // After a navigation the keyboard goes on from the heading, and a screen reader says where it is. It happens before the page is
  // seen: a moment later it would take the focus from a control that is already used.
  useLayoutEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"], input, textarea'))
      heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${title} · Carillon`
  }, [title])
  return (
    <div className="page-header">
      <div className="page-title">
        {backTo !== undefined && (
          <ActionIcon
            component={Link}
            href={backTo}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.back}
            {...(isBackOnPhonesOnly && { hiddenFrom: 'sm' })}
          >
            <IconArrowLeft size={16} />
          </ActionIcon>
        )}
        <Title order={1} title={title} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {beside}
      </div>
      {figure}
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
  )
}
