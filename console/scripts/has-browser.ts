// Exits with code 0 if the console tests can find a browser. With `packaged` or `installed` it looks for one of this kind, and
// prints its path alone.
import { findBrowser, findInstalled, findPackaged } from '../test/support/find-browser.ts'

const kind = process.argv[2]
if (kind === 'packaged' || kind === 'installed') {
  const found = await (kind === 'packaged' ? findPackaged() : findInstalled())
  if (found) console.log(found.executablePath)
  process.exitCode = found ? 0 : 1
} else {
  const found = await findBrowser()
  console.log(found ? `The console tests use ${found.executablePath}` : 'No working Chrome or Chromium found')
  process.exitCode = found ? 0 : 1
}
