// Finds a browser for the tests: the one in CHROME_PATH, else the Chromium inside an npm package (Linux x64 only), else an
// installed one. A browser is used only if it starts and prints its version; otherwise it would fail every test.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackChromium } from './packaged-chromium.ts'

/** Options for Playwright's `chromium.launch`. */
interface FoundBrowser {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const installedPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    // The same engine without windows: opening a page in it takes a third of the time.
    '/usr/bin/chromium-headless-shell',
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

/**
 * What Playwright turns off, whose list this one replaces, and two pages that Chromium 156 loads for the address bar of
 * every window: nobody sees them, and they take more time than a page of the console.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * The arguments of every browser, packaged or installed. No sandbox: root and containers have none. No zygote and software
 * rendering: the packaged Chromium has no GPU process to talk to. Nothing that connects to anyone else. The packaged
 * browser's own arguments are left out: with `--single-process` it dies when the first context closes.
 */
const launchArguments = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${unusedFeatures.join()}`,
]

export async function findBrowser(): Promise<FoundBrowser | undefined> {
  const named = process.env['CHROME_PATH']
  if (named) {
    const browser = await firstThatStarts([{ executablePath: named }])
    if (!browser) throw new Error(`CHROME_PATH names ${named}, which does not start`)
    return browser
  }
  return (await findPackaged()) ?? (await findInstalled())
}

/** The Chromium inside an npm package, if it starts here. */
export async function findPackaged(): Promise<FoundBrowser | undefined> {
  return firstThatStarts(await packagedCandidates())
}

/** One that somebody has installed, of whatever version. */
export async function findInstalled(): Promise<FoundBrowser | undefined> {
  const installed = (installedPaths[process.platform] ?? [])
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath }))
  return firstThatStarts(installed)
}

interface Candidate {
  executablePath: string
  env?: Record<string, string>
}

/** The packaged Chromium, first with the machine's own libraries, then with those of the package. */
async function packagedCandidates(): Promise<Candidate[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return []
  const { executablePath, libraries, fonts } = await unpackChromium()
  const env: Record<string, string> = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts }
  return [
    { executablePath, env },
    { executablePath, env: { ...env, LD_LIBRARY_PATH: libraries } },
  ]
}

async function firstThatStarts(candidates: Candidate[]): Promise<FoundBrowser | undefined> {
  for (const { executablePath, env: added } of candidates) {
    const env = { ...currentEnvironment(), ...added }
    const starts = await promisify(execFile)(executablePath, ['--version'], { env, timeout: 60_000 }).then(
      () => true,
      () => false,
    )
    if (starts) return { executablePath, args: launchArguments, env }
  }
  return undefined
}

function currentEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
