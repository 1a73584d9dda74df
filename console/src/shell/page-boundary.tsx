import { Alert, Button, Text } from '@mantine/core'
import { Component, type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { useLiveState } from '../session/console-context.tsx'
import { shellMessages } from './shell.messages.ts'

interface Props {
  children: ReactNode
}

/** Catches errors of a page, so that the rest of the console stays usable. */
export class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? <BrokenPage error={error} /> : this.props.children
  }
}

function BrokenPage({ error }: { error: Error }) {
  const t = useMessages(shellMessages)
  const parts = useMessages(partsMessages)
  const state = useLiveState()
  const isMissing = /dynamically imported module|importing a module script/i.test(error.message)
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
      <Button variant="default" onClick={() => window.location.reload()}>
        {t.reload}
      </Button>
    </Alert>
  )
}
