// Unpacks the Chromium inside the npm package @sparticuz/chromium, once per version. The package itself would unpack into
// the temporary folder under fixed names: concurrent test files would find each other's half-written browser, and a browser
// unpacked by another account could not be started.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface UnpackedChromium {
  executablePath: string
  /** Shared libraries that a minimal system lacks. */
  libraries: string
  /** A configuration and a font, for a system without fontconfig. */
  fonts: string
}

const consoleFolder = fileURLToPath(new URL('../..', import.meta.url))
const cacheFolder = join(consoleFolder, '../node_modules/.cache/chromium')

const UNPACK = `
  import chromium from '@sparticuz/chromium'
  await chromium.executablePath()
`

export async function unpackChromium(): Promise<UnpackedChromium> {
  const folder = join(cacheFolder, await packageVersion())
  if (!existsSync(folder)) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    libraries: join(folder, 'al2023/lib'),
    fonts: join(folder, 'fonts'),
  }
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  return JSON.parse(await readFile(join(dirname(entry), '../../package.json'), 'utf8')).version
}

/** Unpacks into a temporary folder and renames it when complete. If two processes do so at once, the second uses the first's result. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const unpacked = await mkdtemp(join(cacheFolder, 'unpacking-'))
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: consoleFolder,
      // The second variable makes the package unpack its libraries too.
      env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    })
    await writeFile(join(unpacked, 'fonts/fonts.conf'), fontConfiguration(join(folder, 'fonts')))
    await rename(unpacked, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

/** Replaces the package's configuration, whose folders do not exist here. Without a font, pages have no visible text. */
function fontConfiguration(folder: string): string {
  const root = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<fontconfig><dir>${root}</dir><dir>/usr/share/fonts</dir><cachedir>${root}/cache</cachedir></fontconfig>
`
}
