// Settings of recordings: where they are kept and for how long.
import { join } from 'node:path'
import { requireEncryption } from '../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'

export interface RecordingSettings {
  /** Where they are kept without an S3 store. */
  folder: string
  s3: S3Settings | undefined
  /** How long they are kept; 0: until they are deleted. */
  days: number
}

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  /** Before the name of each file; ends with a slash unless it is empty. */
  prefix: string
  accessKey: string
  secretKey: string
}

const DEFAULT_REGION = 'us-east-1'

export function readRecordingSettings(settings: Settings, dataDir: string): RecordingSettings {
  return {
    folder: join(dataDir, 'recordings'),
    s3: readS3(settings),
    days: settings.wholeNumber('RECORDING_DAYS', { default: 90, min: 0, max: 36_500 }),
  }
}

function readS3(settings: Settings): S3Settings | undefined {
  const place = settings.text('RECORDINGS')
  if (place === undefined) return undefined
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(place) ?? []
  if (bucket === '')
    throw new InvalidSetting(`RECORDINGS must look like s3://bucket or s3://bucket/prefix, not "${place}"`)
  if (prefix.split('/').some((part) => part === '..' || part === '.'))
    throw new InvalidSetting(
      `RECORDINGS must have no . or .. in its prefix: "${place}" could mean another folder`,
    )
  const region = settings.text('S3_REGION') ?? DEFAULT_REGION
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  return {
    endpoint: readEndpoint(settings, settings.text('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`),
    region,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    accessKey: settings.required('S3_ACCESS_KEY', 'RECORDINGS names an S3 store'),
    secretKey: requiredSecret(settings),
  }
}

function requiredSecret(settings: Settings): string {
  const secret = settings.secret('S3_SECRET_KEY')
  if (secret === undefined)
    throw new InvalidSetting('S3_SECRET_KEY (or S3_SECRET_KEY_FILE) is needed: RECORDINGS names an S3 store')
  return secret
}

function readEndpoint(settings: Settings, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') {
    requireEncryption(settings, 'S3_ENDPOINT', url)
    return url.origin
  }
  throw new InvalidSetting(
    `S3_ENDPOINT must be a URL without a path, such as https://s3.example.com, not "${text}"`,
  )
}
