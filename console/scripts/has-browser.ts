// Exits with code 0 if the console tests can find a browser.
import { findBrowser } from '../test/support/find-browser.ts'

const found = await findBrowser()
console.log(found ? `The console tests use ${found.executablePath}` : 'No working Chrome or Chromium found')
process.exitCode = found ? 0 : 1
