// Where the files are that belong to the program but are not code. Code is read from `src`, from `dist` of a checkout, or from an
// installed package; the folder with the migrations is above it in each of them.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageFolder = findAbove(dirname(fileURLToPath(import.meta.url)), 'migrations')

/** The program runs from its source, not from an installed package. */
export const isCheckout = existsSync(join(packageFolder, 'src'))

/** An installed package has the console beside the migrations; a checkout builds it in its own folder. */
export const consoleFolder = [
  join(packageFolder, 'console'),
  join(packageFolder, '..', 'console', 'dist'),
].find((folder) => existsSync(join(folder, 'index.html')))

/** Templates for other programs, such as systemd: in an installed package beside the migrations, too. */
export const deployFolder = join(packageFolder, ...(isCheckout ? ['..', 'deploy'] : ['deploy']))

function findAbove(folder: string, name: string): string {
  if (existsSync(join(folder, name))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error(`there is no folder ${name} above the program`)
  return findAbove(above, name)
}
