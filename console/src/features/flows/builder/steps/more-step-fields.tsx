import type { ReactNode } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { MoreFields } from '../../../../parts/forms/more-fields.tsx'
import { builderMessages } from '../builder.messages.ts'

/** Settings that few calls need, closed unless one of them is set. */
export function MoreStepFields({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const { fields } = useMessages(builderMessages)
  return (
    <MoreFields words={fields} isSet={isSet}>
      {children}
    </MoreFields>
  )
}
