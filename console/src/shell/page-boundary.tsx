import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { ErrorBoundary, isMissingModule } from '../parts/errors/error-boundary.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { useLiveState } from '../session/console-context.tsx'
import { forgetDrafts, hasDrafts } from '../session/drafts.ts'
import { shellMessages } from './shell.messages.ts'

/** Catches errors of a page, so that the rest of the console stays usable. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary broken={(error) => <BrokenPage error={error} />}>{children}</ErrorBoundary>
}

function BrokenPage({ error }: { error: Error }) {
  const t = useMessages(shellMessages)
  const parts = useMessages(partsMessages)
  const state = useLiveState()
  const isMissing = isMissingModule(error)
  const wasLost = useRef(false)
  useEffect(() => {
    // The page was never loaded, so a reload loses no input.
    if (isMissing && wasLost.current && state === 'live') window.location.reload()
    wasLost.current ||= state === 'lost'
  }, [isMissing, state])
  return (
    <Alert color="red" variant="outline" title={t.broken} m="md" role="alert">
      <Text size="sm" mb="sm">
        {isMissing ? parts.unreachable : error.message}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => window.location.reload()}>
          {t.reload}
        </Button>
        {/* What was typed may be what the page cannot show. */}
        {!isMissing && hasDrafts(sessionStorage) && (
          <Button
            variant="subtle"
            onClick={() => {
              forgetDrafts(sessionStorage)
              window.location.reload()
            }}
          >
            {t.reloadEmpty}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
