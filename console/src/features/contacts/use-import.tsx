import { Button, Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { contactsMessages } from './contacts.messages.ts'
import type { ImportStep } from './import/import-step.ts'
import type { ImportTarget } from './import/import-target.ts'
import { useFileDrop } from './import/use-file-drop.ts'
import { useOpenImports } from './import/use-open-imports.ts'

// The import code is loaded when it is first needed.
const ImportDialog = lazyPart(async () => (await import('./import/import-dialog.tsx')).ImportDialog)

/** The import dialog, opened by a button or by dropping a file anywhere on the page. */
export function useImport(target: ImportTarget | undefined) {
  const t = useMessages(contactsMessages)
  const notify = useNotify()
  const canWrite = useRightReason()('operate') === undefined
  const [isOpen, setOpen] = useState(false)
  const [step, setStep] = useState<ImportStep>()
  const openImports = useOpenImports(target)
  const running = openImports.find(({ status }) => status === 'running')
  // An import that runs is shown first, until the user chooses something else.
  if (isOpen && !step && running) setStep({ name: 'job', id: running.id })
  const isUploading = step?.name === 'upload'
  const isOver = useFileDrop(target !== undefined && canWrite && !isUploading, (files) => {
    const [file] = files
    if (!file || files.length > 1) return notify.failed(new Error(t.oneFile), 'importFile')
    setStep({ name: 'upload', file })
    setOpen(true)
  })
  function close(): void {
    setOpen(false)
    setStep(undefined)
  }
  const dialog = (
    <>
      {isOver && (
        <div className="drop-overlay">
          <Text fw={600} size="lg" ta="center">
            {t.dropInto(target?.name ?? '')}
          </Text>
        </div>
      )}
      {target && isOpen && (
        <ImportDialog
          target={target}
          openImports={openImports}
          step={step ?? { name: 'choice' }}
          onStep={setStep}
          onClose={close}
        />
      )}
    </>
  )
  const banner = running && !isOpen && (
    <div
      className="banner"
      role="status"
      style={{ '--banner-colour': 'var(--console-busy)' } as CSSProperties}
    >
      <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {target?.kind === 'doNotCall' ? t.numberImportRuns(running.fileName) : t.importRuns(running.fileName)}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t.showImport}
      </Button>
    </div>
  )
  function show(id: string): void {
    setStep({ name: 'job', id })
    setOpen(true)
  }
  return { dialog, banner, open: () => setOpen(true), show }
}
