import { Loader, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { FailedUpload } from './failed-upload.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import type { ImportJob, ImportStep, StepNamed } from './import-step.ts'
import { type ImportTarget, ImportTargetProvider, useImportWords } from './import-target.ts'
import { ImportUpload } from './import-upload.tsx'
import { useImportJob } from './use-import-job.ts'

interface ImportDialogProps {
  target: ImportTarget
  /** The imports into it that have not ended. */
  openImports: ImportJob[]
  step: ImportStep
  onStep(step: ImportStep): void
  onClose(): void
}

export function ImportDialog(props: ImportDialogProps) {
  return (
    <ImportTargetProvider value={props.target}>
      <ImportSteps {...props} />
    </ImportTargetProvider>
  )
}

function ImportSteps({ target, openImports, step, onStep, onClose }: ImportDialogProps) {
  const t = useImportWords()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const isUploading = step.name === 'upload'
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span fw={600} lineClamp={1} title={target.name}>
          {t.title(target.name)}
        </Text>
      }
      size={960}
      fullScreen={isNarrow ?? false}
      // A slip of the mouse must not end an upload or lose the choices of a preview.
      closeOnClickOutside={step.name === 'choice'}
      closeOnEscape={!isUploading}
      withCloseButton={!isUploading}
    >
      {step.name === 'choice' && (
        <FileChoice
          uploaded={openImports.filter(({ status }) => status === 'uploaded')}
          onFile={(file) => onStep({ name: 'upload', file })}
          onContinue={({ id }) => onStep({ name: 'job', id })}
        />
      )}
      {step.name === 'upload' && <ImportUpload step={step} onStep={onStep} />}
      {step.name === 'failed-upload' && <FailedUpload step={step} onStep={onStep} />}
      {step.name === 'job' && <ImportOfJob key={step.id} step={step} onStep={onStep} onClose={onClose} />}
    </Modal>
  )
}

interface ImportOfJobProps {
  step: StepNamed<'job'>
  onStep(step: ImportStep): void
  onClose(): void
}

function ImportOfJob({ step, onStep, onClose }: ImportOfJobProps) {
  const { job, error, refetch, followError } = useImportJob(step.id)
  const chooseFile = () => onStep({ name: 'choice' })
  if (!job) return error ? <ErrorState error={error} onRetry={refetch} /> : <Loader size="sm" />
  if (job.status === 'uploaded' && job.preview)
    return (
      <ImportPreview
        job={job}
        preview={job.preview}
        file={step.file}
        reading={step.reading ?? {}}
        onStep={onStep}
      />
    )
  if (job.status === 'running') return <ImportProgress job={job} error={followError} onClose={onClose} />
  return <ImportResult job={job} onAnother={chooseFile} onClose={onClose} />
}
