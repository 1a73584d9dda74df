// Writes the npm package `carillon`: the bundled server, the built console and the migrations. It needs no compiler, writes nothing
// into its own folder, and installs without running scripts.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer, ownPackages } from '../server/bin/bundle.js'
import { findSwaggerUi } from '../server/src/platform/http/api-reference.ts'

interface PackageFile {
  name: string
  version: string
  license?: string
  description: string
  engines: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..')
const readPackage = (folder: string): PackageFile =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the packed file. `target`: a folder that is made anew. */
export async function writePackage(target = join(checkout, 'build')): Promise<string> {
  const folder = join(target, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })

  const server = join(checkout, 'server')
  const bundled = await bundleServer(join(folder, 'dist'), { hasMaps: false })
  execFileSync(process.execPath, [join(server, 'bin', 'build.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cpSync(join(checkout, 'console', 'dist'), join(folder, 'console'), {
    recursive: true,
    filter: (path) => !path.endsWith(`${sep}.built`),
  })
  cpSync(findSwaggerUi(), join(folder, 'swagger-ui'), { recursive: true })
  cpSync(join(server, 'migrations'), join(folder, 'migrations'), { recursive: true })
  cpSync(join(checkout, 'deploy'), join(folder, 'deploy'), { recursive: true })
  cpSync(join(server, 'bin', 'installed.js'), join(folder, 'bin', 'carillon.js'))
  cpSync(join(server, 'bin', 'compile-cache.js'), join(folder, 'bin', 'compile-cache.js'))
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md', 'openapi.json'])
    cpSync(join(checkout, file), join(folder, file))
  writeFileSync(join(folder, 'LICENSES-OF-BUNDLED-PACKAGES.txt'), licensesOf(bundled))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`)

  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder, encoding: 'utf8' }),
  )
  return join(target, filename)
}

/** What is not in the bundle is installed with it. */
function packageFile() {
  const { name, version, license, description, engines } = readPackage(checkout)
  const { dependencies, optionalDependencies } = readPackage(join(checkout, 'server'))
  return {
    ...{ name, version, description, license, type: 'module', bin: { carillon: 'bin/carillon.js' }, engines },
    os: ['linux', 'darwin'],
    dependencies: Object.fromEntries(ownPackages.map((each) => [each, dependencies[each]])),
    optionalDependencies,
  }
}

/** Their licenses ask that their text goes along. */
function licensesOf(files: string[]): string {
  const folders = new Set(files.map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ''))
  const sections = [...folders].filter(Boolean).map((folder) => {
    const { name, version, license } = readPackage(folder)
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
    const text =
      file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : license
    return `${name} ${version}\n\n${text}`
  })
  return `${sections.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await writePackage()}\n`)
