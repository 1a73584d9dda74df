import { Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { FileChoice } from './file-choice.tsx'
import { importMessages } from './import.messages.ts'
import { ImportOfFile } from './import-of-file.tsx'

export interface ImportDialogProps {
  dataSource: { id: string; dataSourceName: string }
  isOpen: boolean
  file: File | undefined
  onFile(file: File | undefined): void
  onBusy(isBusy: boolean): void
  onClose(): void
}

export function ImportDialog({ dataSource, isOpen, file, onFile, onBusy, onClose }: ImportDialogProps) {
  const t = useMessages(importMessages)
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const [isBusy, setBusy] = useState(false)
  const changeBusy = useCallback(
    (next: boolean) => {
      setBusy(next)
      onBusy(next)
    },
    [onBusy],
  )
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={
        <Text span fw={600} lineClamp={1} title={dataSource.dataSourceName}>
          {t.title(dataSource.dataSourceName)}
        </Text>
      }
      size="xl"
      fullScreen={isNarrow ?? false}
      // What is going on is ended by its own buttons, not by a slip of the mouse.
      closeOnClickOutside={file === undefined}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      {file === undefined ? (
        <FileChoice onFile={onFile} />
      ) : (
        <ImportOfFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          dataSourceId={dataSource.id}
          file={file}
          onBusy={changeBusy}
          onAnother={() => onFile(undefined)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
