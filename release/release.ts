// Makes everything that a release consists of, in `build`: the npm packages, the image, the bill of materials and the checksums; then the tag.
// It stops before publishing and prints the commands that would publish.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseFault } from './release-fault.ts'
import { checkout, writePackage } from './write-package.ts'

const build = join(checkout, 'build')
const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 26 })
const say = (text: string) => process.stdout.write(`${text}\n`)

const { version } = JSON.parse(read('package.json')) as { version: string }
const fault = releaseFault({
  version,
  programVersion: /VERSION = '([^']+)'/.exec(read('server/src/platform/kernel/version.ts'))?.[1],
  changelog: read('CHANGELOG.md'),
  changes: run('git', ['status', '--porcelain']),
  tags: run('git', ['tag', '--list', '--points-at', 'HEAD']).split('\n'),
  allTags: run('git', ['tag', '--list']).split('\n'),
})
if (fault) {
  process.stderr.write(`release: ${fault}\n`)
  process.exit(1)
}

rmSync(build, { recursive: true, force: true })
mkdirSync(build)
say(await writePackage(build))
run('npm', ['pack', '--workspace', '@carillon/client', '--pack-destination', build])
writeFileSync(
  join(build, `carillon-${version}.cdx.json`),
  run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']),
)
if (existsSync(join(checkout, 'release', 'write-image.ts')))
  execFileSync('npm', ['run', 'image'], { cwd: checkout, stdio: 'inherit' })

const made = readdirSync(build, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name)
  .sort()
const sums = made.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(build, name)))
      .digest('hex')}  ${name}`,
)
writeFileSync(join(build, 'SHA256SUMS'), `${sums.join('\n')}\n`)

const tag = `v${version}`
if (!run('git', ['tag', '--list', tag]).trim())
  run('git', ['tag', '--annotate', tag, '--message', `Carillon ${version}`])

say(`\nCarillon ${version} is in ${fileURLToPath(new URL('../build', import.meta.url))}:\n`)
for (const line of sums) say(`  ${line}`)
say(`\nNothing is published yet. To publish:\n`)
say(`  git push origin ${tag}`)
for (const name of made.filter((each) => each.endsWith('.tgz'))) say(`  npm publish build/${name}`)
