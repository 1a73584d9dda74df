import { Loader } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { useLiveState } from '../session/console-context.tsx'
import { shellMessages } from './shell.messages.ts'

/** Warns when the data on the screen may be out of date. */
export function ConnectionBanner() {
  const t = useMessages(shellMessages)
  const state = useLiveState()
  const isShown = state === 'lost' || state === 'polling'
  const style = { '--banner-colour': `var(--console-${state === 'lost' ? 'bad' : 'warn'})` } as CSSProperties
  return (
    <div role="status" aria-live="polite">
      {isShown && (
        <div className="banner" style={style}>
          {state === 'lost' && <Loader size={14} />}
          {state === 'lost' ? t.lost : t.polling}
        </div>
      )}
    </div>
  )
}
