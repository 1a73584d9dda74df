// The steps of the import dialog: a file is chosen and uploaded; then it is a job of the service.
import type { Encoding, Schemas } from '@carillon/client'

/** How the service shall read the file; what is absent it finds out. */
export interface FileReading {
  encoding?: Encoding
  headerRow?: number
  sheet?: string
}

export type ImportStep =
  | { name: 'choice' }
  | { name: 'upload'; file: File; reading?: FileReading }
  | { name: 'failed-upload'; file: File; reading: FileReading; error: unknown }
  /** `file` is missing after a reload of the page: then the file cannot be uploaded again. */
  | { name: 'job'; id: string; file?: File; reading?: FileReading }

export type StepNamed<Name extends ImportStep['name']> = ImportStep & { name: Name }

export type ImportJob = Schemas['ImportJob']
export type ImportJobDetail = Schemas['ImportJobDetail']
