// A browser for the tests: the Chromium that comes inside an npm package where it runs, else one that is installed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface FoundBrowser {
  executablePath: string
  args: string[]
}

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder
      ? [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : []
  }),
}

/** No sandbox for root and containers; nothing that talks to anybody else. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

export async function findBrowser(): Promise<FoundBrowser | undefined> {
  const given = process.env['CHROME_PATH']
  if (given) return { executablePath: given, args }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packaged } = await import('@sparticuz/chromium')
    return { executablePath: await packaged.executablePath(), args: [...packaged.args, ...args] }
  }
  const executablePath = usualPlaces[process.platform]?.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath, args }
}
